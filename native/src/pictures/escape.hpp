// How a tile of a picture is calculated, on one kind of machine or another.
#pragma once

#include <fivecard/platform.hpp>

#include "src/pictures/julia.hpp"

#include <string_view>

namespace fivecard::pictures {

// Writes for every pixel of a tile how many steps it takes to escape; `iterations` for those that stay.
using Escape = void (*)(const Julia& julia, const Tile& tile, std::uint32_t* steps);

namespace avx512 {
void escape(const Julia& julia, const Tile& tile, std::uint32_t* steps);
}
namespace avx2 {
void escape(const Julia& julia, const Tile& tile, std::uint32_t* steps);
}
namespace portable {
void escape(const Julia& julia, const Tile& tile, std::uint32_t* steps);
}

// The way of the kernels of this name, which are known to work on this machine.
inline Escape escape_of(std::string_view kernels) {
#ifdef FIVECARD_X86
    if (kernels == "avx512") return avx512::escape;
    if (kernels == "avx2") return avx2::escape;
#else
    static_cast<void>(kernels);
#endif
    return portable::escape;
}

}  // namespace fivecard::pictures
