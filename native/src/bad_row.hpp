// What is said of a row that is no hand.
#pragma once

#include <stdexcept>
#include <string>

namespace fivecard {

// A row that is no hand, and why. Thrown by whatever reads many of them.
class BadRow : public std::runtime_error {
public:
    enum class Kind { no_hand, duplicate };

    BadRow(Kind what_kind, const std::string& problem) : std::runtime_error(problem), kind(what_kind) {}

    Kind kind;
};

inline std::string at_row(std::size_t row) { return " (row " + std::to_string(row) + ")"; }

}  // namespace fivecard
