// The counts of `up_counting.py` for a GPU: the same argument, the same integers.
//
// A block takes sets of up cards one after another. It makes the tables of the hidden cards in memory of its own, level by
// level, so that what one own hand asks of a level lies side by side; then a thread takes an own hand: a part of dead kinds
// with a part of live cards. How many cards a hand has and how many are hidden is known when this is compiled (OWN and
// HIDDEN): the subsets of a hand are written out, and no number of theirs is held in memory.

static const int RANKS = 13, SUITS = 4, MOST_LIVE = 52, MOST_KINDS = RANKS + MOST_LIVE, MOST_CODES = 6;

struct Tables {  // in the order in which `up_on_device.py` packs them
    i64 n_codes, n_paths, n_values, least, hidden_hands, most_rows, most_columns, most_parts;
    u64 start_key;
    const u64 *rank_keys, *card_keys, *card_masks;
    const i32* offsets;
    const u16 *values, *mask_values;
    const u8 *hidden_sets, *dead_sets, *live_sets;
    const i64 *hidden_first, *dead_first, *live_first, *flush_first;
    const u16* flush_ranks;
    const i32* flush_whose;
    const i64 *pays, *order;
};

struct Up {  // one set of up cards
    i64 n_live, n_dead, weight, place;
    u64 key, mask, dead_suits[SUITS], dead_ranks[SUITS], live_cards[MOST_LIVE];
};

struct Shared {
    u64 keys[MOST_KINDS], masks[MOST_KINDS];
    i32 copies[MOST_KINDS], first[HIDDEN + 1];
    Parts parts;
    i32 up, n_kinds, n_levels;
    // then the column of hands that do not qualify, the levels of all hidden hands, and the level of every value
};

struct Room {
    i32* unqualified;
    u16 *levels, *level_of;
};

struct Met { i32 less, up_to, unqualified; };

struct Own {
    i32 place[HIDDEN][OWN];
    const i32 *less, *up_to;
    i32 less_level, up_to_level, unqualified_level;
};

DEVICE int choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    int ways = 1;
    for (int each = 0; each < k; each++) ways = ways * (n - each) / (each + 1);
    return ways;
}

// What a kind adds to the number of a multiset, by its place there.
DEVICE int place_of(int kind, int place) { return choose(kind + place, place + 1); }

DEVICE Room room_of(const Tables& t, Shared& s) {
    i32* unqualified = (i32*)(&s + 1);
    u16* levels = (u16*)(unqualified + t.most_rows);
    return {unqualified, levels, levels + (t.hidden_first[HIDDEN + 1] - t.hidden_first[HIDDEN])};
}

// The kinds of cards that some up cards leave.
DEVICE void lay_kinds(const Tables& t, Shared& s, const Up& up) {
    for (int kind = threadIdx.x; kind < RANKS + up.n_live; kind += blockDim.x) {
        s.copies[kind] = kind >= RANKS;
        if (kind < RANKS) {
            for (int suit = 0; suit < up.n_dead; suit++) s.copies[kind] += up.dead_ranks[suit] >> kind & 1;
            s.keys[kind] = t.rank_keys[kind];
            s.masks[kind] = 0;
        } else {
            s.keys[kind] = t.card_keys[up.live_cards[kind - RANKS]];
            s.masks[kind] = t.card_masks[up.live_cards[kind - RANKS]];
        }
    }
    if (threadIdx.x == 0) {
        s.n_kinds = RANKS + up.n_live;
        s.first[0] = 0;
        for (int size = 0; size < HIDDEN; size++) s.first[size + 1] = s.first[size] + choose(s.n_kinds + size - 1, size);
    }
}

DEVICE int times_in(const u8* set, int size, int kind) {
    int times = 0;
    for (int place = 0; place < size; place++) times += set[place] == kind;
    return times;
}

// Adds up an array in place, each number with all before it.
DEVICE void add_up(Shared& s, u16* numbers, int size) {
    int each = (size + blockDim.x - 1) / blockDim.x, from = threadIdx.x * each, end = from + each < size ? from + each : size;
    u32 total = 0;
    for (int place = from; place < end; place++) total += numbers[place];
    total = sum_before(s.parts, total);
    for (int place = from; place < end; place++) numbers[place] = total += numbers[place];
    __syncthreads();
}

