// What an x86 processor has, and the operating system lets us use. (__builtin_cpu_supports needs a library that does not come
// with every compiler, and clang 14 does not know all names.)
#pragma once

#include <cpuid.h>

#include <initializer_list>

namespace fivecard::kernels {

class X86 {
public:
    static const X86& here() {
        static const X86 found;
        return found;
    }
    bool has_avx2() const {
        return saves(0x06) && has(ecx1_, {23, 28, 29}) && has(ebx7_, {3, 5, 8});
    }  // popcnt, avx, f16c; bmi, avx2, bmi2
    bool has_avx512() const {  // f, dq, bw, vl; vbmi, vbmi2, gfni, bitalg, vpopcntdq
        return has_avx2() && saves(0xe6) && has(ebx7_, {16, 17, 30, 31}) && has(ecx7_, {1, 6, 8, 12, 14});
    }

private:
    X86() {
        unsigned eax = 0, ebx = 0, edx = 0;
        if (!__get_cpuid(1, &eax, &ebx, &ecx1_, &edx)) return;
        if (!__get_cpuid_count(7, 0, &eax, &ebx7_, &ecx7_, &edx)) ebx7_ = ecx7_ = 0;
        if (has(ecx1_, {27})) asm("xgetbv" : "=a"(saved_), "=d"(edx) : "c"(0));
    }
    static bool has(unsigned bits, std::initializer_list<int> all) {
        for (const int bit : all)
            if (!(bits >> bit & 1)) return false;
        return true;
    }
    // Whether the registers of these states outlive a switch to another process.
    bool saves(unsigned states) const { return (saved_ & states) == states; }

    unsigned ecx1_ = 0, ebx7_ = 0, ecx7_ = 0, saved_ = 0;
};

}  // namespace fivecard::kernels
