// The counts of `boards.py` and the play of `holes.py` for a GPU: the same argument, the same integers.
//
// `count_worlds`: a block takes a flop in one world, goes through its boards, and sweeps the pairs of kinds in order of
// value. The graph of the pairs passed is a word of bits for each kind, and common neighbours are counted bits, one mask
// for each binary digit of the cards left. Where a flush is possible the board is swept twice in the world of its suit:
// with flushes, and without them to take off what the rank world has added for it.
//
// `play_holes`: a block takes the holes of a flop whose highest card is given, a thread a hole. Lanes whose holes go to
// the same totals add up before they add to them.

static const int COLUMNS = 16, KINDS = 32, RANKS = 13, SQUARE = 208, MOST_PLACES = 416, SORTED = 512, PLACE_BITS = 9;
static const int WIN = 0, NOT_LOSE = 1, LOWER = 2, EQUAL = 4, SUMS = 6, FLUSH_CARDS = 5, FLUSH_ON_BOARD = 3, HOLE = 4;
static const int MOST_CARDS = 52, WAYS = 3, JOINT = 8, CELLS = JOINT + 1, MOST_STRATEGIES = 8, MOST_BONUSES = 40;
static const int MOST_CLASSES = 64, STATISTICS = 3, DIGITS = 3;
static const u32 NOT_LIVE = 0xFFFFFFFFu;

struct Worlds {  // in the order in which `on_device.py` packs them
    const u64* rank_keys;
    const i32* offsets;
    const u16 *values, *mask_values;
    const i64 *squares, *flop_key, *flop_mask, *in_flop, *sums_start;
    const u8* counts;
};

struct Sweep {
    u32 adjacent[KINDS];
    i32 through_two[KINDS][KINDS], through_one[KINDS], triangles;
    u32 digits[DIGITS];
    u32 order[SORTED];
    u16 value[MOST_PLACES];
    u8 one[MOST_PLACES], other[MOST_PLACES], left[KINDS], counts[KINDS];
    i32 n_live, world;
};

DEVICE void kinds_of(int place, int squares, u8& one, u8& other) {
    int row = place % SQUARE / COLUMNS, column = place % COLUMNS;
    bool both_suited = squares == 2 && place < SQUARE && column > row;
    one = row + (place >= SQUARE || both_suited ? COLUMNS : 0);
    other = column + (both_suited ? COLUMNS : 0);
}

DEVICE u16 value_at(const Worlds& t, const Sweep& s, int place, u64 key, int mask, bool flushes) {
    int one = s.one[place], other = s.other[place];
    if (place % COLUMNS >= RANKS || s.left[one] < 1 || s.left[other] < 1 + (one == other)) return 0;
    u16 value = looked_up(t.values, t.offsets, key + t.rank_keys[one % COLUMNS] + t.rank_keys[other % COLUMNS]);
    if (flushes) {
        int with = mask;
        int suited = (one >= COLUMNS) + (other >= COLUMNS);
        for (int bits = mask; bits; bits &= bits - 1) suited++;
        if (one >= COLUMNS) with |= 1 << (one - COLUMNS);
        if (other >= COLUMNS) with |= 1 << (other - COLUMNS);
        if (suited >= FLUSH_CARDS && t.mask_values[with] > value) value = t.mask_values[with];
    }
    return value;
}

// Ascending by value; what is not live comes last.
DEVICE void sort_places(Sweep& s, int n_places) {
    for (int at = threadIdx.x; at < SORTED; at += blockDim.x)
        s.order[at] = at < n_places && s.value[at] ? (u32)s.value[at] << PLACE_BITS | at : NOT_LIVE;
    if (threadIdx.x == 0) s.n_live = 0;
    for (int size = 2; size <= SORTED; size *= 2)
        for (int step = size / 2; step; step /= 2) {
            __syncthreads();
            for (int i = threadIdx.x; i < SORTED / 2; i += blockDim.x) {
                int low = 2 * i - (i & (step - 1)), high = low + step;
                u32 one = s.order[low], other = s.order[high];
                if ((one > other) == !(low & size)) s.order[low] = other, s.order[high] = one;
            }
        }
    __syncthreads();
    for (int at = threadIdx.x; at < SORTED; at += blockDim.x)
        if (s.order[at] != NOT_LIVE && (at + 1 == SORTED || s.order[at + 1] == NOT_LIVE)) s.n_live = at + 1;
    __syncthreads();
}

