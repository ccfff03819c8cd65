// Shares of the pot against opponents who have announced how many cards they drew.
#include "bindings/odds.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "src/odds/announced.hpp"
#include "src/threads.hpp"

namespace {

using namespace fivecard::odds;

int checked_drew(int drew) {
    if (drew < 0 || drew >= hand_size) refuse("ArgumentError", "an opponent draws 0 to 4 cards, not " + std::to_string(drew));
    return drew;
}

std::shared_ptr<Opponent> make_opponent(const nb::bytes& holds, std::optional<int> drew, int threads) {
    const auto checked = checked_holds(holds);
    checked_threads(threads);
    if (drew) checked_drew(*drew);
    std::shared_ptr<Opponent> made;
    released([&] { made = std::make_shared<Opponent>(checked, threads, drew); });
    return made;
}

AnnouncedDraws sit_down(const std::vector<std::shared_ptr<Opponent>>& opponents) {
    if (opponents.empty() || opponents.size() > most_opponents)
        refuse("ArgumentError", "there are 1 to 5 opponents, not " + std::to_string(opponents.size()));
    for (const auto& opponent : opponents)
        if (!opponent) refuse("ArgumentError", "an opponent is a DrawOpponent, not None");
    std::optional<AnnouncedDraws> made;
    released([&] { made.emplace(std::vector<std::shared_ptr<const Opponent>>(opponents.begin(), opponents.end())); });
    return *std::move(made);
}

std::vector<double> announced_shares(const AnnouncedDraws& self, const std::vector<int>& hand, const std::vector<int>& holds, int threads) {
    const auto cards = sorted_hand(hand);
    for (const int hold : holds) checked_hold(hold);
    checked_threads(threads);
    std::vector<double> found;
    released([&] { found = self.shares(cards.data(), holds, threads); });
    return found;
}

}  // namespace

void add_announced(nb::module_& m) {
    if (!is_there<Opponent>(m, "DrawOpponent"))
        nb::class_<Opponent>(m, "DrawOpponent", "Who plays a strategy, and drew so many cards if that is announced.")
            .def(nb::new_(&make_opponent), "holds"_a, nb::arg("drew").none(), "threads"_a);
    if (!is_there<AnnouncedDraws>(m, "AnnouncedDraws"))
        nb::class_<AnnouncedDraws>(m, "AnnouncedDraws", "A table of such opponents.")
            .def(nb::new_(&sit_down), "opponents"_a)
            .def("shares", &announced_shares, "hand"_a, "holds"_a, "threads"_a,
                 "The expected share of the pot for holds of a hand; not a number where the announcements are too unlikely.");
    m.def("may_draw", [](const nb::bytes& holds, int drew, const std::vector<int>& others) {
        return may_draw(checked_holds(holds), checked_drew(drew), sorted_hand(others).data());
    }, "holds"_a, "drew"_a, "others"_a, "Whether a strategy may draw so many cards while somebody else has five others.");
}
