// The two passes of `passes.py` for a GPU: the same argument, the same integers.
//
// A block takes late sets one after another, a thread one or two own hands. The sweep in order of value is replaced by
// counting: how many pairs are below a hand, less those that share one of its cards. That is a thousand comparisons a
// hand, all of them on numbers that lie in the block's own memory, and no step waits for the one before.

static const int HOLE = 2, OUTCOMES = 6, MOST_PATHS = 16, MOST_SUBSETS = 20, MOST_CARDS = 54, MOST_CELLS = 6144;

struct Tables {  // in the order in which `on_device.py` packs them
    i64 n_cards, n_hands, n_paths, n_stages, starts_columns, n_planes, choice_bits, least, dealers, hidden;
    i64 smaller_on_ties, late, n_subsets, middle, n_kinds, n_rows, places_columns;
    u64 start_key;
    const u8 *cards, *hands;
    const i32 *hand_images, *set_class;
    const i8* set_symmetry;
    const i32* class_of;
    const i64 *columns, *kind_by_value, *net, *starts, *n_prefixes, *planes, *first_path, *places;
    const u64 *card_keys, *card_masks;
    const i32* offsets;
    const u16 *values, *mask_values;
};

struct Shared {
    u32 low[MOST_CELLS], high[MOST_CELLS];
    i32 set_class[MOST_SUBSETS], set_symmetry[MOST_SUBSETS];
    i32 set, n_boards;
    u8 shown[MOST_CARDS], last[MOST_CARDS];
    u16 value[1];  // as many boards as follow a late set, times all hands
};

struct Met { i64 count[OUTCOMES]; };

struct Late {
    i64 worth[MOST_PATHS], after_first[MOST_PATHS];
    i32 leads_to[MOST_PATHS], choice[MOST_PATHS];
};

DEVICE u16 value_of(const Tables& t, u64 key, u64 mask) {
    u16 value = looked_up(t.values, t.offsets, key & RANK_MASK);
    u64 flush = key & FLUSH_BITS;
    if (flush) {
        u64 suit = (lowest_bit(flush) - (RANK_BITS + COUNTER_BITS - 1)) / COUNTER_BITS;
        u16 suited = t.mask_values[((mask >> (suit * MASK_BITS)) & SUIT_MASK) | (mask & JOKER_MASK)];
        if (suited > value) value = suited;
    }
    return value;
}

DEVICE u16 value_with(const Tables& t, const u8* late_set, int last, int hand) {
    u64 key = t.start_key, mask = 0;
    for (int place = 0; place < t.late + (last >= 0) + HOLE; place++) {
        int held = place < t.late ? late_set[place] : place < t.late + HOLE ? t.hands[HOLE * hand + place - t.late] : last;
        key += t.card_keys[t.cards[held]];
        mask |= t.card_masks[t.cards[held]];
    }
    return value_of(t, key, mask);
}

DEVICE bool is_free(const Tables& t, const Shared& s, int hand) {
    return !s.shown[t.hands[HOLE * hand]] && !s.shown[t.hands[HOLE * hand + 1]];
}

DEVICE int pair_number(int one, int other) {
    return one > other ? one * (one - 1) / 2 + other : other * (other - 1) / 2 + one;
}

// Which cards lie, which boards follow, the classes of the middle sets, and the value of every hand on every board.
DEVICE void lay_set(const Tables& t, Shared& s, const u8* late_set) {
    for (int card = threadIdx.x; card < t.n_cards; card += blockDim.x) {
        s.shown[card] = 0;
        for (int place = 0; place < t.late; place++) s.shown[card] |= late_set[place] == card;
    }
    for (int subset = threadIdx.x; subset < t.n_subsets; subset += blockDim.x) {
        i64 number = 0;
        for (int column = 0; column < t.middle; column++)
            number += t.places[late_set[t.columns[subset * t.middle + column]] * t.places_columns + column];
        s.set_class[subset] = t.set_class[number];
        s.set_symmetry[subset] = t.set_symmetry[number];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        s.n_boards = 0;
        if (t.hidden) {
            for (int card = 0; card < t.n_cards; card++)
                if (!s.shown[card]) s.last[s.n_boards++] = card;
        } else {
            s.n_boards = 1;
        }
    }
    __syncthreads();
    for (int each = threadIdx.x; each < s.n_boards * t.n_hands; each += blockDim.x) {
        int hand = each % t.n_hands, last = t.hidden ? s.last[each / t.n_hands] : -1;
        bool meets = last >= 0 && (t.hands[HOLE * hand] == last || t.hands[HOLE * hand + 1] == last);
        s.value[each] = meets || !is_free(t, s, hand) ? 0 : value_with(t, late_set, last, hand);
    }
    __syncthreads();
}

