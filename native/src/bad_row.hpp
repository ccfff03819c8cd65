// What is wrong with one row of many.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

namespace fivecard {

// A row that is no hand, and why; or a column whose layout cannot be read, because of a row or as a whole. Thrown by whatever reads
// many of them.
class BadRow : public std::runtime_error {
public:
    enum class Kind { no_hand, no_card, duplicate, format };

    BadRow(Kind what_kind, const std::string& problem, std::optional<std::size_t> where = std::nullopt)
        : std::runtime_error(problem), kind(what_kind), row(where) {}

    Kind kind;
    std::optional<std::size_t> row;  // counted from 0
};

}  // namespace fivecard