DEVICE int joined(const Sweep& s, int one, int other) { return s.adjacent[one] >> other & 1; }

DEVICE int bits_in(u32 word) {
#ifdef __CUDACC__
    return __popc(word);
#else
    return __builtin_popcount(word);
#endif
}

// All triangles of the graph, and those through one and two cards of each kind.
DEVICE void count_triangles(Sweep& s) {
    for (int at = threadIdx.x; at < KINDS * KINDS; at += blockDim.x) {
        int one = at / KINDS, other = at % KINDS, common = 0;
        for (int digit = 0; digit < DIGITS; digit++)
            common += bits_in(s.adjacent[one] & s.adjacent[other] & s.digits[digit]) << digit;
        s.through_two[one][other] = joined(s, one, other) * (common - joined(s, one, one) - joined(s, other, other));
    }
    __syncthreads();
    for (int one = threadIdx.x; one < KINDS; one += blockDim.x) {
        int through = 0;
        for (int each = 0; each < KINDS; each++) {
            int other = (one + each) % KINDS;
            through += s.left[other] * s.through_two[one][other];
        }
        s.through_one[one] = (through - s.through_two[one][one]) / 2;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int one = 0; one < KINDS; one++) total += s.left[one] * s.through_one[one];
        s.triangles = total / 3;
    }
    __syncthreads();
}

DEVICE int all_three(const Sweep& s, int x, int y, int z) { return joined(s, x, y) & joined(s, x, z) & joined(s, y, z); }

// The triangles that avoid the cards of two hands.
DEVICE int avoiding(const Sweep& s, int p, int q) {
    int a = s.one[p], b = s.other[p], c = s.one[q], d = s.other[q];
    int found = s.triangles - s.through_one[a] - s.through_one[b] + s.through_two[a][b];
    found -= s.through_one[c] + all_three(s, a, b, c) - s.through_two[a][c] - s.through_two[b][c];
    found -= s.through_one[d] + all_three(s, a, b, d) - s.through_two[a][d] - s.through_two[b][d];
    return found + s.through_two[c][d] - all_three(s, a, c, d) - all_three(s, b, c, d);
}

DEVICE int held(const Sweep& s, int place, int kind) { return (s.one[place] == kind) + (s.other[place] == kind); }

// How many turn and river cards of two kinds are left by two hands.
DEVICE int ways_of(const Sweep& s, int turn, int river, int p, int q) {
    int turns = s.counts[turn] - held(s, p, turn) - held(s, q, turn);
    if (turn == river) return turns * (turns - 1) / 2;
    return turns * (s.counts[river] - held(s, p, river) - held(s, q, river));
}

// Add the rows of all hands of one value, against what was passed so far.
DEVICE void add_rows(const Sweep& s, int n_places, int start, int end, int turn, int river, int result, int sign, i32* sums) {
    for (int each = threadIdx.x; each < (end - start) * n_places; each += blockDim.x) {
        int p = s.order[start + each / n_places] & ((1 << PLACE_BITS) - 1), q = each % n_places;
        if (!s.value[q] || (n_places == SQUARE && p % COLUMNS > p / COLUMNS)) continue;
        i32 found = sign * ways_of(s, turn, river, p, q) * avoiding(s, p, q);
        i32* row = sums + (i64)p * SUMS * n_places + q;
        row[result * n_places] += found;
        if (s.value[p] < s.value[q]) row[(LOWER + result) * n_places] += found;
        if (s.value[p] == s.value[q]) row[(EQUAL + result) * n_places] += found;
    }
}

