// Hold'em after the flop on a GPU: the same updates as native/src/postflop/solver.cpp, on all boards of a street at once.
//
// Of each player's update: forward, from the first street on, what the other player's choices leave of their reach (a block a
// board); on the river a block plays a board and a few lines of it forward, sums up its folds and showdowns, and goes back to
// what its entries are worth, all in shared memory; then back over the streets, each adding up what its next cards lead to.
// A thread has a hand, or several, and is at the same of them throughout: only sums over hands wait for other threads.
//
// Numbers are floats, laid out as the processor's: its averages can be copied here and back. PLAY_MODE: 0 learns, 1 plays as the
// average says, 2 answers that as well as can be. RAKED: whether more is lost than won.

constexpr int CARDS = 52;
constexpr int WARP = 32;
constexpr int SEGMENTS = WARP;  // in which the sums over all hands are made
constexpr unsigned short NONE = 0xffff;
constexpr int NO_ROW = 0x7fffffff;

enum Source { SLOT, ANSWER, FOLD, SHOWDOWN, NEXT_STREET };
struct Program { int part, parts, lane, lanes, step, steps, entry, entries, reach_rows, slots; };
struct Part { int node, row, actions, from, to; };
struct Lane { int folded, called; float fold, win, loss, tie; };
struct Step { int own, node, row, input, inputs, slot; };
struct Input { int source, number; };
struct Entry { int number, source, index; };
struct Reach { int street, row; };
struct Contest { unsigned short below, up_to, first_below, first_up_to, second_below, second_up_to, same; unsigned char first, second; };
struct Next { int deal, renaming; };
struct Discount { float positive, negative, keep, add; };

// What a player's update has on a street: eight bytes each, in the order of `_STREET` in solver.py.
struct Street {
    const Program* programs;
    const Part* parts;
    const Lane* lanes;
    const Step* steps;
    const Input* inputs;
    const Entry* entries;
    const Reach* reaches;
    const Contest* contests;
    const unsigned short *order, *by_card, *card_start, *valid;
    const int *ancestors, *next_start;
    const Next* next;
    const unsigned short* renamed;
    float *regrets, *averages;                // of the player who is updated
    const float* others_regrets;
    float* others_averages;
    const unsigned char *locked, *others_locked;  // null where nothing is
    const float* weights;                     // of the other's hands
    float* reach[3];                          // of the other, by street: [board][row][hand]
    float* values;                            // [board][entry][hand]
    const float* next_values;                 // of the next street
    float* worth;                             // [board][entry of the next street][hand]
    const Discount* discount;
    long long program_count, entry_count, next_entry_count, hands, others, row, others_row;
    long long first_row, rows, others_first_row, others_rows, first_node, nodes, others_first_node, others_nodes;
    long long reach_rows[3];
    long long street;
    double chance;
};
static_assert(sizeof(Street) == STREET_BYTES, "solver.py states the same struct");

// A number for each action: MOST_ACTIONS of them, the most that a node of the question has, so that they stay in registers.
struct Actions {
    float of[MOST_ACTIONS];

    __device__ __forceinline__ float& operator[](int action) { return of[action]; }
};

template <typename Work>
__device__ __forceinline__ void for_actions(int actions, Work work) {
#pragma unroll
    for (int action = 0; action < MOST_ACTIONS; ++action)
        if (action < actions) work(action);
}

// Regret matching: each action in proportion to what is above 0, all alike where nothing is.
__device__ __forceinline__ Actions match(Actions numbers, int actions) {
    Actions chances;
    float sum = 0;
    for_actions(actions, [&](int action) { sum += chances[action] = fmaxf(numbers[action], 0.0f); });
    const bool some = sum > 1e-30f;
    const float factor = some ? 1.0f / sum : 0.0f, equal = some ? 0.0f : 1.0f / actions;
    for_actions(actions, [&](int action) { chances[action] = chances[action] * factor + equal; });
    return chances;
}

__device__ __forceinline__ const float* entry_reach(const Street& s, int deal, int entry) {
    const Reach reach = s.reaches[entry];
    if (reach.street == -1) return s.weights;
    if (reach.street == -2) return nullptr;
    const long long board = s.ancestors[deal * 3 + reach.street];
    return s.reach[reach.street] + (board * s.reach_rows[reach.street] + reach.row) * s.others_row;
}

