// The counting kernel of `sweep.py` and `passing.py` for a GPU: the same argument, the same integers.
//
// A block takes boards one after another. The tables M(S) of the board lie in shared memory, those for three cards once
// for each multiset of types, in 16 bits each: no three cards are in more than 6 x 416 weighted hands, so that two of them
// share a word without a carry. Pairs of one value form a group: the block first sets every pair of the group against what
// was passed before, all partners q at once, then passes the group, a warp to a pair. What the hands of a kept pair add to
// one other card is not summed hand by hand: it is their sum without a board, which is a table, less what the five cards
// of the board take away.
//
// Cells lie in global memory and are added to by atomics. Where 64 bits hold both, a cell is one number, boards above wins;
// else it has wins, carries of wins, and boards.

static const int BOARD = 5, STATES = 21, CHUNK = 16, MOST_TYPES = 52, MOST_PAIRS = 1378, SORTED = 2048, MOST_SYMMETRIES = 24;
static const int MOST_TRIPLES = MOST_TYPES * (MOST_TYPES + 1) * (MOST_TYPES + 2) / 6;
static const u64 UNITS = 6;
static const int DISTINCT = 0, ONE_DOUBLE = 1, KEPT_BITS = 11, WINS_BITS = 42;

struct Tables {  // the fields of `tables.Tables` that the kernel reads, in the order in which the driver packs them
    i64 n_types, n_pairs, n_classes, n_lines, n_symmetries, binomial_columns, wide;
    u64 start_key;
    const i64 *copies, *start, *tie_start, *binomial;
    const u64 *keys;
    const u8 *pair_high, *pair_low, *types, *times, *tie_weight, *images, *weight_beside;
    const u16 *tie_beside, *tie_kept, *weight_of_card;
    const u32 *hand, *line_and_kept;
    const signed char *class_of_value;
    const int *offsets, *suited_offsets;
    const u16 *values, *suited_values;
};

struct Shared {
    u32 m3[(MOST_TRIPLES + 1) / 2];
    int m2[MOST_PAIRS];
    u32 m1[MOST_TYPES];
    u64 m0;
    i64 base[CHUNK];
    int g[CHUNK][MOST_TYPES];
    i64 weights[STATES][STATES];
    u32 order[SORTED];
    u16 value[MOST_PAIRS + 1], live[MOST_PAIRS], cards[MOST_PAIRS];
    u8 state[MOST_PAIRS], of_class[MOST_PAIRS], times[MOST_PAIRS];
    u8 on_board[MOST_TYPES], left[MOST_TYPES], cards_of_board[BOARD];
    u8 fixes[MOST_SYMMETRIES];
    u16 active[CHUNK];
    int n_live, n_active, n_fixing, board;
};

DEVICE int pair_number(int x, int y) { return x >= y ? x * (x + 1) / 2 + y : y * (y + 1) / 2 + x; }

DEVICE int first_triple(int x) { return x * (x + 1) * (x + 2) / 6; }

DEVICE int triple_number(int x, int high, int low) {  // high >= low
    if (x >= high) return first_triple(x) + pair_number(high, low);
    return first_triple(high) + pair_number(x, low);
}

DEVICE int m3_of(const Shared& s, int triple) { return ((const u16*)s.m3)[triple]; }

DEVICE void add_to_m3(Shared& s, int triple, int ways) { atomicAdd(&s.m3[triple / 2], (u32)ways << (triple % 2 * 16)); }

DEVICE u16 value_of_pair(const Tables& t, const u8* board, int high, int low) {
    u64 total = t.start_key + t.keys[high] + t.keys[low];
    for (int place = 0; place < BOARD; place++) total += t.keys[board[place]];
    u16 value = looked_up(t.values, t.offsets, total & RANK_MASK);
    u64 flush = total & FLUSH_BITS;
    if (flush) {
        u64 counter = flush >> (COUNTER_BITS - 1), suited = 0;
        for (int place = 0; place < BOARD; place++)
            if (t.keys[board[place]] & counter) suited += t.keys[board[place]] & RANK_MASK;
        if (t.keys[high] & counter) suited += t.keys[high] & RANK_MASK;
        if (t.keys[low] & counter) suited += t.keys[low] & RANK_MASK;
        u16 of_suit = looked_up(t.suited_values, t.suited_offsets, suited);
        if (of_suit > value) value = of_suit;
    }
    return value;
}