DEVICE void sweep_board(const Worlds& t, Sweep& s, int world, int turn, int river, int mask, bool flushes, int sign, i32* sums) {
    int n_places = t.squares[world] * SQUARE;
    __syncthreads();
    for (int kind = threadIdx.x; kind < KINDS; kind += blockDim.x) {
        s.left[kind] = s.counts[kind] - (kind == turn) - (kind == river);
        s.adjacent[kind] = 0;
    }
    __syncthreads();
    u64 key = t.flop_key[world] + t.rank_keys[turn % COLUMNS] + t.rank_keys[river % COLUMNS];
    for (int place = threadIdx.x; place < n_places; place += blockDim.x) s.value[place] = value_at(t, s, place, key, mask, flushes);
    for (int digit = threadIdx.x; digit < DIGITS; digit += blockDim.x) {
        s.digits[digit] = 0;
        for (int kind = 0; kind < KINDS; kind++) s.digits[digit] |= (u32)(s.left[kind] >> digit & 1) << kind;
    }
    __syncthreads();
    sort_places(s, n_places);
    count_triangles(s);
    for (int start = 0, end; start < s.n_live; start = end) {
        u32 value = s.order[start] >> PLACE_BITS;
        for (end = start; end < s.n_live && s.order[end] >> PLACE_BITS == value;) end++;
        add_rows(s, n_places, start, end, turn, river, WIN, sign, sums);
        __syncthreads();
        for (int at = start + threadIdx.x; at < end; at += blockDim.x) {
            int place = s.order[at] & ((1 << PLACE_BITS) - 1), one = s.one[place], other = s.other[place];
            atomicOr(s.adjacent + one, 1u << other);
            atomicOr(s.adjacent + other, 1u << one);
        }
        __syncthreads();
        count_triangles(s);
        add_rows(s, n_places, start, end, turn, river, NOT_LOSE, sign, sums);
        __syncthreads();
    }
}

KERNEL void count_worlds(const Worlds* tables, u32 n_worlds, u32* next, i32* all_sums) {
    const Worlds t = *tables;
    ROOM(Sweep, s);
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s.world = atomicAdd(next, 1u);
        __syncthreads();
        int world = s.world;
        if (world >= (int)n_worlds) break;
        i32* sums = all_sums + t.sums_start[world];
        int squares = t.squares[world];
        for (int kind = threadIdx.x; kind < KINDS; kind += blockDim.x) s.counts[kind] = t.counts[world * KINDS + kind];
        for (int place = threadIdx.x; place < squares * SQUARE; place += blockDim.x)
            kinds_of(place, squares, s.one[place], s.other[place]);
        __syncthreads();
        for (int turn = 0; turn < KINDS; turn++)
            for (int river = 0; river < KINDS; river++) {
                int high = turn % COLUMNS, low = river % COLUMNS;
                if (low > high || (low == high && river > turn)) continue;
                if (s.counts[turn] < 1 || s.counts[river] < 1 + (turn == river)) continue;
                if (squares == 1) {
                    sweep_board(t, s, world, turn, river, 0, false, 1, sums);
                } else if (t.in_flop[world] + (turn >= COLUMNS) + (river >= COLUMNS) >= FLUSH_ON_BOARD) {
                    int mask = t.flop_mask[world];
                    if (turn >= COLUMNS) mask |= 1 << high;
                    if (river >= COLUMNS) mask |= 1 << low;
                    sweep_board(t, s, world, turn, river, mask, true, 1, sums);
                    sweep_board(t, s, world, turn, river, mask, false, -1, sums);
                }
            }
    }
    ROOM_DONE;
}

struct Holes {
    i64 n_cards, n_strategies, n_bonuses, n_classes, most_parts, deals, raised_stake, places_columns;
    const i64 *weight, *n_parts, *sums_start, *squares, *places_of;
    const u16* places;
    const u8 *cards, *classes, *raises, *bonus, *triples;
    const i32 *points, *strengths;
};

struct Totals {
    u64 play[(1 + MOST_STRATEGIES) * MOST_BONUSES * 4 * CELLS];
    u64 statistics[MOST_CLASSES * STATISTICS];
    i32 unit;
};

struct Flop {
    const i32* sums[4];
    const u16* places[4];
    int n_parts, n_places[4];
};

DEVICE void arranged(int way, const int* h, int* cards) {
    cards[0] = h[0], cards[1] = h[1 + way], cards[2] = h[way ? 1 : 2], cards[3] = h[way == 2 ? 2 : 3];
}