// A program as a block goes through it, in shared memory: with the rows of reach that its steps begin at, null where nothing
// arrives.
struct BoundPart { const float* from; float* to; long long numbers; int node, actions; };
struct BoundLane { const float *folded, *called; float fold, win, loss, tie; };
struct Bound {
    BoundPart* parts;
    BoundLane* lanes;
    Step* steps;
    Input* inputs;
    unsigned short *order, *by_card, *card_start;
    int input_first, valid;
};

__device__ __forceinline__ void bring(const float* number) { asm volatile("prefetch.global.L2 [%0];" ::"l"(number)); }

__device__ float* bind(const Street& s, const Program& program, int deal, float* rows, float* memory, Bound& bound) {
    bound.parts = (BoundPart*)memory;
    bound.lanes = (BoundLane*)(bound.parts + program.parts);
    bound.steps = (Step*)(bound.lanes + program.lanes);
    bound.input_first = program.steps ? s.steps[program.step].input : 0;
    const int inputs = program.steps ? s.steps[program.step + program.steps - 1].input + s.steps[program.step + program.steps - 1].inputs - bound.input_first : 0;
    bound.inputs = (Input*)(bound.steps + program.steps);
    bound.order = (unsigned short*)(bound.inputs + inputs);
    bound.by_card = bound.order + s.others;
    bound.card_start = bound.by_card + 2 * s.others;
    bound.valid = s.valid[deal];
    const auto reach_of = [&](int row) -> const float* {
        if (row == NO_ROW) return nullptr;
        return row < 0 ? entry_reach(s, deal, -1 - row) : rows + (long long)row * s.others_row;
    };
    const long long first = s.others_first_row + deal * s.others_rows;
    for (int number = threadIdx.x; number < program.parts; number += blockDim.x) {
        const Part part = s.parts[program.part + number];
        bound.parts[number] = {reach_of(part.from), rows + (long long)part.to * s.others_row, (first + part.row) * s.others_row, part.node, part.actions};
    }
    for (int number = threadIdx.x; number < program.lanes; number += blockDim.x) {
        const Lane lane = s.lanes[program.lane + number];
        bound.lanes[number] = {reach_of(lane.folded), reach_of(lane.called), lane.fold, lane.win, lane.loss, lane.tie};
    }
    for (int number = threadIdx.x; number < program.steps; number += blockDim.x) bound.steps[number] = s.steps[program.step + number];
    for (int number = threadIdx.x; number < inputs; number += blockDim.x) bound.inputs[number] = s.inputs[bound.input_first + number];
    for (int at = threadIdx.x; at < s.others; at += blockDim.x) bound.order[at] = s.order[(long long)deal * s.others + at];
    for (int at = threadIdx.x; at < 2 * s.others; at += blockDim.x) bound.by_card[at] = s.by_card[(long long)deal * 2 * s.others + at];
    for (int at = threadIdx.x; at < CARDS + 1; at += blockDim.x) bound.card_start[at] = s.card_start[deal * (CARDS + 1) + at];
    __syncthreads();
    const unsigned long long end = (unsigned long long)(bound.card_start + CARDS + 1);
    return (float*)((end + 15) / 16 * 16);
}

// Brings what the block will read to a cache that is near, all at once: one after the other, each would be waited for.
template <int MODE>
__device__ void bring_numbers(const Street& s, const Program& program, int deal, const Bound& bound) {
    for (int hand = threadIdx.x; hand < s.others_row; hand += blockDim.x)
        for (int number = 0; number < program.parts; ++number)
            for (int action = 0; action < bound.parts[number].actions; ++action) {
                const long long at = bound.parts[number].numbers + action * s.others_row + hand;
                bring(s.others_averages + at);
                if (MODE == 0) bring(s.others_regrets + at);
            }
    if (MODE == 2) return;
    const float* const numbers = MODE == 0 ? s.regrets : s.averages;
    for (int hand = threadIdx.x; hand < s.row; hand += blockDim.x)
        for (int number = 0; number < program.steps; ++number)
            if (bound.steps[number].own)
                for (int action = 0; action < bound.steps[number].inputs; ++action)
                    bring(numbers + (s.first_row + deal * s.rows + bound.steps[number].row + action) * s.row + hand);
}

