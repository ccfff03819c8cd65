// The loops in vectors of bytes, by the machine's `Vector`.
#if FIVECARD_PART == 0 || FIVECARD_PART == 1
#include "src/kernels/loops/strengths.hpp"
#include "src/kernels/loops/badugi.hpp"
#include "src/kernels/loops/omaha.hpp"
#endif

#if FIVECARD_PART == 0 || FIVECARD_PART == 3
#include "src/kernels/loops/lines.hpp"
#include "src/kernels/loops/round_robin.hpp"
#endif

#include "src/kernels/loops/byte_tables.hpp"