// Deals won less deals lost, of the first hand and of the second.
DEVICE void edges_of(const Holes& t, const Flop& f, const int* cards, i32& first, i32& second) {
    first = second = -(i32)t.deals;
    for (int part = 0; part < f.n_parts; part++) {
        i64 n = f.n_places[part], p = f.places[part][cards[0] * t.n_cards + cards[1]], q = f.places[part][cards[2] * t.n_cards + cards[3]];
        const i32 *one = f.sums[part] + p * SUMS * n + q, *other = f.sums[part] + q * SUMS * n + p;
        first += one[WIN * n] + one[NOT_LOSE * n];
        second += other[WIN * n] + other[NOT_LOSE * n];
    }
}

// The eight joint counts of two hands in the order of `tables.py`, and one hole.
DEVICE void joint_of(const Holes& t, const Flop& f, const int* cards, u32* cells) {
    for (int cell = 0; cell < JOINT; cell++) cells[cell] = 0;
    cells[JOINT] = 1;
    for (int part = 0; part < f.n_parts; part++) {
        i64 n = f.n_places[part], p = f.places[part][cards[0] * t.n_cards + cards[1]], q = f.places[part][cards[2] * t.n_cards + cards[3]];
        const i32 *one = f.sums[part] + p * SUMS * n + q, *other = f.sums[part] + q * SUMS * n + p;
        i32 equal_win = one[EQUAL * n], lower = one[LOWER * n], lower_not = one[(LOWER + 1) * n];
        i32 other_lower = other[LOWER * n], other_lower_not = other[(LOWER + 1) * n];
        cells[0] += one[WIN * n];
        cells[1] += one[NOT_LOSE * n];
        cells[2] += other[WIN * n];
        cells[3] += other[NOT_LOSE * n];
        cells[4] += lower + other_lower + equal_win;
        cells[5] += lower + equal_win + other_lower_not;
        cells[6] += lower_not + other_lower + equal_win;
        cells[7] += lower_not + other_lower_not + one[(EQUAL + 1) * n];
    }
}

// Add the cells of a hole to the totals under its key, those of a warp together.
DEVICE void add_by_key(u64* totals, int key, bool valid, const u32* cells, u64 weight) {
#ifdef __CUDACC__
    const u32 all = 0xFFFFFFFFu;
    int lane = threadIdx.x % LANES;
    for (u32 todo = __ballot_sync(all, valid); todo;) {
        int now = __shfl_sync(all, key, __ffs(todo) - 1);
        bool mine = valid && key == now;
        u32 kept = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            u32 sum = __reduce_add_sync(all, mine ? cells[cell] : 0);
            if (lane == cell) kept = sum;
        }
        if (lane < CELLS) atomicAdd(totals + now * CELLS + lane, kept * weight);
        todo &= ~__ballot_sync(all, mine);
    }
#else
    for (int cell = 0; valid && cell < CELLS; cell++) totals[key * CELLS + cell] += cells[cell] * weight;
#endif
}

DEVICE int best_by_points(const Holes& t, i64 table, const int* h) {
    int best = -1, best_points = 0, best_high = 0, best_low = 0;
    for (int way = 0; way < WAYS; way++) {
        int cards[HOLE];
        arranged(way, h, cards);
        i64 one = table + cards[0] * t.n_cards + cards[1], other = table + cards[2] * t.n_cards + cards[3];
        int both = t.points[one] + t.points[other], x = t.strengths[one], y = t.strengths[other];
        int high = x > y ? x : y, low = x > y ? y : x;
        bool better = both != best_points ? both > best_points : high != best_high ? high > best_high : low > best_low;
        if (best < 0 || better) best = way, best_points = both, best_high = high, best_low = low;
    }
    return best;
}

DEVICE void add_hand(Totals& s, int of_class, bool raised, i32 edge, u64 weight) {
    u64* here = s.statistics + of_class * STATISTICS;
    atomicAdd(here, weight);
    if (raised) atomicAdd(here + 1, weight);
    atomicAdd(here + 2, (u64)((i64)weight * edge));
}

