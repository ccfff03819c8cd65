// Numbers too small for a float's usual form take some processors a hundred times as long as others, and regrets that shrink come by
// them.
#pragma once

#if defined(FIVECARD_X86)
#include <xmmintrin.h>
#elif defined(FIVECARD_ARM)
#include <cstdint>
#endif

namespace fivecard::postflop {

// As long as it lives, such numbers are zero in this thread.
class DenormalsAreZero {
public:
#if defined(FIVECARD_X86)
    DenormalsAreZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
    ~DenormalsAreZero() { _mm_setcsr(before_); }

private:
    const unsigned before_;
#elif defined(FIVECARD_ARM)
    DenormalsAreZero() {
        asm volatile("mrs %0, fpcr" : "=r"(before_));
        asm volatile("msr fpcr, %0" : : "r"(before_ | std::uint64_t{1} << 24));
    }
    ~DenormalsAreZero() { asm volatile("msr fpcr, %0" : : "r"(before_)); }

private:
    std::uint64_t before_ = 0;
#else
    DenormalsAreZero() {}
    ~DenormalsAreZero() {}
#endif

public:
    DenormalsAreZero(const DenormalsAreZero&) = delete;
    DenormalsAreZero& operator=(const DenormalsAreZero&) = delete;
};

}  // namespace fivecard::postflop
