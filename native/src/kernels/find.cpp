#include "src/kernels/find.hpp"

namespace fivecard::kernels {

// What is not built for this kind of machine.
#ifndef FIVECARD_X86
const Kernels* avx512_kernels() { return nullptr; }
const Kernels* avx2_kernels() { return nullptr; }
#endif
#ifndef FIVECARD_ARM
const Kernels* neon_kernels() { return nullptr; }
#endif

std::vector<const Kernels*> all() {
    std::vector<const Kernels*> found;
    for (const Kernels* kernels : {avx512_kernels(), avx2_kernels(), neon_kernels(), portable_kernels()})
        if (kernels) found.push_back(kernels);
    return found;
}

const Kernels* find(std::string_view name) {
    for (const Kernels* kernels : all())
        if (name.empty() || name == kernels->name) return kernels;
    return nullptr;
}

}  // namespace fivecard::kernels
