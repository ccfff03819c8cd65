// Time-locks: powers and repeated squarings modulo numbers of 512 and 1,024 bits, as bytes with the highest first.
#include "bindings/common.hpp"

#include <nanobind/stl/vector.h>

#include "src/timelock/timelock.hpp"

#include <vector>

namespace {

using fivecard::timelock::Montgomery;
using fivecard::timelock::Word;

template <int words>
typename Montgomery<words>::Number number(const nb::bytes& bytes, const char* what) {
    if (bytes.size() != Montgomery<words>::bytes)
        refuse("ArgumentError", std::string(what) + " has " + std::to_string(Montgomery<words>::bytes) + " bytes, not " +
                                    std::to_string(bytes.size()));
    typename Montgomery<words>::Number found{};
    const auto* data = static_cast<const unsigned char*>(bytes.data());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        Word& word = found[words - 1 - i / 8];
        word = word << 8 | data[i];
    }
    return found;
}

template <int words>
nb::bytes bytes(const typename Montgomery<words>::Number& number) {
    unsigned char data[Montgomery<words>::bytes];
    for (std::size_t i = 0; i < sizeof data; ++i)
        data[i] = static_cast<unsigned char>(number[words - 1 - i / 8] >> (56 - 8 * (i % 8)));
    return nb::bytes(data, sizeof data);
}

template <int words>
typename Montgomery<words>::Number modulus(const nb::bytes& bytes) {
    const auto found = number<words>(bytes, "the modulus");
    if (!(found[0] & 1) || !(found[words - 1] >> 63)) refuse("ArgumentError", "the modulus is odd and its highest bit is set");
    return found;
}

nb::bytes squarings(const nb::bytes& base, const nb::bytes& by, std::uint64_t times) {
    using Numbers = Montgomery<16>;
    auto value = number<16>(base, "the base");
    const auto modulo = modulus<16>(by);
    released([&] {
        const Numbers numbers(modulo);
        value = numbers.enter(value);
        for (std::uint64_t i = 0; i < times; ++i) {
            if (i % 4096 == 0) fivecard::jobs::check();
            value = numbers.square(value);
        }
        value = numbers.leave(value);
    });
    return bytes<16>(value);
}

std::vector<nb::bytes> powers(const nb::bytes& base, const std::vector<nb::bytes>& exponents, const nb::bytes& by) {
    const auto modulo = modulus<8>(by), from = number<8>(base, "the base");
    std::vector<Montgomery<8>::Number> wanted;
    for (const auto& exponent : exponents) wanted.push_back(number<8>(exponent, "an exponent"));
    std::vector<Montgomery<8>::Number> found;
    released([&] {
        const Montgomery<8> numbers(modulo);
        for (const auto& value : numbers.powers(numbers.enter(from), wanted)) found.push_back(numbers.leave(value));
    });
    std::vector<nb::bytes> results;
    for (const auto& value : found) results.push_back(bytes<8>(value));
    return results;
}

}  // namespace

void add_timelock(nb::module_& m) {
    m.def("squarings", &squarings, "base"_a, "modulus"_a, "times"_a,
          "A number of 128 bytes squared so many times modulo another, without the interpreter's lock.");
    m.def("powers", &powers, "base"_a, "exponents"_a, "modulus"_a, "Powers of one base modulo a number of 64 bytes.");
}