// The dealer's value with every multiset of hidden kinds, then the level of it: how many values reached are lower.
DEVICE void find_levels(const Tables& t, Shared& s, const Room& r, const Up& up) {
    int n_hands = choose(s.n_kinds + HIDDEN - 1, HIDDEN);
    const u8* sets = t.hidden_sets + t.hidden_first[HIDDEN] * HIDDEN;
    for (int value = threadIdx.x; value < t.n_values + 2; value += blockDim.x) r.level_of[value] = 0;
    __syncthreads();
    for (int hand = threadIdx.x; hand < n_hands; hand += blockDim.x) {
        const u8* set = sets + hand * HIDDEN;
        u64 key = up.key, mask = up.mask;
        bool there = true;
        for (int place = 0; place < HIDDEN; place++) {
            there = there && times_in(set, HIDDEN, set[place]) <= s.copies[set[place]];
            key += s.keys[set[place]];
            mask |= s.masks[set[place]];
        }
        u16 value = there ? value_of(t.values, t.offsets, t.mask_values, key, mask) : 0;
        r.levels[hand] = value;
        if (value) r.level_of[value + 1] = 1;
    }
    __syncthreads();
    add_up(s, r.level_of, t.n_values + 2);
    if (threadIdx.x == 0) s.n_levels = r.level_of[t.n_values + 1];
    for (int hand = threadIdx.x; hand < n_hands; hand += blockDim.x)  // an impossible hand lies behind all levels
        r.levels[hand] = r.levels[hand] ? r.level_of[r.levels[hand]] : 0xFFFF;
    __syncthreads();
}

// The number of a multiset with one kind more.
DEVICE int number_with(const u8* set, int size, int kind) {
    int number = 0, place = 0;
    bool added = false;
    for (int each = 0; each < size; each++) {
        if (!added && kind < set[each]) number += place_of(kind, place++), added = true;
        number += place_of(set[each], place++);
    }
    return added ? number : number + place_of(kind, place);
}

// Hands under every level (first axis) that contain a multiset of kinds (second axis), from those with one card more.
DEVICE void count_below(const Tables& t, Shared& s, const Room& r, i32* below) {
    int n_rows = s.first[HIDDEN], columns = s.n_levels + 1;
    for (int size = HIDDEN - 1; size >= 0; size--) {
        const u8* sets = t.hidden_sets + t.hidden_first[size] * HIDDEN;
        int n_sets = s.first[size + 1] - s.first[size];
        if (size == HIDDEN - 1) {
            for (int each = threadIdx.x; each < n_sets; each += blockDim.x) {
                i32* row = below + s.first[size] + each;
                for (int level = 0; level < columns; level++) row[level * n_rows] = 0;
                for (int kind = 0; kind < s.n_kinds; kind++) {
                    int left = s.copies[kind] - times_in(sets + each * HIDDEN, size, kind);
                    int level = r.levels[number_with(sets + each * HIDDEN, size, kind)];
                    if (left > 0 && level < s.n_levels) row[(level + 1) * n_rows] += left;
                }
                i32 total = 0;
                for (int level = 0; level < columns; level++) row[level * n_rows] = total += row[level * n_rows];
            }
        } else {
            for (int each = threadIdx.x; each < n_sets * columns; each += blockDim.x) {
                int set = each % n_sets, level = each / n_sets;
                i32 total = 0;
                for (int kind = 0; kind < s.n_kinds; kind++) {
                    int left = s.copies[kind] - times_in(sets + set * HIDDEN, size, kind);
                    if (left <= 0) continue;
                    int larger = s.first[size + 1] + number_with(sets + set * HIDDEN, size, kind);
                    total += left * below[level * n_rows + larger];
                }
                below[level * n_rows + s.first[size] + set] = total / (HIDDEN - size);
            }
        }
        __syncthreads();
    }
    int unqualified = r.level_of[t.least];
    for (int row = threadIdx.x; row < n_rows; row += blockDim.x) r.unqualified[row] = below[unqualified * n_rows + row];
}