template <int MODE>
__device__ void play(const Street& s, const Program& program, int deal, const Bound& bound) {
    const int row = s.others_row;
    const long long node = s.others_first_node + deal * s.others_nodes;
    const Discount discount = *s.discount;
    const float* const all_regrets = s.others_regrets;
    float* const all_averages = s.others_averages;
    const unsigned char* const locked = MODE == 0 ? s.others_locked : nullptr;
    for (int hand = threadIdx.x; hand < row; hand += blockDim.x) {
        // The numbers of the next part are on their way while one is worked at.
        Actions regrets, averages;
        const auto load = [&](int number) {
            const long long at = bound.parts[number].numbers + hand;
            for_actions(bound.parts[number].actions, [&](int action) {
                averages[action] = all_averages[at + action * row];
                if (MODE == 0) regrets[action] = all_regrets[at + action * row];
            });
        };
        if (program.parts) load(0);
        for (int number = 0; number < program.parts; ++number) {
            const BoundPart part = bound.parts[number];
            const bool learns = MODE == 0 && !(locked && locked[node + part.node]);
            const Actions before = averages;
            Actions chances = match(learns ? regrets : averages, part.actions);
            if (number + 1 < program.parts) load(number + 1);
            const float here = part.from ? part.from[hand] : 0.0f;
            for_actions(part.actions, [&](int action) {
                const float arrives = here * chances[action];
                part.to[action * row + hand] = arrives;
                if (learns) all_averages[part.numbers + action * row + hand] = before.of[action] * discount.keep + arrives * discount.add;
            });
        }
    }
}

// What lies in shared memory behind the rows of reach, lane by lane.
struct Sums {
    float *folds, *all_folds;    // sums of the reach that folds: by card; of all
    float *by_card, *all;        // of what is shown down: running sums by strength, for each card and for all hands
    int by_card_size, all_size;
};

template <bool RIVER>
__device__ float* lay_out(const Street& s, const Program& program, float* memory, Sums& sums) {
    sums.by_card_size = 2 * (int)s.others + CARDS, sums.all_size = (int)s.others + 1;
    sums.folds = memory, memory += program.lanes * CARDS;
    sums.all_folds = memory, memory += program.lanes;
    if (RIVER) {
        sums.by_card = memory, memory += program.lanes * sums.by_card_size;
        sums.all = memory, memory += program.lanes * sums.all_size;
    }
    return memory;
}

