// Julia sets in registers of doubles; included behind a machine's `Doubles`, between the pragmas that allow its instructions.
//
// Most pixels of most pictures escape within a few steps and a few stay very long, so the pixels of a whole tile go through
// stages, each half as long as all before it: after a stage those still inside are moved together, and no register is left
// half empty.
namespace fivecard::pictures::FIVECARD_MACHINE {
namespace {

constexpr std::size_t side = 4;  // registers at work together, to have something to do while a product is awaited

struct Pixels {
    std::vector<double> real, imaginary;
    std::vector<std::uint32_t> index;

    explicit Pixels(std::size_t count) : real(count + Doubles::lanes * side), imaginary(real.size()), index(real.size()) {}
};

// Takes `count` pixels that have done `done` steps through `more`; gives how many are left, moved to the front.
std::size_t stage(const Julia& julia, Pixels& pixels, std::size_t count, std::uint32_t done, std::uint32_t more, std::uint32_t* steps) {
    constexpr std::size_t lanes = Doubles::lanes;
    const auto c_real = Doubles::fill(julia.real), c_imaginary = Doubles::fill(julia.imaginary);
    const auto limit = Doubles::fill(julia.limit);
    const auto two = Doubles::fill(2);  // twice a number is exact, and there are more additions than products already
    std::size_t left = 0;
    for (std::size_t start = 0; start < count; start += lanes * side) {
        Doubles::Numbers real[side], imaginary[side], real_square[side], imaginary_square[side];
        Doubles::Counts survived[side];
        Doubles::Mask inside[side];
        for (std::size_t i = 0; i < side; ++i) {
            const std::size_t here = start + i * lanes;
            real[i] = Doubles::load(&pixels.real[here]);
            imaginary[i] = Doubles::load(&pixels.imaginary[here]);
            real_square[i] = real[i] * real[i];
            imaginary_square[i] = imaginary[i] * imaginary[i];
            survived[i] = Doubles::Counts{};
            inside[i] = Doubles::first(here < count ? count - here : 0);
        }
        for (std::uint32_t step = 0; step < more; ++step)
            for (std::size_t i = 0; i < side; ++i) {
                const auto product = imaginary[i] * real[i];
                real[i] = (real_square[i] - imaginary_square[i]) + c_real;
                imaginary[i] = product * two + c_imaginary;
                real_square[i] = real[i] * real[i];
                imaginary_square[i] = imaginary[i] * imaginary[i];
                inside[i] = Doubles::unless_reached(inside[i], real_square[i] + imaginary_square[i], limit);
                survived[i] = Doubles::count(survived[i], inside[i]);
            }
        for (std::size_t i = 0; i < side; ++i) {
            const std::size_t here = start + i * lanes;
            if (here >= count) break;
            std::uint32_t found[lanes];
            Doubles::store(found, survived[i], done);
            const std::size_t end = std::min(count - here, lanes);
            const unsigned stay = Doubles::bits(inside[i]);
            if (done == 0) std::copy_n(found, end, steps + here);  // all are still in their places
            else
                for (unsigned out = ~stay & ((1u << end) - 1); out; out &= out - 1) {
                    const auto lane = static_cast<std::size_t>(lowest_bit(out));
                    steps[pixels.index[here + lane]] = found[lane];
                }
            Doubles::store_some(&pixels.real[left], stay, real[i]);
            Doubles::store_some(&pixels.imaginary[left], stay, imaginary[i]);
            Doubles::move_some(&pixels.index[left], stay, &pixels.index[here]);
            left += static_cast<std::size_t>(std::popcount(stay));
        }
    }
    return left;
}

}  // namespace

void escape(const Julia& julia, const Tile& tile, std::uint32_t* steps) {
    const auto width = static_cast<std::size_t>(tile.columns);
    std::size_t count = width * static_cast<std::size_t>(tile.rows);
    Pixels pixels(count);
    for (std::size_t x = 0; x < width; ++x) pixels.real[x] = julia.column(tile.column + static_cast<int>(x));
    for (int row = 0; row < tile.rows; ++row) {
        const std::size_t start = width * static_cast<std::size_t>(row);
        if (row) std::copy_n(pixels.real.begin(), width, pixels.real.begin() + static_cast<std::ptrdiff_t>(start));
        std::fill_n(pixels.imaginary.begin() + static_cast<std::ptrdiff_t>(start), width, julia.row(tile.row + row));
    }
    for (std::size_t i = 0; i < count; ++i) pixels.index[i] = static_cast<std::uint32_t>(i);
    for (std::uint32_t done = 0; count && done < julia.iterations;) {
        const std::uint32_t more = std::min(done ? (done + 1) / 2 + 1 : 3u, julia.iterations - done);
        count = stage(julia, pixels, count, done, more, steps);
        done += more;
    }
    for (std::size_t i = 0; i < count; ++i) steps[pixels.index[i]] = julia.iterations;
}

}  // namespace fivecard::pictures::FIVECARD_MACHINE