// The physical boards that a canonical one stands for, by how the player's two pairs meet its types.
DEVICE i64 physical_boards(const Tables& t, const Shared& s, const u8* board, int orbit, int one, int other) {
    int met[4], n = 0;
    for (int state = one; n < 4; state = other)
        for (int high = 0; high < 6; high++)
            if (state >= high * (high + 1) / 2 && state < (high + 1) * (high + 2) / 2) {
                met[n++] = high;
                met[n++] = state - high * (high + 1) / 2;
            }
    i64 ways = orbit;
    for (int place = 0; place < BOARD; place++) {
        if (place && board[place] == board[place - 1]) continue;
        int times = 0, held = 0;
        for (int each = 0; each < BOARD; each++) times += board[each] == board[place];
        for (int each = 0; each < 4; each++) held += met[each] == s.on_board[board[place]];
        i64 free = t.copies[board[place]] - held;
        ways *= free >= 0 ? t.binomial[free * t.binomial_columns + times] : 0;
    }
    return ways;
}

DEVICE bool fixes_board(const Tables& t, const u8* board, int symmetry) {
    int count = 0;
    for (int place = 0; place < BOARD; place++) {
        int image = t.images[symmetry * t.n_types + board[place]], times = 0, needed = 0;
        for (int each = 0; each < BOARD; each++) {
            times += t.images[symmetry * t.n_types + board[each]] == image;
            needed += board[each] == image;
        }
        count += times == needed;
    }
    return count == BOARD;
}

DEVICE int times_in_orbit(const Tables& t, const Shared& s, int p) {
    int a = t.pair_high[p], b = t.pair_low[p], same = 0;
    for (int symmetry = 0; symmetry < t.n_symmetries; symmetry++) {
        if (!s.fixes[symmetry]) continue;
        const u8* image = t.images + symmetry * t.n_types;
        int q = pair_number(image[a], image[b]);
        if (q < p) return 0;
        same += q == p;
    }
    return s.n_fixing / same;
}

// Ascending by value; what is not live comes last.
DEVICE void sort_pairs(const Tables& t, Shared& s) {
    for (int place = threadIdx.x; place < SORTED; place += blockDim.x)
        s.order[place] = place < t.n_pairs && s.value[place] ? (u32)s.value[place] << 11 | place : 0xFFFFFFFFu;
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
}

DEVICE void lay_board(const Tables& t, Shared& s, const u8* board, int orbit) {
    for (int type = threadIdx.x; type < t.n_types; type += blockDim.x) {
        int held = 0, types_before = 0;
        for (int place = 0; place < BOARD; place++) {
            held += board[place] == type;
            types_before += board[place] <= type && (place == 0 || board[place] != board[place - 1]);
        }
        s.left[type] = t.copies[type] - held;
        s.on_board[type] = held ? types_before : 0;
        s.m1[type] = 0;
    }
    for (int each = threadIdx.x; each < (MOST_TRIPLES + 1) / 2; each += blockDim.x) s.m3[each] = 0;
    for (int each = threadIdx.x; each < BOARD; each += blockDim.x) s.cards_of_board[each] = board[each];
    for (int each = threadIdx.x; each < t.n_pairs; each += blockDim.x) s.m2[each] = 0;
    for (int each = threadIdx.x; each < t.n_symmetries; each += blockDim.x) s.fixes[each] = fixes_board(t, board, each);
    if (threadIdx.x == 0) s.m0 = 0;
    __syncthreads();
    for (int p = threadIdx.x; p < t.n_pairs; p += blockDim.x) {
        int high = t.pair_high[p], low = t.pair_low[p];
        int one = s.on_board[high], other = s.on_board[low];
        int most = one > other ? one : other, least = one > other ? other : one;
        bool possible = s.left[low] && s.left[high] > (high == low);
        s.value[p] = possible ? value_of_pair(t, board, high, low) : 0;
        s.state[p] = most * (most + 1) / 2 + least;
        s.cards[p] = high << 8 | low;
        s.of_class[p] = t.class_of_value[s.value[p]];
    }
    for (int each = threadIdx.x; each < STATES * STATES; each += blockDim.x)
        s.weights[each / STATES][each % STATES] = physical_boards(t, s, board, orbit, each / STATES, each % STATES);
    __syncthreads();
    if (threadIdx.x == 0) {
        s.value[t.n_pairs] = 0xFFFF;
        s.n_live = s.n_fixing = 0;
        for (int p = 0; p < t.n_pairs; p++)
            if (s.value[p]) s.live[s.n_live++] = p;
        for (int each = 0; each < t.n_symmetries; each++) s.n_fixing += s.fixes[each];
    }
    sort_pairs(t, s);
    for (int p = threadIdx.x; p < t.n_pairs; p += blockDim.x) s.times[p] = times_in_orbit(t, s, p);
    __syncthreads();
}