// The dealers that a hand beats, ties and loses to on one board, those that qualify apart from those that do not.
DEVICE Met meet(const Tables& t, const Shared& s, int board, int hand) {
    const u16* values = s.value + board * t.n_hands;
    int own = values[hand], below = 0, not_above = 0, unqualified = 0;
    for (int other = 0; other < t.n_hands; other++) {
        int value = values[other];
        below += value < own;
        not_above += value <= own;
        unqualified += value && value < t.least;
    }
    int on_board = t.late + t.hidden, live = t.n_cards - on_board;
    int none = t.n_hands - live * (live - 1) / 2;
    below -= none, not_above -= none;
    for (int place = 0; place < HOLE; place++) {
        int card = t.hands[HOLE * hand + place];
        for (int other = 0; other < t.n_cards; other++) {
            int value = other == card ? 0 : values[pair_number(card, other)];
            below -= value && value < own;
            not_above -= value && value <= own;
            unqualified -= value && value < t.least;
        }
    }
    not_above += 1;
    unqualified += own < t.least;
    if (own >= t.least) return {{below - unqualified, not_above - below, t.dealers - not_above, unqualified, 0, 0}};
    return {{0, 0, t.dealers - unqualified, below, not_above - below, unqualified - not_above}};
}

// What every prefix before the late stages is worth, the path it leads to, and the choice at the first of the stages.
DEVICE void decide(const Tables& t, const Shared& s, int hand, Late& late) {
    for (int path = 0; path < t.n_paths; path++) late.worth[path] = 0, late.leads_to[path] = path;
    for (int board = 0; board < s.n_boards; board++) {
        u16 value = s.value[board * t.n_hands + hand];
        if (!value) continue;
        Met met = meet(t, s, board, hand);
        for (int path = 0; path < t.n_paths; path++) {
            const i64* net = t.net + (path * t.n_kinds + t.kind_by_value[value]) * OUTCOMES;
            for (int outcome = 0; outcome < OUTCOMES; outcome++) late.worth[path] += net[outcome] * met.count[outcome];
        }
    }
    for (int stage = t.n_stages - 1; stage >= 0; stage--) {
        if (stage == 0)
            for (int path = 0; path < t.n_prefixes[1]; path++) late.after_first[path] = late.worth[path];
        for (int prefix = 0; prefix < t.n_prefixes[stage]; prefix++) {
            const i64* starts = t.starts + stage * t.starts_columns + prefix;
            int best = starts[0];
            for (int child = best + 1; child < starts[1]; child++) {
                i64 gain = late.worth[child] - late.worth[best];
                if (gain > 0 || (gain == 0 && !t.smaller_on_ties)) best = child;
            }
            late.choice[prefix] = best - starts[0];
            late.worth[prefix] = late.worth[best];
            late.leads_to[prefix] = late.leads_to[best];
        }
    }
}

DEVICE i64 class_in(const Tables& t, const Shared& s, int subset, int hand) {
    i64 image = t.hand_images[s.set_symmetry[subset] * t.n_hands + hand];
    return t.class_of[s.set_class[subset] * t.n_hands + image];
}

// The next late set of this block; behind the last one where none is left.
DEVICE u32 take_set(Shared& s, u32* next) {
    __syncthreads();
    if (threadIdx.x == 0) s.set = atomicAdd(next, 1u);
    __syncthreads();
    return s.set;
}

