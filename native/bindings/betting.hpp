// What the bindings of heads-up betting share.
#pragma once

#include "bindings/odds.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "src/limit_draw/layout.hpp"

using namespace fivecard::limit_draw;

struct BettingGame {
    Stakes stakes;
    Abstraction cards;
    Layout layout;
    int half;  // cards of one
};

using GamePtr = std::shared_ptr<const BettingGame>;