DEVICE void add_cell(const Tables& t, u64* cells, u32 cell, u64 wins, u64 boards) {
    if (!t.wide) {
        atomicAdd(cells + cell, wins + (boards << WINS_BITS));
        return;
    }
    u64 *here = cells + 3 * (u64)cell, before = atomicAdd(here, wins);
    if (before + wins < before) atomicAdd(here + 1, (u64)1);
    if (boards) atomicAdd(here + 2, boards);
}

DEVICE u32 cell_of(const Tables& t, const Shared& s, int p, int q, u32 line) {
    u32 own = s.of_class[p], column = s.of_class[q];
    if (own == column && s.value[q] <= s.value[p]) column = t.n_classes + (s.value[q] < s.value[p]);
    return (own * ((u32)t.n_classes + 2) + column) * (u32)t.n_lines + line;
}

// Set the active pairs, which have one value, against all that was passed: wins = base - g(c) - g(d) + ...
DEVICE void settle_chunk(const Tables& t, Shared& s, u64* cells) {
    int n_types = t.n_types, n_pairs = t.n_pairs, n_live = s.n_live;
    u32 no_line = t.n_lines - 1;
    for (int each = threadIdx.x; each < s.n_active * n_types; each += blockDim.x) {
        int place = each / n_types, c = each % n_types, p = s.active[place], a = s.cards[p] >> 8, b = s.cards[p] & 255;
        s.g[place][c] = (int)s.m1[c] - s.m2[pair_number(a, c)] - s.m2[pair_number(b, c)] + m3_of(s, triple_number(c, a, b));
        if (c == 0) s.base[place] = (i64)s.m0 - s.m1[a] - s.m1[b] + s.m2[p];
    }
    __syncthreads();
    for (int each = threadIdx.x; each < s.n_active * n_live; each += blockDim.x) {
        int place = each / n_live, p = s.active[place], q = s.live[each - place * n_live];
        u32 known = t.line_and_kept[p * n_pairs + q], line = known >> KEPT_BITS;
        if (line == no_line) continue;
        int a = s.cards[p] >> 8, b = s.cards[p] & 255, c = s.cards[q] >> 8, d = s.cards[q] & 255;
        int less = s.g[place][c] + s.g[place][d] - s.m2[q];
        less += m3_of(s, triple_number(a, c, d)) + m3_of(s, triple_number(b, c, d));
        i64 beaten = s.base[place] - less;
        if (s.value[known & ((1 << KEPT_BITS) - 1)] < s.value[p]) beaten += UNITS;
        u64 boards = s.weights[s.state[p]][s.state[q]] * s.times[p];
        add_cell(t, cells, cell_of(t, s, p, q, line), boards * (u64)beaten, boards);
    }
    for (int place = 0; place < s.n_active; place++) {
        int p = s.active[place];
        for (i64 entry = t.tie_start[p] + threadIdx.x; entry < t.tie_start[p + 1]; entry += blockDim.x) {
            int q = t.tie_beside[entry];
            if (!s.value[q] || s.value[t.tie_kept[entry]] >= s.value[p]) continue;
            u32 line = t.line_and_kept[p * n_pairs + q] >> KEPT_BITS;
            u64 boards = s.weights[s.state[p]][s.state[q]] * s.times[p];
            add_cell(t, cells, cell_of(t, s, p, q, line), boards * t.tie_weight[entry], 0);
        }
    }
    __syncthreads();
}