DEVICE void play_hole(const Holes& t, Totals& s, const Flop& f, int flop, const int* h, bool valid) {
    int best = -1, cards[HOLE];
    i64 best_worth = 0;
    i32 best_first = 0, best_second = 0;
    u32 cells[WAYS][CELLS];
    bool known[WAYS] = {false, false, false};
    u64 weight = t.weight[flop];
    int bonus = 0;
    i64 table = (i64)flop * t.n_cards * t.n_cards;
    if (valid) {
        for (int way = 0; way < WAYS; way++) {
            i32 first, second;
            arranged(way, h, cards);
            edges_of(t, f, cards, first, second);
            i64 worth = (first > 0 ? t.raised_stake : 1) * first + (second > 0 ? t.raised_stake : 1) * second;
            if (best < 0 || worth > best_worth) best = way, best_worth = worth, best_first = first, best_second = second;
        }
        i64 number = 0;
        for (int place = 0; place < HOLE; place++)
            number += t.places_of[t.cards[flop * t.n_cards + h[HOLE - 1 - place]] * t.places_columns + place];
        bonus = t.bonus[number];
        arranged(best, h, cards);
        add_hand(s, t.classes[table + cards[0] * t.n_cards + cards[1]], best_first > 0, best_first, weight);
        add_hand(s, t.classes[table + cards[2] * t.n_cards + cards[3]], best_second > 0, best_second, weight);
    }
    for (int strategy = 0; strategy <= t.n_strategies; strategy++) {
        int way = 0, key = 0;
        if (valid) {
            i64 own = ((i64)flop * t.n_strategies + strategy - 1) * t.n_cards * t.n_cards;
            way = strategy ? best_by_points(t, own, h) : best;
            arranged(way, h, cards);
            int first = strategy ? t.raises[own + cards[0] * t.n_cards + cards[1]] : best_first > 0;
            int second = strategy ? t.raises[own + cards[2] * t.n_cards + cards[3]] : best_second > 0;
            key = ((strategy * (int)t.n_bonuses + bonus) * 2 + first) * 2 + second;
            if (!known[way]) joint_of(t, f, cards, cells[way]), known[way] = true;
        }
        add_by_key(s.play, key, valid, cells[way], weight);
    }
}

KERNEL void play_holes(const Holes* tables, u32 n_flops, u32* next, const i32* all_sums, u64* play, u64* statistics) {
    const Holes t = *tables;
    ROOM(Totals, s);
    int n_play = (1 + t.n_strategies) * t.n_bonuses * 4 * CELLS, n_statistics = t.n_classes * STATISTICS;
    for (int cell = threadIdx.x; cell < n_play; cell += blockDim.x) s.play[cell] = 0;
    for (int cell = threadIdx.x; cell < n_statistics; cell += blockDim.x) s.statistics[cell] = 0;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s.unit = atomicAdd(next, 1u);
        __syncthreads();
        int unit = s.unit;
        if (unit >= (int)(n_flops * t.n_cards)) break;
        int flop = unit / t.n_cards, h[HOLE] = {unit % (int)t.n_cards, 0, 0, 0};
        Flop f;
        f.n_parts = t.n_parts[flop];
        for (int part = 0; part < f.n_parts; part++) {
            i64 at = flop * t.most_parts + part;
            f.sums[part] = all_sums + t.sums_start[at];
            f.places[part] = t.places + at * t.n_cards * t.n_cards;
            f.n_places[part] = t.squares[at] * SQUARE;
        }
        int n_holes = h[0] * (h[0] - 1) * (h[0] - 2) / 6, rounded = (n_holes + LANES - 1) / LANES * LANES;
        for (int hole = threadIdx.x; hole < rounded; hole += blockDim.x) {
            bool valid = hole < n_holes;
            for (int place = 1; valid && place < HOLE; place++) h[place] = t.triples[3 * hole + HOLE - 1 - place];
            play_hole(t, s, f, flop, h, valid);
        }
    }
    for (int cell = threadIdx.x; cell < n_play; cell += blockDim.x)
        if (s.play[cell]) atomicAdd(play + cell, s.play[cell]);
    for (int cell = threadIdx.x; cell < n_statistics; cell += blockDim.x)
        if (s.statistics[cell]) atomicAdd(statistics + cell, s.statistics[cell]);
    ROOM_DONE;
}

KERNEL void fixed_room(u64* size) { *size = sizeof(Totals) > sizeof(Sweep) ? sizeof(Totals) : sizeof(Sweep); }
