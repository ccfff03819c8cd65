// OMPEval in its fastest form: rows of cards whose number is known when this is compiled. It checks nothing.
#include <omp/HandEvaluator.h>

namespace {

template <int Cards>
void evaluate(const std::uint8_t* cards, std::size_t rows, std::uint16_t* out) {
    static const omp::HandEvaluator evaluator;
    for (std::size_t row = 0; row < rows; ++row, cards += Cards) {
        omp::Hand hand = omp::Hand::empty();
        for (int i = 0; i < Cards; ++i) hand += omp::Hand(cards[i]);
        out[row] = evaluator.evaluate(hand);
    }
}

}  // namespace

extern "C" {
void evaluate5(const std::uint8_t* cards, std::size_t rows, std::uint16_t* out) { evaluate<5>(cards, rows, out); }
void evaluate6(const std::uint8_t* cards, std::size_t rows, std::uint16_t* out) { evaluate<6>(cards, rows, out); }
void evaluate7(const std::uint8_t* cards, std::size_t rows, std::uint16_t* out) { evaluate<7>(cards, rows, out); }
}