DEVICE void settle_group(const Tables& t, Shared& s, int start, int end, u64* cells) {
    for (int from = start; from < end; from += CHUNK) {
        if (threadIdx.x == 0) {
            s.n_active = 0;
            for (int place = from; place < end && place < from + CHUNK; place++) {
                int p = s.order[place] & 2047;
                s.active[s.n_active] = p;
                s.n_active += s.times[p] > 0;
            }
        }
        __syncthreads();
        settle_chunk(t, s, cells);
    }
}

// A hand of types a, a, b, c.
DEVICE void pass_one_double(const Tables& t, Shared& s, i64 entry, int weight) {
    int a = t.types[3 * entry], b = t.types[3 * entry + 1], c = t.types[3 * entry + 2];
    int n_a = s.left[a], n_b = s.left[b], n_c = s.left[c];
    if (n_a < 2 || n_b == 0 || n_c == 0) return;
    int twice = weight * (n_a * (n_a - 1) / 2), once = weight * (n_a - 1);
    atomicAdd(&s.m0, (u64)twice * n_b * n_c);
    atomicAdd(&s.m1[a], (u32)once * n_b * n_c);
    atomicAdd(&s.m1[b], (u32)twice * n_c);
    atomicAdd(&s.m1[c], (u32)twice * n_b);
    atomicAdd(&s.m2[pair_number(a, a)], weight * n_b * n_c);
    atomicAdd(&s.m2[pair_number(a, b)], once * n_c);
    atomicAdd(&s.m2[pair_number(a, c)], once * n_b);
    atomicAdd(&s.m2[pair_number(b, c)], twice);
    int high = b > c ? b : c, low = b > c ? c : b;
    add_to_m3(s, triple_number(b, a, a), weight * n_c);
    add_to_m3(s, triple_number(c, a, a), weight * n_b);
    add_to_m3(s, triple_number(a, high, low), once);
}

// A hand of the types a and b only, or of a alone: each different part of it once.
DEVICE void pass_two_types(const Tables& t, Shared& s, i64 entry, int weight) {
    int a = t.types[3 * entry], b = t.types[3 * entry + 1], times_a = t.times[entry], times_b = 4 - times_a;
    for (int of_a = 0; of_a <= times_a; of_a++)
        for (int of_b = 0; of_b <= times_b; of_b++) {
            int free_a = s.left[a] - of_a, free_b = s.left[b] - of_b, held = of_a + of_b;
            if (held > 3 || free_a < 0 || free_b < 0) continue;
            i64 ways = weight * t.binomial[free_a * t.binomial_columns + times_a - of_a];
            ways *= t.binomial[free_b * t.binomial_columns + times_b - of_b];
            if (held == 0) atomicAdd(&s.m0, (u64)ways);
            else if (held == 1) atomicAdd(&s.m1[of_a ? a : b], (u32)ways);
            else if (held == 2) atomicAdd(&s.m2[pair_number(of_a ? a : b, of_b ? b : a)], (int)ways);
            else add_to_m3(s, of_a >= 2 ? triple_number(of_b ? b : a, a, a) : triple_number(of_a ? a : b, b, b), (int)ways);
        }
}

