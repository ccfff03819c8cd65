#include "kernels.hpp"

namespace fivecard::kernels {

const Kernels* find(std::string_view name) {
    for (const Kernels* kernels : {avx512(), &portable})
        if (kernels && (name.empty() || name == kernels->name)) return kernels;
    return nullptr;
}

}  // namespace fivecard::kernels