// All sums begin with half of the whole taken off: what is weaker less what is stronger is then a sum of two of them.
template <bool RIVER>
__device__ void sum_up(const Program& program, const Bound& bound, const Sums& sums) {
    const unsigned short *const by_card = bound.by_card, *const order = bound.order;
    const int valid = bound.valid;
    for (int task = threadIdx.x; task < program.lanes * CARDS; task += blockDim.x) {
        const int number = task / CARDS, card = task - number * CARDS, begin = bound.card_start[card], end = bound.card_start[card + 1];
        const float *const folded = bound.lanes[number].folded, *const called = RIVER ? bound.lanes[number].called : nullptr;
        float folds = 0, calls = 0;
        for (int at = begin; at < end; ++at) {
            const int hand = by_card[at];
            if (folded) folds += folded[hand];
            if (RIVER && called) calls += called[hand];
        }
        sums.folds[task] = folds;
        if (RIVER && called) {
            float* to = sums.by_card + number * sums.by_card_size + begin + card;
            float sum = -0.5f * calls;
            *to = sum;
            for (int at = begin; at < end; ++at) *++to = sum += called[by_card[at]];
        }
    }
    if (RIVER)
        for (int task = threadIdx.x; task < program.lanes * SEGMENTS; task += blockDim.x) {
            const int number = task / SEGMENTS, segment = task - number * SEGMENTS;
            const float* const called = bound.lanes[number].called;
            float sum = 0;
            if (called)
                for (int at = valid * segment / SEGMENTS; at < valid * (segment + 1) / SEGMENTS; ++at) sum += called[order[at]];
            // The segments of a lane are the threads of a warp, as the tasks of a block are whole warps.
            float before = sum;
#pragma unroll
            for (int step = 1; step < SEGMENTS; step *= 2) {
                const float other = __shfl_up_sync(0xffffffff, before, step);
                if (segment >= step) before += other;
            }
            const float all = __shfl_sync(0xffffffff, before, SEGMENTS - 1);
            if (!called) continue;
            sum = before - sum - 0.5f * all;
            float* const to = sums.all + number * sums.all_size;
            if (segment == 0) to[0] = -0.5f * all;
            for (int at = valid * segment / SEGMENTS; at < valid * (segment + 1) / SEGMENTS; ++at) to[at + 1] = sum += called[order[at]];
        }
    __syncthreads();
    for (int task = threadIdx.x; task < program.lanes * WARP; task += blockDim.x) {
        const int number = task / WARP, thread = task - number * WARP;
        float sum = sums.folds[number * CARDS + thread];
        if (thread + WARP < CARDS) sum += sums.folds[number * CARDS + thread + WARP];
#pragma unroll
        for (int step = WARP / 2; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
        if (thread == 0) sums.all_folds[number] = 0.5f * sum;
    }
    __syncthreads();
}

template <int MODE, bool RIVER>
__device__ void value(const Street& s, const Program& program, int deal, const Bound& bound, float* memory) {
    Sums sums;
    float* const slots = lay_out<RIVER>(s, program, memory, sums);
    sum_up<RIVER>(program, bound, sums);
    const int row = s.row;
    const long long first = s.first_row + deal * s.rows, node = s.first_node + deal * s.nodes;
    const Discount discount = *s.discount;
    float *const regrets = s.regrets, *const values_of_entries = s.values + deal * s.entry_count * row;
    const float *const averages = s.averages, *const worth = s.worth + deal * s.next_entry_count * row;
    const unsigned char* const all_locked = s.locked;
    const int steps = program.steps;
    for (int hand = threadIdx.x; hand < row; hand += blockDim.x) {
        const Contest contest = s.contests[(long long)deal * row + hand];
        const bool possible = contest.below != NONE;
        const auto folded = [&](int number) {
            const BoundLane& lane = bound.lanes[number];
            if (!possible || !lane.folded) return 0.0f;
            const float* const by_card = sums.folds + number * CARDS;
            const float meets = sums.all_folds[number] - by_card[contest.first] - by_card[contest.second];
            return lane.fold * (contest.same == NONE ? meets : meets + lane.folded[contest.same]);
        };
        const auto shown = [&](int number) {
            const BoundLane& lane = bound.lanes[number];
            if (!RIVER || !possible || !lane.called) return 0.0f;
            const float *const all = sums.all + number * sums.all_size, *const by_card = sums.by_card + number * sums.by_card_size;
            const float below = all[contest.below] - by_card[contest.first_below] - by_card[contest.second_below];
            const float up_to = all[contest.up_to] - by_card[contest.first_up_to] - by_card[contest.second_up_to];
#if RAKED
            const unsigned short* const start = bound.card_start;
            const int end_first = start[contest.first + 1] + contest.first, end_second = start[contest.second + 1] + contest.second;
            const int begin_first = start[contest.first] + contest.first, begin_second = start[contest.second] + contest.second;
            const float same = contest.same == NONE ? 0.0f : lane.called[contest.same];
            const float whole = all[bound.valid] - by_card[end_first] - by_card[end_second];
            const float nothing = all[0] - by_card[begin_first] - by_card[begin_second];
            return lane.win * (below - nothing) - lane.loss * (whole - up_to) + lane.tie * (up_to - below + same);
#else
            return lane.win * (below + up_to);
#endif
        };
        const auto get = [&](Input input) {
            switch (input.source) {
                case SLOT: return slots[input.number * row + hand];
                case ANSWER: return folded(input.number) + shown(input.number);
                case FOLD: return folded(input.number);
                case SHOWDOWN: return shown(input.number);
                default: return worth[input.number * row + hand];
            }
        };
        const float* const from = MODE == 0 ? regrets : averages;
        Actions next;
        const auto load = [&](int number) {
            const Step& step = bound.steps[number];
            if (MODE != 2 && step.own)
                for_actions(step.inputs, [&](int action) { next[action] = from[(first + step.row + action) * row + hand]; });
        };
        if (steps) load(0);
        for (int number = 0; number < steps; ++number) {
            const Step step = bound.steps[number];
            const Input* const inputs = bound.inputs + step.input - bound.input_first;
            Actions numbers = next;
            if (number + 1 < steps) load(number + 1);
            float found = 0;
            if (!step.own) {
                for (int input = 0; input < step.inputs; ++input) found += get(inputs[input]);
            } else {
                const long long at = (first + step.row) * row + hand;
                const bool locked = all_locked && all_locked[node + step.node];
                Actions values;
                for_actions(step.inputs, [&](int action) { values[action] = get(inputs[action]); });
                if (MODE == 2 && !locked) {
                    found = values[0];
                    for_actions(step.inputs, [&](int action) { found = fmaxf(found, values[action]); });
                } else {
                    if (MODE != 1 && locked) for_actions(step.inputs, [&](int action) { numbers[action] = averages[at + action * row]; });
                    Actions chances = match(numbers, step.inputs);
                    for_actions(step.inputs, [&](int action) { found += chances[action] * values[action]; });
                    if (MODE == 0 && !locked)
                        for_actions(step.inputs, [&](int action) {
                            const float factor = numbers[action] > 0 ? discount.positive : discount.negative;
                            regrets[at + action * row] = numbers[action] * factor + values[action] - found;
                        });
                }
            }
            slots[step.slot * row + hand] = found;
        }
        for (int number = 0; number < program.entries; ++number) {
            const Entry entry = s.entries[program.entry + number];
            values_of_entries[entry.number * row + hand] = get({entry.source, entry.index});
        }
    }
}

extern "C" {

// Before the last card: a block a board.
__global__ __launch_bounds__(THREADS) void forward(const Street* __restrict__ street) {
    extern __shared__ __align__(16) float memory[];
    const Street& s = *street;
    const int deal = blockIdx.x;
    const Program program = s.programs[0];
    Bound bound;
    bind(s, program, deal, s.reach[s.street] + deal * s.reach_rows[s.street] * s.others_row, memory, bound);
    play<PLAY_MODE>(s, program, deal, bound);
}

__global__ __launch_bounds__(THREADS) void backward(const Street* __restrict__ street) {
    extern __shared__ __align__(16) float memory[];
    const Street& s = *street;
    const int deal = blockIdx.x;
    const Program program = s.programs[0];
    Bound bound;
    float* const behind = bind(s, program, deal, s.reach[s.street] + deal * s.reach_rows[s.street] * s.others_row, memory, bound);
    value<PLAY_MODE, false>(s, program, deal, bound, behind);
}

// The last street: a block a board and program.
__global__ __launch_bounds__(THREADS, BLOCKS) void river(const Street* __restrict__ street) {
    extern __shared__ __align__(16) float memory[];
    const Street& s = *street;
    const int deal = blockIdx.x / (int)s.program_count;
    const Program program = s.programs[blockIdx.x % (int)s.program_count];
    float* const rows = memory;
    Bound bound;
    float* const behind = bind(s, program, deal, rows, memory + program.reach_rows * s.others_row, bound);
    bring_numbers<PLAY_MODE>(s, program, deal, bound);
    play<PLAY_MODE>(s, program, deal, bound);
    __syncthreads();
    value<PLAY_MODE, true>(s, program, deal, bound, behind);
}

// What the next street's entries are worth before its card is known: a block a board and entry.
__global__ __launch_bounds__(THREADS) void combine(const Street* __restrict__ street) {
    const Street& s = *street;
    const int deal = blockIdx.x / (int)s.next_entry_count, entry = blockIdx.x % (int)s.next_entry_count;
    for (int hand = threadIdx.x; hand < s.row; hand += blockDim.x) {
        float sum = 0;
        for (int at = s.next_start[deal]; at < s.next_start[deal + 1]; ++at) {
            const Next next = s.next[at];
            const int renamed = s.renamed[next.renaming * s.row + hand];
            sum += s.next_values[(next.deal * s.next_entry_count + entry) * s.row + renamed];
        }
        s.worth[(deal * s.next_entry_count + entry) * s.row + hand] = sum * (float)s.chance;
    }
}

// Counts iterations, and finds what the next one does to what was gathered before.
__global__ void advance(unsigned long long* iterations, Discount* discount, float forgotten) {
    const double done = (double)*iterations, now = done + 1, positive = done * sqrt(done), kept = done / now;
    *discount = {(float)(positive / (positive + 1)), forgotten, (float)(kept * kept * kept * kept * kept), (float)(1024 * 5 / now)};
    ++*iterations;
}

}  // extern "C"