// First pass: `sums[class, prefix]`, and the late choices as bits.
KERNEL void value_sets(
    const Tables* tables, const u8* late_sets, const i64* numbers, const i64* weights, u32 n_sets, u32* next, u64* sums, u32* choices
) {
    const Tables t = *tables;
    ROOM(Shared, s);
    for (u32 set; (set = take_set(s, next)) < n_sets;) {
        lay_set(t, s, late_sets + t.late * set);
        for (int hand = threadIdx.x; hand < t.n_hands; hand += blockDim.x) {
            if (!is_free(t, s, hand)) continue;
            Late late;
            decide(t, s, hand, late);
            int n_prefixes = t.n_prefixes[0];
            for (int prefix = 0; prefix < n_prefixes; prefix++) {
                if (t.planes[prefix] < 0) continue;
                u64 place = ((numbers[set] * t.n_planes + t.planes[prefix]) * t.n_hands + hand) * t.choice_bits;
                u32 chosen = late.leads_to[prefix] - t.first_path[prefix];
                if (chosen) atomicOr(choices + (place >> 5), chosen << (place & 31));
            }
            for (int subset = 0; subset < t.n_subsets; subset++) {
                u64* of_class = sums + class_in(t, s, subset, hand) * n_prefixes;
                for (int prefix = 0; prefix < n_prefixes; prefix++)
                    atomicAdd(of_class + prefix, (u64)(weights[set] * late.worth[prefix]));
            }
        }
    }
    ROOM_DONE;
}

DEVICE void add_cell(Shared& s, int cell, u32 what) {
    u32 before = atomicAdd(s.low + cell, what);
    if (before + what < before) atomicAdd(s.high + cell, 1u);
}

// Second pass: `counts[path, kind, outcome]`, and the rows of the first late decision.
KERNEL void count_sets(
    const Tables* tables, const u8* late_sets, const i64* weights, u32 n_sets, u32* next, const i8* prefix_of, const i64* row_of,
    u64* counts, u64* row_counts, u64* row_sums
) {
    const Tables t = *tables;
    ROOM(Shared, s);
    int n_cells = t.n_paths * t.n_kinds * OUTCOMES, n_prefixes = t.n_prefixes[0];
    for (int cell = threadIdx.x; cell < n_cells; cell += blockDim.x) s.low[cell] = s.high[cell] = 0;
    for (u32 set; (set = take_set(s, next)) < n_sets;) {
        const u8* late_set = late_sets + t.late * set;
        lay_set(t, s, late_set);
        for (int hand = threadIdx.x; hand < t.n_hands; hand += blockDim.x) {
            if (!is_free(t, s, hand)) continue;
            Late late;
            decide(t, s, hand, late);
            i64 times[MOST_PATHS] = {0};
            for (int subset = 0; subset < t.n_subsets; subset++) times[prefix_of[class_in(t, s, subset, hand)]] += weights[set];
            for (int board = 0; board < s.n_boards; board++) {
                u16 value = s.value[board * t.n_hands + hand];
                if (!value) continue;
                Met met = meet(t, s, board, hand);
                for (int prefix = 0; prefix < n_prefixes; prefix++) {
                    if (!times[prefix]) continue;
                    int cell = (late.leads_to[prefix] * t.n_kinds + t.kind_by_value[value]) * OUTCOMES;
                    for (int outcome = 0; outcome < OUTCOMES; outcome++)
                        if (met.count[outcome]) add_cell(s, cell + outcome, times[prefix] * met.count[outcome]);
                }
            }
            if (!t.n_rows) continue;
            i64 row = row_of[set * t.n_kinds + t.kind_by_value[value_with(t, late_set, -1, hand)]];
            for (int prefix = 0; prefix < n_prefixes; prefix++) {
                i64 first = t.starts[prefix], end = t.starts[prefix + 1];
                if (!times[prefix] || end - first < 2) continue;
                i64 place = (prefix * t.n_rows + row) * t.n_paths + late.choice[prefix];
                atomicAdd(row_counts + place, (u64)times[prefix]);
                for (i64 child = first; child < end; child++)
                    atomicAdd(row_sums + place * t.n_paths + child - first, (u64)(times[prefix] * late.after_first[child]));
            }
        }
    }
    for (int cell = threadIdx.x; cell < n_cells; cell += blockDim.x)
        atomicAdd(counts + cell, ((u64)s.high[cell] << 32) + s.low[cell]);
    ROOM_DONE;
}

KERNEL void fixed_room(u64* size) { *size = sizeof(Shared); }
