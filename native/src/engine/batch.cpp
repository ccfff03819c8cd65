#include "src/engine/batch.hpp"

#include "src/engine/play.hpp"
#include "src/engine/shuffle.hpp"
#include "src/jobs/job.hpp"
#include "src/threads.hpp"

#include <atomic>
#include <utility>

namespace fivecard::engine {
namespace {

// Rows that a thread takes at once: a step of so many takes some 0.1 ms.
constexpr std::size_t rows_at_once = 1 << 12;

// The places of the bits of a byte, and how many there are.
struct Bits {
    std::uint8_t count = 0, places[8] = {};
};
constexpr auto bits_of = [] {
    std::array<Bits, 256> all;
    for (unsigned byte = 0; byte < all.size(); ++byte)
        for (int bit = 0; bit < 8; ++bit)
            if (byte >> bit & 1) all[byte].places[all[byte].count++] = static_cast<std::uint8_t>(bit);
    return all;
}();

// Any of the bits that are set, by 32 random ones.
FIVECARD_INLINE int any_bit(unsigned set, std::uint32_t random) {
    const Bits &low = bits_of[set & 255], &high = bits_of[set >> 8];
    const auto number = static_cast<int>(std::uint64_t{random} * static_cast<unsigned>(low.count + high.count) >> 32);
    return number < low.count ? low.places[number] : 8 + high.places[number - low.count];
}

template <int Most>
class BatchOf final : public Batch {
public:
    BatchOf(Rules rules, Options options) : Batch(std::move(rules), std::move(options)), hands_of_rows_(options_.rows) {}

    // Whether anybody has to decide anything: the stacks alone say that.
    bool is_playable() {
        Row row;
        deal(row);
        return !row.state.is_over;
    }

    void reset(const CardId* decks, const std::uint8_t* reserves) override {
        hands_ = 0;
        in_pieces([&](std::size_t first, std::size_t last) {
            for (std::size_t at = first; at < last; ++at) {
                Row& row = hands_of_rows_[at];
                row.random = RandomStream(options_.seed, at);
                if (decks) {
                    std::memcpy(row.state.deck, decks + at * card_count, card_count);
                    std::memset(row.state.reserve, card_count, card_count);
                    if (reserves) std::memcpy(row.state.reserve, reserves + at * card_count, card_count);
                    start(rules_, row.state, options_.stacks.data());
                } else {
                    deal(row);
                }
                std::fill_n(rewards_.data() + at * players(), players(), 0);
                done_[at] = 0;
                see(at, row);
            }
        });
    }

    std::pair<std::array<CardId, card_count>, std::array<std::uint8_t, card_count>> deal_of(std::size_t at) const override {
        const auto& state = hands_of_rows_[at].state;
        return {std::to_array(state.deck), std::to_array(state.reserve)};
    }

private:
    struct Row {
        State<Most> state{};
        Menu menu;
        RandomStream random{0, 0};
    };

    std::size_t players() const { return static_cast<std::size_t>(players_of<Most>(rules_)); }

    // Does `work(first, last)` for pieces of all rows, side by side.
    template <typename Work>
    void in_pieces(Work work) {
        const std::size_t rows = options_.rows, pieces = (rows + rows_at_once - 1) / rows_at_once;
        std::atomic<std::size_t> next = 0;
        in_threads(std::min(pieces, static_cast<std::size_t>(options_.threads)), [&](std::size_t) {
            for (std::size_t piece; (piece = next++) < pieces;) work(piece * rows_at_once, std::min(rows, (piece + 1) * rows_at_once));
        });
    }

    FIVECARD_INLINE void deal(Row& row) {
        State<Most>& state = row.state;
        std::memcpy(state.deck, unshuffled.data(), card_count);
        shuffle(row.random, state.deck + rules_.first_card, rules_.deck_size, rules_.most_dealt);
        if (rules_.first_card) std::memmove(state.deck, state.deck + rules_.first_card, static_cast<std::size_t>(rules_.deck_size));
        if (rules_.may_run_out) {
            std::memcpy(state.reserve, unshuffled.data(), card_count);
            shuffle(row.random, state.reserve, card_count, card_count);
        }
        start(rules_, state, options_.stacks.data());
    }

    FIVECARD_INLINE void see(std::size_t at, Row& row) {
        find_menu(rules_, row.state, options_.parts, row.menu);
        observe(rules_, layout_, row.state, row.menu, observations_.data() + at * layout_.bytes);
    }

    bool can(const Row& row, std::int64_t action, bool exactly) const {
        if (!row.menu.legal) return action >= 0 && action < 1 << most_hole && may_discard(rules_, row.state, static_cast<unsigned>(action));
        if (!exactly) return action >= 0 && action < 16 && row.menu.legal >> action & 1;
        if (action < 0) return action == -1 && row.menu.now.fold;
        return action <= most_chips && (!action || row.menu.now.allows(static_cast<Chips>(action)));
    }