// What the hands of four types in which the dealer keeps pair k add to each other card, shared among the lanes of a warp.
DEVICE void pass_cards_beside(const Tables& t, Shared& s, int k, int lane) {
    int u = s.cards[k] >> 8, v = s.cards[k] & 255, n_u = s.left[u], n_v = s.left[v], n_types = t.n_types;
    u32 twice = 0;
    for (int x = lane; x < n_types; x += LANES) {
        int ways = t.weight_of_card[k * n_types + x];
        if (!ways || !s.left[x]) continue;
        for (int place = 0; place < BOARD; place++)
            ways -= t.weight_beside[k * t.n_pairs + pair_number(x, s.cards_of_board[place])];
        if (!ways) continue;
        twice += ways * s.left[x];
        atomicAdd(&s.m1[x], (u32)(ways * n_u * n_v));
        atomicAdd(&s.m2[pair_number(u, x)], ways * n_v);
        atomicAdd(&s.m2[pair_number(v, x)], ways * n_u);
        add_to_m3(s, triple_number(x, u, v), ways);
    }
    u32 total = over_lanes(twice) / 2;
    if (total && lane == 0) {
        atomicAdd(&s.m0, (u64)total * n_u * n_v);
        atomicAdd(&s.m1[u], total * n_v);
        atomicAdd(&s.m1[v], total * n_u);
        atomicAdd(&s.m2[k], (int)total);
    }
}

// The hands in which the dealer keeps pair k, shared among the lanes of a warp.
DEVICE void pass_pair(const Tables& t, Shared& s, int k, int lane) {
    int u = s.cards[k] >> 8, v = s.cards[k] & 255, n_u = s.left[u], n_v = s.left[v];
    pass_cards_beside(t, s, k, lane);
    i64 end = t.start[k + 1];
    for (i64 entry = t.start[k] + lane; entry < end; entry += LANES) {
        u32 hand = t.hand[entry];
        int x = hand & 255, y = hand >> 8 & 255, weight = hand >> 16 & 255, kind = hand >> 24;
        if (kind == ONE_DOUBLE) pass_one_double(t, s, entry, weight);
        else if (kind != DISTINCT) pass_two_types(t, s, entry, weight);
        else if (s.left[x] && s.left[y]) {  // x < y
            atomicAdd(&s.m2[pair_number(y, x)], weight * n_u * n_v);
            add_to_m3(s, triple_number(u, y, x), weight * n_v);
            add_to_m3(s, triple_number(v, y, x), weight * n_u);
        }
    }
}

DEVICE void sweep_board(const Tables& t, Shared& s, u64* cells) {
    for (int start = 0, end; start < s.n_live; start = end) {
        u32 value = s.order[start] >> 11;
        for (end = start; end < s.n_live && s.order[end] >> 11 == value;) end++;
        settle_group(t, s, start, end, cells);
        int warp = threadIdx.x / LANES, n_warps = blockDim.x / LANES;
        for (int place = start + warp; place < end; place += n_warps)
            pass_pair(t, s, s.order[place] & 2047, threadIdx.x % LANES);
        __syncthreads();
    }
}

// `next` is the board that no block has taken yet. With 768 threads two blocks fit on a multiprocessor.
KERNEL_OF(768, 2) void count_boards(const Tables* tables, const u8* boards, const u8* orbits, u32 n_boards, u32* next, u64* cells) {
    const Tables t = *tables;
    ROOM(Shared, s);
    for (;;) {
        if (threadIdx.x == 0) s.board = atomicAdd(next, 1u);
        __syncthreads();
        u32 board = s.board;
        __syncthreads();
        if (board >= n_boards) break;
        lay_board(t, s, boards + BOARD * board, orbits[board]);
        sweep_board(t, s, cells);
    }
    ROOM_DONE;
}

// Add cells of one number to two: wins, boards. They are empty again then.
KERNEL void unpack_cells(u64* cells, u64* sums, u64 n_cells) {
    for (u64 cell = first_thread(); cell < n_cells; cell += all_threads()) {
        sums[2 * cell] += cells[cell] & ((1ull << WINS_BITS) - 1);
        sums[2 * cell + 1] += cells[cell] >> WINS_BITS;
        cells[cell] = 0;
    }
}

KERNEL void fixed_room(u64* size) { *size = sizeof(Shared); }