// In how many ways the dead suits make each part: multisets of ranks without a flush, then every flush in every suit.
DEVICE void count_ways(const Tables& t, const Shared& s, const Up& up, int n_dead, u64* ways) {
    const u8* sets = t.dead_sets + t.dead_first[n_dead] * OWN;
    int n_sets = t.dead_first[n_dead + 1] - t.dead_first[n_dead], first_flush = t.flush_first[n_dead];
    int n_flushes = t.flush_first[n_dead + 1] - first_flush;
    for (int each = threadIdx.x; each < n_sets; each += blockDim.x) {
        const u8* set = sets + each * OWN;
        u64 found = 1;
        for (int place = 0; place < n_dead; place++)
            if (!place || set[place] != set[place - 1]) found *= choose(s.copies[set[place]], times_in(set, n_dead, set[place]));
        ways[each] = found;
    }
    __syncthreads();
    for (int each = threadIdx.x; each < up.n_dead * n_flushes; each += blockDim.x) {
        u32 there = up.dead_ranks[each / n_flushes];
        int flush = first_flush + each % n_flushes, suited = t.flush_ranks[flush], whose = t.flush_whose[flush];
        const u8* set = sets + whose * OWN;
        u64 found = !(suited & ~there);
        for (int place = 0; place < n_dead; place++) {
            int rank = set[place];
            if (place && rank == set[place - 1]) continue;
            found *= choose(s.copies[rank] - (there >> rank & 1), times_in(set, n_dead, rank) - (suited >> rank & 1));
        }
        ways[n_sets + each] = found;
        if (found) atomicAdd(ways + whose, (u64)0 - found);
    }
    __syncthreads();
}

template <int SIZE> DEVICE void meet(const Shared& s, const Room& r, const Own& own, int number, Met& met) {
    const int sign = SIZE % 2 ? -1 : 1;
    if constexpr (SIZE == HIDDEN) {
        int level = r.levels[number];
        met.less += sign * (level < own.less_level);
        met.up_to += sign * (level < own.up_to_level);
        met.unqualified += sign * (level < own.unqualified_level);
    } else {
        int row = s.first[SIZE] + number;
        met.less += sign * own.less[row];
        met.up_to += sign * own.up_to[row];
        met.unqualified += sign * r.unqualified[row];
    }
}

// All subsets that go on from one of so many cards with a card from CARD on.
template <int SIZE, int CARD> DEVICE void meet_all(const Shared& s, const Room& r, const Own& own, int number, Met& met) {
    if constexpr (CARD < OWN) {
        int more = number + own.place[SIZE][CARD];
        meet<SIZE + 1>(s, r, own, more, met);
        if constexpr (SIZE + 1 < HIDDEN) meet_all<SIZE + 1, CARD + 1>(s, r, own, more, met);
        meet_all<SIZE, CARD + 1>(s, r, own, number, met);
    }
}

// Adds one own hand, so often as it can be made, to the sums of its value and its best paths.
DEVICE void add_hand(const Tables& t, i64 place, i64 times, int value, const Met& met, u64* sights, u64* deals) {
    i64 won = met.less < met.unqualified ? met.less : met.unqualified;
    i64 lost = met.unqualified > met.up_to ? met.unqualified - met.up_to : 0, tied = met.unqualified - won - lost;
    i64 codes[MOST_CODES] = {met.less - won, met.up_to - met.less - tied, t.hidden_hands - met.up_to - lost, won, tied, lost};
    i64 smaller = 0, larger = 0, most = 0;
    for (int each = 0; each < t.n_paths; each++) {
        i64 path = t.order[each], worth = 0;
        const i64* pays = t.pays + (path * (t.n_values + 1) + value) * t.n_codes;
#pragma unroll
        for (int code = 0; code < MOST_CODES; code++)
            if (code < t.n_codes) worth += codes[code] * pays[code];
        if (!each || worth > most)
            smaller = larger = path, most = worth;
        else if (worth == most)
            larger = path;
    }
    u64 cell = (place * (t.n_values + 1) + value) * t.n_paths * t.n_paths + smaller * t.n_paths + larger;
    atomicAdd(sights + cell, (u64)times);
#pragma unroll
    for (int code = 0; code < MOST_CODES; code++)
        if (code < t.n_codes && codes[code]) atomicAdd(deals + cell * t.n_codes + code, (u64)(times * codes[code]));
}

