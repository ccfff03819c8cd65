#include "src/odds/announced.hpp"

#include "src/odds/one_hand.hpp"

#include "src/threads.hpp"

#include <algorithm>
#include <limits>

namespace fivecard::odds {

bool may_draw(std::span<const std::uint8_t> holds, int drew, const CardId* others) {
    CardSet taken = 0;
    for (int i = 0; i < hand_size; ++i) taken |= CardSet{1} << others[i];
    const auto classes = SuitClasses::get().all();
    for (std::size_t number = 0; number < SuitClasses::count; ++number) {
        if (std::popcount(holds[number]) != hand_size - drew) continue;
        std::array<int, suit_count> suits = {0, 1, 2, 3};
        do {
            if (std::ranges::none_of(classes[number].cards,
                                     [&](CardId card) { return taken >> (card - suit_of(card) + suits[suit_of(card)]) & 1; }))
                return true;
        } while (std::ranges::next_permutation(suits).found);
    }
    return false;
}

AnnouncedDraws::AnnouncedDraws(std::vector<std::shared_ptr<const Opponent>> opponents) : opponents_(std::move(opponents)) {
    for (std::size_t i = 0; i < opponents_.size(); ++i) {
        std::vector<double>& factors = removal_.emplace_back(Opponent::beats_all + 1, 1.0);
        for (std::size_t before = 0; before < i; ++before) {
            const std::vector<double> more = card_removal(*opponents_[before], *opponents_[i]);
            for (std::size_t s = 0; s <= Opponent::beats_all; ++s)
                if (const double weaker = opponents_[i]->none[s].weaker; weaker > 0) factors[s] += more[s] / weaker;
        }
    }
}

AnnouncedDraws::Worth AnnouncedDraws::worth(const RankCounts& dead, Strength strength) const {
    std::array<double, most_opponents + 1> tied{};  // how likely it is that so many tie and the others are weaker
    tied[0] = 1;
    double announced = 1;
    for (std::size_t i = 0; i < opponents_.size(); ++i) {
        const Opponent& opponent = *opponents_[i];
        const Odds odds = opponent.odds(dead, strength);
        const double any = std::clamp(opponent.odds(dead, Opponent::beats_all).weaker * removal_[i][Opponent::beats_all], 0.0, 1.0);
        const double weaker = std::clamp(odds.weaker * removal_[i][strength], 0.0, any);
        const double equal = std::clamp(odds.equal, 0.0, any - weaker);
        announced *= any;
        for (std::size_t count = i + 1; count > 0; --count) tied[count] = tied[count] * weaker + tied[count - 1] * equal;
        tied[0] *= weaker;
    }
    double share = 0;
    for (std::size_t count = 0; count <= opponents_.size(); ++count) share += tied[count] / static_cast<double>(count + 1);
    return {share, announced};
}

double AnnouncedDraws::share(const CardId* hand, int hold) const {
    RankCounts thrown{};
    for (int i = 0; i < hand_size; ++i)
        if (!(hold >> i & 1)) ++thrown[rank_of(hand[i])];
    const DrawCounts draws = count_draws(hand, hold);
    double share = 0, announced = 0;
    for (std::size_t s = 1; s <= strength_count; ++s) {
        if (!draws[s]) continue;
        RankCounts dead = ranks_by_strength()[s];
        for (int rank = 0; rank < rank_count; ++rank) dead[rank] = static_cast<std::uint8_t>(dead[rank] + thrown[rank]);
        const Worth each = worth(dead, static_cast<Strength>(s));
        share += draws[s] * each.share;  // draws that leave the announcements likelier are likelier themselves
        announced += draws[s] * each.announced;
    }
    return announced > 0 ? share / announced : std::numeric_limits<double>::quiet_NaN();
}

std::vector<double> AnnouncedDraws::shares(const CardId* hand, std::span<const int> holds, int threads) const {
    std::vector<double> found(holds.size());
    const auto parts = std::min(static_cast<std::size_t>(threads), holds.size());
    in_threads(parts, [&](std::size_t part) {
        for (std::size_t i = part; i < holds.size(); i += parts) {
            jobs::check();
            found[i] = share(hand, holds[i]);
        }
    });
    return found;
}

}  // namespace fivecard::odds
