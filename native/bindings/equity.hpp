// What the files about equities share.
#pragma once

#include "bindings/common.hpp"

#include <nanobind/stl/tuple.h>

#include <bit>
#include <limits>

#include "src/equity/question.hpp"

static_assert(std::endian::native == std::endian::little, "counts are handed over as words, the lower first");
