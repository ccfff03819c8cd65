#include "kernels.hpp"

namespace fivecard::kernels {

#ifndef FIVECARD_AVX512  // not built for this kind of machine
const Kernels* avx512_kernels() { return nullptr; }
#endif

const Kernels* find(std::string_view name) {
    for (const Kernels* kernels : {avx512_kernels(), &portable})
        if (kernels && (name.empty() || name == kernels->name)) return kernels;
    return nullptr;
}

}  // namespace fivecard::kernels