// Own hands with so many live cards.
DEVICE void tally(
    const Tables& t, const Shared& s, const Room& r, const Up& up, int n_live, const i32* below, const u64* ways, u64* sights, u64* deals
) {
    int n_dead = OWN - n_live, n_rows = s.first[HIDDEN], n_lives = choose(up.n_live, n_live);
    const u8 *dead_sets = t.dead_sets + t.dead_first[n_dead] * OWN, *live_sets = t.live_sets + t.live_first[n_live] * OWN;
    int n_sets = t.dead_first[n_dead + 1] - t.dead_first[n_dead], first_flush = t.flush_first[n_dead];
    int n_flushes = t.flush_first[n_dead + 1] - first_flush, n_parts = n_sets + up.n_dead * n_flushes;
    for (u32 each = threadIdx.x; each < (u32)n_parts * n_lives; each += blockDim.x) {
        int part = each / n_lives;
        if (!ways[part]) continue;
        int set = part;
        u64 key = t.start_key, mask = 0;
        if (part >= n_sets) {
            int flush = first_flush + (part - n_sets) % n_flushes;
            u64 suit = up.dead_suits[(part - n_sets) / n_flushes];
            set = t.flush_whose[flush];
            key += (u64)ones_in(t.flush_ranks[flush]) << (RANK_BITS + COUNTER_BITS * suit);
            mask = (u64)t.flush_ranks[flush] << (MASK_BITS * suit);
        }
        Own own;
#pragma unroll
        for (int card = 0; card < OWN; card++) {
            int kind = card < n_dead ? dead_sets[set * OWN + card] : RANKS + live_sets[(each % n_lives) * OWN + card - n_dead];
            key += s.keys[kind];
            mask |= s.masks[kind];
#pragma unroll
            for (int size = 0; size < HIDDEN; size++) own.place[size][card] = place_of(kind, size);
        }
        int value = value_of(t.values, t.offsets, t.mask_values, key, mask);
        own.less_level = r.level_of[value], own.up_to_level = r.level_of[value + 1], own.unqualified_level = r.level_of[t.least];
        own.less = below + own.less_level * n_rows, own.up_to = below + own.up_to_level * n_rows;
        Met met = {own.less[0], own.up_to[0], r.unqualified[0]};
        meet_all<0, 0>(s, r, own, 0, met);
        add_hand(t, up.place, (i64)ways[part] * up.weight, value, met, sights, deals);
    }
}

KERNEL void count_ups(
    const Tables* tables, const Up* ups, u32 n_ups, u32* next, i32* all_below, u64* all_ways, u64* sights, u64* deals
) {
    const Tables& t = *tables;
    ROOM(Shared, s);
    Room r = room_of(t, s);
    i32* below = all_below + block_number() * t.most_rows * t.most_columns;
    u64* ways = all_ways + block_number() * t.most_parts;
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s.up = atomicAdd(next, 1u);
        __syncthreads();
        if ((u32)s.up >= n_ups) break;
        const Up& up = ups[s.up];
        lay_kinds(t, s, up);
        __syncthreads();
        find_levels(t, s, r, up);
        count_below(t, s, r, below);
        __syncthreads();
        for (int n_live = 0; n_live <= OWN && n_live <= up.n_live; n_live++) {
            count_ways(t, s, up, OWN - n_live, ways);
            tally(t, s, r, up, n_live, below, ways, sights, deals);
            __syncthreads();
        }
    }
    ROOM_DONE;
}

KERNEL void fixed_room(u64* size) { *size = sizeof(Shared); }
