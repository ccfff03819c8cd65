// Hold'em after the flop (see kernels/postflop.hpp), for the registers of a machine. Rows are a whole number of registers.
//
// A machine says what its registers of floats do: `Singles<lanes>`, of which `single_lanes` is the widest.
namespace fivecard::kernels::FIVECARD_MACHINE {

namespace after_flop {

using namespace postflop;

constexpr float no_regret = 1e-30f;  // regrets that sum to less are none

using Wide = Singles<single_lanes>;

INLINE Wide::V load_numbers(const float* from) { return Wide::load(from); }
INLINE Wide::V load_numbers(const std::uint16_t* from) { return Wide::load_half(from); }
INLINE void store_numbers(float* to, Wide::V numbers, const std::uint16_t*) { Wide::store(to, numbers); }
INLINE void store_numbers(std::uint16_t* to, Wide::V numbers, const std::uint16_t* noise) { Wide::store_half(to, numbers, noise); }

// Regret matching: each action in proportion to what is above 0, all alike where nothing is. The sums are the same on every
// machine: they go from action to action.
template <std::size_t Room>
INLINE void match(const Wide::V (&numbers)[Room], std::size_t actions, Wide::V (&chances)[Room]) {
    const Wide::V zero = Wide::fill(0);
    Wide::V sum = zero;
    for (std::size_t action = 0; action < actions; ++action) {
        chances[action] = Wide::larger(numbers[action], zero);
        sum = sum + chances[action];
    }
    const Wide::V least = Wide::fill(no_regret), equal = Wide::fill(1.0f / static_cast<float>(actions));
    const Wide::V factor = Wide::fill(1) / Wide::larger(sum, least);
    for (std::size_t action = 0; action < actions; ++action)
        chances[action] = Wide::where_above(sum, least, chances[action] * factor, equal);
}

// Calls with the number of actions as a constant where it is small; 0 stands for any.
template <typename Work>
INLINE void with_actions(std::size_t actions, Work work) {
    switch (actions) {
        case 1: return work(std::integral_constant<std::size_t, 1>());
        case 2: return work(std::integral_constant<std::size_t, 2>());
        case 3: return work(std::integral_constant<std::size_t, 3>());
        case 4: return work(std::integral_constant<std::size_t, 4>());
        default: return work(std::integral_constant<std::size_t, 0>());
    }
}
template <std::size_t Fixed>
constexpr std::size_t room = Fixed ? Fixed : most_actions;

template <std::size_t Fixed, typename Number>
void play_actions(const Rows& rows, const Discount& discount, const float* reach, float* parts) {
    const std::size_t hands = rows.hands, actions = Fixed ? Fixed : rows.actions;
    const auto* const regrets = static_cast<const Number*>(rows.regrets);
    auto* const averages = static_cast<Number*>(rows.averages);
    const Wide::V keep = Wide::fill(discount.keep), add = Wide::fill(discount.add);
    Wide::V numbers[room<Fixed>], chances[room<Fixed>];
    for (std::size_t hand = 0; hand < hands; hand += single_lanes) {
        for (std::size_t action = 0; action < actions; ++action) {
            const std::size_t at = action * hands + hand;
            prefetch(regrets + rows.next + at);
            prefetch(averages + rows.next + at);
            numbers[action] = load_numbers(regrets + at);
        }
        match(numbers, actions, chances);
        const Wide::V here = Wide::load(reach + hand);
        for (std::size_t action = 0; action < actions; ++action) {
            const std::size_t at = action * hands + hand;
            const Wide::V part = here * chances[action];
            Wide::store(parts + at, part);
            store_numbers(averages + at, load_numbers(averages + at) * keep + part * add, rows.noise + action * noise_step + hand);
        }
    }
}

template <typename Number>
void play(const Rows& rows, const Discount& discount, const float* reach, float* parts) {
    with_actions(rows.actions, [&](auto fixed) { play_actions<fixed(), Number>(rows, discount, reach, parts); });
}

template <typename Number>
void play_average(const Rows& rows, const float* reach, float* parts) {
    const auto* const averages = static_cast<const Number*>(rows.averages);
    Wide::V numbers[most_actions], chances[most_actions];
    for (std::size_t hand = 0; hand < rows.hands; hand += single_lanes) {
        for (std::size_t action = 0; action < rows.actions; ++action) {
            prefetch(averages + rows.next + action * rows.hands + hand);
            numbers[action] = load_numbers(averages + action * rows.hands + hand);
        }
        match(numbers, rows.actions, chances);
        for (std::size_t action = 0; action < rows.actions; ++action)
            Wide::store(parts + action * rows.hands + hand, Wide::load(reach + hand) * chances[action]);
    }
}

// The power of two in which numbers up to `largest` are at most 1,024: there is room for what grows until the next visit.
inline float unit_for(float largest) {
    const auto bits = std::bit_cast<std::uint32_t>(std::max(largest, no_regret));
    return std::ldexp(1.0f, static_cast<int>(bits >> 23) - 126 - 10);
}
constexpr float largest_half = 60000;

template <std::size_t Fixed, typename Number>
void learn_actions(const Rows& rows, Scale& scale, const Discount& discount, const float* const* values, float* value,
                   const Scratch& scratch) {
    constexpr bool halves = sizeof(Number) == 2;
    const std::size_t hands = rows.hands, actions = Fixed ? Fixed : rows.actions;
    auto* const regrets = static_cast<Number*>(rows.regrets);
    // Halves are written at once in the unit that the last visit found, or, for the first time, once the largest is known.
    const bool known = scale.next > 0;
    const Wide::V zero = Wide::fill(0), positive = Wide::fill(discount.positive), negative = Wide::fill(discount.negative);
    const Wide::V unit = Wide::fill(scale.now), per_unit = Wide::fill(known ? 1 / scale.next : 1);
    const Wide::V most = Wide::fill(largest_half), least = Wide::fill(-largest_half);
    Wide::V numbers[room<Fixed>], chances[room<Fixed>], of[room<Fixed>], largest = zero;
    for (std::size_t hand = 0; hand < hands; hand += single_lanes) {
        for (std::size_t action = 0; action < actions; ++action) {
            prefetch(regrets + rows.next + action * hands + hand);
            numbers[action] = load_numbers(regrets + action * hands + hand);
            of[action] = Wide::load(values[action] + hand);
        }
        match(numbers, actions, chances);
        Wide::V mean = chances[0] * of[0];
        for (std::size_t action = 1; action < actions; ++action) mean = mean + chances[action] * of[action];
        Wide::store(value + hand, mean);
        for (std::size_t action = 0; action < actions; ++action) {
            const std::size_t at = action * hands + hand;
            const Wide::V factor = Wide::where_above(numbers[action], zero, positive, negative);
            if constexpr (halves) {
                const Wide::V regret = numbers[action] * unit * factor + (of[action] - mean);
                largest = Wide::larger(largest, Wide::larger(regret, zero - regret));
                if (known)
                    store_numbers(regrets + at, Wide::larger(least, Wide::smaller(most, regret * per_unit)),
                                  rows.noise + action * noise_step + hand);
                else Wide::store(scratch.regrets + at, regret);
            } else {
                store_numbers(regrets + at, numbers[action] * factor + (of[action] - mean), nullptr);
            }
        }
    }
    if constexpr (halves) {
        float found = 0;
        for (std::size_t lane = 0; lane < single_lanes; ++lane) found = std::max(found, static_cast<float>(largest[lane]));
        const float next = unit_for(found);
        if (!known) {
            const Wide::V factor = Wide::fill(1 / next);
            for (std::size_t action = 0; action < actions; ++action)
                for (std::size_t hand = 0; hand < hands; hand += single_lanes) {
                    const std::size_t at = action * hands + hand;
                    store_numbers(regrets + at, Wide::load(scratch.regrets + at) * factor, rows.noise + action * noise_step + hand);
                }
        }
        scale = {known ? scale.next : next, next};
    }
}

template <typename Number>
void learn(const Rows& rows, Scale& scale, const Discount& discount, const float* const* values, float* value, const Scratch& scratch) {
    with_actions(rows.actions, [&](auto fixed) { learn_actions<fixed(), Number>(rows, scale, discount, values, value, scratch); });
}

template <typename Number>
void value_average(const Rows& rows, const float* const* values, float* value) {
    const auto* const averages = static_cast<const Number*>(rows.averages);
    Wide::V numbers[most_actions], chances[most_actions];
    for (std::size_t hand = 0; hand < rows.hands; hand += single_lanes) {
        for (std::size_t action = 0; action < rows.actions; ++action) numbers[action] = load_numbers(averages + action * rows.hands + hand);
        match(numbers, rows.actions, chances);
        Wide::V mean = chances[0] * Wide::load(values[0] + hand);
        for (std::size_t action = 1; action < rows.actions; ++action) mean = mean + chances[action] * Wide::load(values[action] + hand);
        Wide::store(value + hand, mean);
    }
}

inline void best(std::size_t hands, std::size_t actions, const float* const* values, float* value) {
    for (std::size_t hand = 0; hand < hands; hand += single_lanes) {
        Wide::V most = Wide::load(values[0] + hand);
        for (std::size_t action = 1; action < actions; ++action) most = Wide::larger(most, Wide::load(values[action] + hand));
        Wide::store(value + hand, most);
    }
}

inline void sum(std::size_t hands, std::size_t count, const float* const* values, float* value) {
    for (std::size_t hand = 0; hand < hands; hand += single_lanes) {
        Wide::V all = Wide::load(values[0] + hand);
        for (std::size_t row = 1; row < count; ++row) all = all + Wide::load(values[row] + hand);
        Wide::store(value + hand, all);
    }
}

// Turns rows, one a lane, so that the lanes of a hand lie side by side; and back.
template <std::size_t N, typename Write>
INLINE void by_hand(const float* const* rows, std::size_t hands, Write write) {
    typename Singles<N>::V block[N];
    for (std::size_t hand = 0; hand < hands; hand += N) {
        for (std::size_t lane = 0; lane < N; ++lane) block[lane] = Singles<N>::load(rows[lane] + hand);
        Singles<N>::transpose(block);
        for (std::size_t place = 0; place < N; ++place) write(hand + place, block[place]);
    }
}
template <std::size_t N>
INLINE void by_lane(const Matchup& matchup, float* lanes, float* const* rows) {
    typename Singles<N>::V block[N];
    for (std::size_t i = 0; i < matchup.blocked_count; ++i) Singles<N>::store(lanes + matchup.blocked[i] * N, Singles<N>::fill(0));
    for (std::size_t hand = 0; hand < matchup.hands; hand += N) {
        for (std::size_t place = 0; place < N; ++place) block[place] = Singles<N>::load(lanes + (hand + place) * N);
        Singles<N>::transpose(block);
        for (std::size_t lane = 0; lane < N; ++lane) Singles<N>::store(rows[lane] + hand, block[lane]);
    }
}

// Sums of `weights` over the other's hands in the order of strength, behind what each sum starts with: for each card what its
// `starts` come to, which `begin` is told of, and for all hands the same.
template <std::size_t N, typename Begin>
INLINE void sum_by_strength(const Matchup& matchup, const float* starts, const Scratch& scratch, Begin begin) {
    using S = Singles<N>;
    typename S::V total = S::fill(0);
    float* to = scratch.by_card;
    for (int card = 0; card < card_count; ++card) {
        const std::uint16_t *const first = matchup.by_card + matchup.card_start[card], *const last =
                                                                                           matchup.by_card + matchup.card_start[card + 1];
        typename S::V sum = S::fill(0);
        for (const std::uint16_t* hand = first; hand < last; ++hand) sum = sum + S::load(starts + *hand * N);
        total = total + sum;
        begin(card, sum);
        S::store(to, sum);
        to += N;
        for (const std::uint16_t* hand = first; hand < last; ++hand, to += N) {
            sum = sum + S::load(scratch.weights + *hand * N);
            S::store(to, sum);
        }
    }
    typename S::V sum = total * S::fill(0.5f);  // every hand has two cards
    begin(card_count, sum);
    S::store(scratch.prefix, sum);
    for (std::size_t place = 0; place < matchup.order_count; ++place) {
        sum = sum + S::load(scratch.weights + matchup.order[place] * N);
        S::store(scratch.prefix + (place + 1) * N, sum);
    }
}

// What a hand wins of the sums above: with ties counted as lost, and as won, and between them as the stakes say. No hand has
// two of the cards but the same one, which is then taken away twice.
template <std::size_t N>
INLINE typename Singles<N>::V won(const Contest& contest, const Scratch& scratch, typename Singles<N>::V win) {
    using S = Singles<N>;
    const auto sums = [&](const float* from, std::size_t place) FIVECARD_INLINE_LAMBDA { return S::load(from + place * N); };
    const typename S::V ties_lost =
        sums(scratch.prefix, contest.below) - sums(scratch.by_card, contest.first_below) - sums(scratch.by_card, contest.second_below);
    const typename S::V ties_won =
        sums(scratch.prefix, contest.up_to) - sums(scratch.by_card, contest.first_up_to) - sums(scratch.by_card, contest.second_up_to);
    return ties_won + win * (ties_lost - ties_won);
}

template <std::size_t N>
void answers_in_lanes(const Matchup& matchup, const Answers& answers, const Scratch& scratch) {
    using S = Singles<N>;
    const typename S::V pot = S::load(answers.pot), size = S::load(answers.stakes.size), win = S::load(answers.stakes.win),
                        loss = S::load(answers.stakes.loss), tie = S::load(answers.stakes.tie);
    by_hand<N>(answers.called, matchup.others,
               [&](std::size_t hand, typename S::V reach) FIVECARD_INLINE_LAMBDA { S::store(scratch.weights + hand * N, reach * size); });
    // What is folded is won whatever the hand: so it goes where the sums start, beside what all hands lose.
    by_hand<N>(answers.folded, matchup.others, [&](std::size_t hand, typename S::V reach) FIVECARD_INLINE_LAMBDA {
        S::store(scratch.starts + hand * N, reach * pot - S::load(scratch.weights + hand * N) * loss);
    });
    S::store(scratch.weights + matchup.others * N, S::fill(0));
    S::store(scratch.starts + matchup.others * N, S::fill(0));
    sum_by_strength<N>(matchup, scratch.starts, scratch, [](int, typename S::V) FIVECARD_INLINE_LAMBDA {});
    const typename S::V same = loss + tie;
    for (const Contest *contest = matchup.contests, *end = contest + matchup.contest_count; contest < end; ++contest)
        S::store(scratch.out + contest->hand * N, won<N>(*contest, scratch, win) + S::load(scratch.starts + contest->same * N) +
                                                      same * S::load(scratch.weights + contest->same * N));
    by_lane<N>(matchup, scratch.out, answers.values);
}

template <std::size_t N>
void decisions_in_lanes(const Matchup& matchup, const Decisions& decisions, bool folds, const Scratch& scratch) {
    using S = Singles<N>;
    const typename S::V cost = S::load(decisions.cost), size = S::load(decisions.stakes.size), win = S::load(decisions.stakes.win),
                        loss = S::fill(0) - S::load(decisions.stakes.loss), tie = S::load(decisions.stakes.tie);
    by_hand<N>(decisions.reach, matchup.others,
               [&](std::size_t hand, typename S::V reach) FIVECARD_INLINE_LAMBDA { S::store(scratch.weights + hand * N, reach); });
    S::store(scratch.weights + matchup.others * N, S::fill(0));
    alignas(64) float with_card[(card_count + 1) * N];  // and with any
    sum_by_strength<N>(matchup, scratch.weights, scratch, [&](int card, typename S::V& sum) FIVECARD_INLINE_LAMBDA {
        S::store(with_card + static_cast<std::size_t>(card) * N, sum);
        sum = sum * loss;
    });
    const Contest* const end = matchup.contests + matchup.contest_count;
    for (const Contest* contest = matchup.contests; contest < end; ++contest)
        S::store(scratch.out + contest->hand * N,
                 size * (won<N>(*contest, scratch, win) + tie * S::load(scratch.weights + contest->same * N)));
    by_lane<N>(matchup, scratch.out, decisions.calling);
    if (!folds) return;
    const typename S::V all = S::load(with_card + card_count * N);
    for (const Contest* contest = matchup.contests; contest < end; ++contest)
        S::store(scratch.folded + contest->hand * N,
                 cost * (all - S::load(with_card + contest->first * N) - S::load(with_card + contest->second * N) +
                         S::load(scratch.weights + contest->same * N)));
    by_lane<N>(matchup, scratch.folded, decisions.folding);
}

inline void folds(const Matchup& matchup, const Folds& folds, const Scratch& scratch) {
    using S = Wide;
    constexpr std::size_t N = single_lanes;
    const typename S::V pot = S::load(folds.pot);
    by_hand<N>(folds.reach, matchup.others,
               [&](std::size_t hand, typename S::V reach) FIVECARD_INLINE_LAMBDA { S::store(scratch.weights + hand * N, reach * pot); });
    S::store(scratch.weights + matchup.others * N, S::fill(0));
    typename S::V total = S::fill(0);
    for (int card = 0; card < card_count; ++card) {
        typename S::V sum = S::fill(0);
        for (std::size_t place = matchup.card_start[card]; place < matchup.card_start[card + 1]; ++place)
            sum = sum + S::load(scratch.weights + matchup.by_card[place] * N);
        S::store(scratch.by_card + static_cast<std::size_t>(card) * N, sum);
        total = total + sum;
    }
    const typename S::V all = total * S::fill(0.5f);
    for (const Contest *contest = matchup.contests, *end = contest + matchup.contest_count; contest < end; ++contest)
        S::store(scratch.out + contest->hand * N, all - S::load(scratch.by_card + contest->first * N) -
                                                      S::load(scratch.by_card + contest->second * N) +
                                                      S::load(scratch.weights + contest->same * N));
    by_lane<N>(matchup, scratch.out, folds.values);
}

// Half a register where that is enough.
inline void answers(const Matchup& matchup, const Answers& answers, std::size_t count, const Scratch& scratch) {
    if constexpr (single_lanes == 16)
        if (count <= 8) return answers_in_lanes<8>(matchup, answers, scratch);
    answers_in_lanes<single_lanes>(matchup, answers, scratch);
}
inline void decisions(const Matchup& matchup, const Decisions& decisions, std::size_t count, bool folds, const Scratch& scratch) {
    if constexpr (single_lanes == 16)
        if (count <= 8) return decisions_in_lanes<8>(matchup, decisions, folds, scratch);
    decisions_in_lanes<single_lanes>(matchup, decisions, folds, scratch);
}

}  // namespace after_flop

const PostflopKernels postflop_kernels = {
    .lanes = single_lanes,
    .play = {after_flop::play<float>, after_flop::play<std::uint16_t>},
    .play_average = {after_flop::play_average<float>, after_flop::play_average<std::uint16_t>},
    .learn = {after_flop::learn<float>, after_flop::learn<std::uint16_t>},
    .value_average = {after_flop::value_average<float>, after_flop::value_average<std::uint16_t>},
    .best = after_flop::best,
    .sum = after_flop::sum,
    .answers = after_flop::answers,
    .decisions = after_flop::decisions,
    .folds = after_flop::folds,
};

}  // namespace fivecard::kernels::FIVECARD_MACHINE
