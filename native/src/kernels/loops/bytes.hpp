// The loops in vectors of bytes, by the machine's `Vector`.
#if FIVECARD_PART == 0 || FIVECARD_PART == 1
#include "src/kernels/loops/byte_hands.hpp"
#include "src/kernels/loops/byte_badugi.hpp"
#include "src/kernels/loops/byte_omaha.hpp"
#endif

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
#include "src/kernels/loops/byte_lines.hpp"
#include "src/kernels/loops/byte_rounds.hpp"
#endif