    void step_taken(bool exactly) override {
        std::atomic<std::size_t> wrong = options_.rows;
        in_pieces([&](std::size_t first, std::size_t last) {
            std::size_t row = first;
            while (row < last && ((some_wait_ && waits_[row]) || can(hands_of_rows_[row], actions_[row], exactly))) ++row;
            std::size_t known = wrong;
            while (row < last && row < known && !wrong.compare_exchange_weak(known, row)) {
            }
        });
        if (wrong < options_.rows) throw BadAction{wrong, actions_[wrong]};
        jobs::check();  // from here on, a step is done whole
        const auto taken = [&](std::size_t at, Row&) { return actions_[at]; };
        if (some_wait_) do_all(taken, exactly, [&](std::size_t at) { return waits_[at] != 0; });
        else do_all(taken, exactly, nobody_waits);
    }

    void step_randomly(std::size_t steps) override {
        for (; steps; --steps) {
            jobs::check();
            do_all([&](std::size_t, Row& row) { return any_action(row); }, false, nobody_waits);
        }
    }

    std::int64_t any_action(Row& row) const {
        const std::uint64_t bits = row.random.bits();
        if (!row.menu.legal) {
            auto places = static_cast<unsigned>(bits >> 32) & ((1u << rules_.streets[row.state.street].cards) - 1);
            while (!may_discard(rules_, row.state, places)) places &= places - 1;
            return places;
        }
        return any_bit(row.menu.legal, static_cast<std::uint32_t>(bits >> 32));
    }

    // Does what has been found legal in a hand.
    FIVECARD_INLINE void act_in(Row& row, std::int64_t action, bool exactly) {
        if (!row.menu.legal) {
            std::uint8_t places[most_hole];
            int count = 0;
            each(static_cast<unsigned>(action), [&](int place) { places[count++] = static_cast<std::uint8_t>(place); });
            return draw(rules_, row.state, places, count);
        }
        const Legal& now = row.menu.now;
        if (exactly)
            return bet(rules_, row.state, now, action < 0 ? Bet::fold : action ? Bet::raise : Bet::pass, static_cast<Chips>(action));
        if (action < least_action) return bet(rules_, row.state, now, action == fold_action ? Bet::fold : Bet::pass);
        bet(rules_, row.state, now, Bet::raise, amount_of(rules_, row.state, now, options_.parts, static_cast<int>(action)));
    }

    static constexpr auto nobody_waits = [](std::size_t) { return false; };

    template <typename Choose, typename Waits>
    void do_all(Choose choose, bool exactly, Waits waits) {
        std::atomic<std::uint64_t> over = 0;
        in_pieces([&](std::size_t first, std::size_t last) {
            const std::size_t seats = players();
            Chips* rewards = rewards_.data() + first * seats;
            std::uint64_t hands = 0;
            for (std::size_t at = first; at < last; ++at, rewards += seats) {
                if (waits(at)) {
                    done_[at] = 0;
                    std::fill_n(rewards, seats, 0);
                    continue;
                }
                Row& row = hands_of_rows_[at];
                act_in(row, choose(at, row), exactly);
                done_[at] = row.state.is_over;
                if (row.state.is_over) {
                    ++hands;
                    for (std::size_t seat = 0; seat < seats; ++seat) rewards[seat] = row.state.stacks[seat] - options_.stacks[seat];
                    deal(row);
                } else {
                    for (std::size_t seat = 0; seat < seats; ++seat) rewards[seat] = 0;
                }
                see(at, row);
            }
            over += hands;
        });
        hands_ += over;
    }

    std::vector<Row> hands_of_rows_;
};

}  // namespace

Batch::Batch(Rules rules, Options options)
    : rules_(std::move(rules)), options_(std::move(options)), layout_(rules_), actions_(options_.rows),
      observations_(options_.rows * layout_.bytes), rewards_(options_.rows * static_cast<std::size_t>(rules_.players)),
      done_(options_.rows) {}

double Batch::bytes(const Rules& rules, std::size_t rows) {
    return static_cast<double>(rows) * static_cast<double>(sizeof(State<most_seats>) + sizeof(Menu) + Layout(rules).bytes + 128);
}

std::unique_ptr<Batch> Batch::make(Rules rules, Options options) {
    const auto made = [&]<int Most>() -> std::unique_ptr<Batch> {
        auto batch = std::make_unique<BatchOf<Most>>(std::move(rules), std::move(options));
        if (!batch->is_playable()) return nullptr;
        batch->reset(nullptr, nullptr);
        return batch;
    };
    return rules.players == 2   ? made.template operator()<2>()
           : rules.players <= 6 ? made.template operator()<6>()
                                : made.template operator()<most_seats>();
}

}  // namespace fivecard::engine
