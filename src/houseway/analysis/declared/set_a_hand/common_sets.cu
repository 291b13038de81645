// The counts of `counting.py` for a GPU: the same argument, the same integers.
//
// A block takes a set of common cards. Its threads share the hands that contain them, each a stretch of hands in order, and
// count them by class in memory of the block's own. From there on it is `lay_out` and `beat_all`, with atomics. The hands of
// the few sets of no card and of one are so many that all blocks count them first, a part each. Where one card only is
// missing the hands are so few that a warp takes a set, and sets every hand against every other.

static const int HAND = 7, SUITS = 4, QUEEN = 10, RESULTS = 3, MOST_CARDS = 54, WARPS = MOST_THREADS / LANES;

struct Tables {  // in the order in which `on_device.py` packs them
    i64 n_cards, n_classes, n_kinds, n_lows, n_values, most_places, n_columns;
    u64 start_key;
    const i32 *by_ranks, *rank_offsets;
    const u16* columns;
    const i32* column_offsets;
    const u64* suited_keys;
    const i32* by_flush;
    const u8* splits_kings;
    const u64 *keys, *masks;
    const i32 *high, *low, *dealer;
    const i64* start;
    const i32 *row_high, *row_low;
};

struct Common {  // a set of common cards, as places in the deck; how many it stands for, with the sign of its size
    i64 weight;
    u8 size, cards[HAND];
};

struct Work {  // of a block: by class, by high value, and the table of hands below
    u32 *times, *found, *places, *below;
};

struct Shared {
    u64 keys[MOST_CARDS], masks[MOST_CARDS], key, mask;
    i32 set, n_left;
    u32 n_found;
    Parts parts;
    u64 ways[MOST_CARDS][HAND + 1];
};

// The class of a hand, as `classes.class_of` finds it.
DEVICE i32 class_of(const Tables& t, u64 key, u64 mask) {
    u64 ranks = key & RANK_MASK, flush = key & FLUSH_BITS;
    if (!flush) return t.by_ranks[(i64)ranks + t.rank_offsets[ranks >> ROW_SHIFT]];
    u64 suit = (lowest_bit(flush) - (RANK_BITS + COUNTER_BITS - 1)) / COUNTER_BITS;
    u64 suited = (mask >> (suit * MASK_BITS)) & SUIT_MASK, others = ranks - t.suited_keys[suited];
    int column = t.columns[(i64)others + t.column_offsets[others >> ROW_SHIFT]];
    if (t.splits_kings[column]) {
        u64 both = mask & (mask >> 1) & ~((u64)SUIT_MASK << (suit * MASK_BITS));
        int alike = 0;
        for (int other = 0; other < SUITS; other++) alike |= both >> (other * MASK_BITS + QUEEN) & 1;
        column += alike;
    }
    return t.by_flush[suited * t.n_columns + column];
}

// The cards that are left, and the sums of the common ones.
DEVICE void lay_set(const Tables& t, Shared& s, const Common& common) {
    for (int card = threadIdx.x; card < t.n_cards; card += blockDim.x) {
        int before = 0;
        bool is_common = false;
        for (int place = 0; place < common.size; place++)
            is_common |= common.cards[place] == card, before += common.cards[place] < card;
        if (!is_common) s.keys[card - before] = t.keys[card], s.masks[card - before] = t.masks[card];
    }
    if (threadIdx.x == 0) {
        u64 key = t.start_key, mask = 0;
        for (int place = 0; place < common.size; place++)
            key += t.keys[common.cards[place]], mask |= t.masks[common.cards[place]];
        s.key = key, s.mask = mask, s.n_left = t.n_cards - common.size, s.n_found = 0;
    }
    __syncthreads();
}

// Counts by class a stretch of the hands that so many cards of those left make of the common ones: of a part of them, of
// which there are so many; lists the classes found where that is asked for.
DEVICE void collect(const Tables& t, Shared& s, int missing, u32 part, u32 n_parts, u32* times, u32* found) {
    u64 n_hands = s.ways[s.n_left][missing], n_stretches = (u64)n_parts * blockDim.x;
    u64 each = (n_hands + n_stretches - 1) / n_stretches, number = ((u64)part * blockDim.x + threadIdx.x) * each;
    u64 end = number + each < n_hands ? number + each : n_hands;
    if (number >= end) return;
    int cards[HAND + 1];
    u64 keys[HAND + 1], masks[HAND + 1], rest = number;  // of the cards from one place on
    cards[missing] = s.n_left, keys[missing] = s.key, masks[missing] = s.mask;
    for (int place = missing - 1; place >= 0; place--) {
        int card = cards[place + 1] - 1;
        while (s.ways[card][place + 1] > rest) card--;
        rest -= s.ways[card][place + 1];
        cards[place] = card, keys[place] = keys[place + 1] + s.keys[card], masks[place] = masks[place + 1] | s.masks[card];
    }
    int first = cards[0], upper = cards[1];
    u64 key = keys[1], mask = masks[1];
    for (;;) {
        i32 which = class_of(t, key + s.keys[first], mask | s.masks[first]);
        if (!atomicAdd(times + which, 1u) && found) found[atomicAdd(&s.n_found, 1u)] = which;
        if (++number == end) return;
        if (++first < upper) continue;
        int place = 1;
        while (cards[place] + 1 == cards[place + 1]) place++;
        cards[place]++;
        for (; place > 0; place--) {
            keys[place] = keys[place + 1] + s.keys[cards[place]], masks[place] = masks[place + 1] | s.masks[cards[place]];
            cards[place - 1] = place - 1;
        }
        first = 0, upper = cards[1], key = keys[1], mask = masks[1];
    }
}

// The places of the high values that occur, in order; how many there are.
DEVICE int find_places(const Tables& t, Shared& s, const Work& w) {
    int size = t.n_values + 1, each = (size + blockDim.x - 1) / blockDim.x, from = threadIdx.x * each;
    int end = from + each < size ? from + each : size;
    for (int value = threadIdx.x; value < size; value += blockDim.x) w.places[value] = 0;
    __syncthreads();
    for (u32 number = threadIdx.x; number < s.n_found; number += blockDim.x) w.places[t.high[w.found[number]]] = 1;
    __syncthreads();
    u32 total = 0;
    for (int value = from; value < end; value++) total += w.places[value];
    total = sum_before(s.parts, total);
    for (int value = from; value < end; value++) {
        u32 there = w.places[value];
        w.places[value] = total;
        total += there;
    }
    if (threadIdx.x == blockDim.x - 1) s.set = total;
    __syncthreads();
    return s.set;
}

// Adds up numbers that lie so far apart, each with all before it; a few are read at once.
DEVICE void add_up(u32* numbers, int size, u32 step) {
    const int AT_ONCE = 8;
    u32 total = 0;
    for (int from = 0; from < size; from += AT_ONCE) {
        u32 read[AT_ONCE];
#pragma unroll
        for (int each = 0; each < AT_ONCE; each++) read[each] = from + each < size ? numbers[(from + each) * step] : 0;
#pragma unroll
        for (int each = 0; each < AT_ONCE; each++) {
            total += read[each];
            if (from + each < size) numbers[(from + each) * step] = total;
        }
    }
}

// `below[kind, place, low]`: hands of the dealer's with a high value at a lower place and a lower low value.
DEVICE void lay_out(const Tables& t, const Shared& s, int n_highs, const Work& w) {
    u32 n_lows = t.n_lows, plane = (n_highs + 1) * n_lows;
    for (u32 each = threadIdx.x; each < t.n_kinds * plane; each += blockDim.x) w.below[each] = 0;
    __syncthreads();
    for (u32 number = threadIdx.x; number < s.n_found; number += blockDim.x) {
        int which = w.found[number];
        u32 place = w.places[t.high[which]] + 1;
        atomicAdd(w.below + t.dealer[which] * plane + place * n_lows + t.low[which] + 1, w.times[which]);
    }
    __syncthreads();
    for (u32 each = threadIdx.x; each < t.n_kinds * (n_highs + 1); each += blockDim.x) add_up(w.below + each * n_lows, n_lows, 1);
    __syncthreads();
    for (u32 each = threadIdx.x; each < t.n_kinds * n_lows; each += blockDim.x)
        add_up(w.below + each / n_lows * plane + each % n_lows, n_highs + 1, n_lows);
    __syncthreads();
}

// Adds what every row of every class found beats, and makes the counts by class nothing again.
DEVICE void beat_all(const Tables& t, const Shared& s, int n_highs, i64 weight, const Work& w, u64* beaten, u64* every) {
    u32 n_lows = t.n_lows, plane = (n_highs + 1) * n_lows;
    for (u32 number = threadIdx.x; number < s.n_found; number += blockDim.x) {
        int which = w.found[number];
        i64 times = weight * w.times[which];
        w.times[which] = 0;
        for (int kind = 0; kind < t.n_kinds; kind++)
            atomicAdd(every + which * t.n_kinds + kind, (u64)(times * w.below[kind * plane + plane - 1]));
        for (i64 row = t.start[which]; row < t.start[which + 1]; row++) {
            u32 place = w.places[t.row_high[row]], low = t.row_low[row];
            for (int kind = 0; kind < t.n_kinds; kind++) {
                const u32* below = w.below + kind * plane;
                u64* sums = beaten + (row * t.n_kinds + kind) * RESULTS;
                u32 both = below[place * n_lows + low], high = below[place * n_lows + n_lows - 1];
                u32 of_low = below[n_highs * n_lows + low];
                if (both) atomicAdd(sums, (u64)(times * both));
                if (high) atomicAdd(sums + 1, (u64)(times * high));
                if (of_low) atomicAdd(sums + 2, (u64)(times * of_low));
            }
        }
    }
}

// `ways[n][k]`: the sets of k of n cards.
DEVICE void lay_ways(Shared& s) {
    if (threadIdx.x == 0)
        for (int n = 0; n < MOST_CARDS; n++)
            for (int k = 0; k <= HAND; k++) s.ways[n][k] = !k ? 1 : !n ? 0 : s.ways[n - 1][k - 1] + s.ways[n - 1][k];
    __syncthreads();
}

// Counts the hands of sets by class, all blocks together: `times[set, class]`.
KERNEL void collect_hands(const Tables* tables, const Common* sets, u32 n_sets, u32 n_parts, u32* next, u32* times) {
    const Tables& t = *tables;
    ROOM(Shared, s);
    lay_ways(s);
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s.set = atomicAdd(next, 1u);
        __syncthreads();
        u32 set = s.set / n_parts, part = s.set % n_parts;
        if (set >= n_sets) break;
        lay_set(t, s, sets[set]);
        collect(t, s, HAND - sets[set].size, part, n_parts, times + set * t.n_classes, nullptr);
    }
    ROOM_DONE;
}

// Takes the counts of a set that all blocks have made.
DEVICE void take_counts(const Tables& t, Shared& s, const u32* times, const Work& w) {
    for (int which = threadIdx.x; which < t.n_classes; which += blockDim.x) {
        if (!times[which]) continue;
        w.times[which] = times[which];
        w.found[atomicAdd(&s.n_found, 1u)] = which;
    }
}

// All that follows from sets of common cards; the first `n_collected` of them have their hands counted in `collected`.
KERNEL void count_sets(
    const Tables* tables, const Common* sets, u32 n_sets, const u32* collected, u32 n_collected, u32* next, u32* work,
    u64* beaten, u64* every, u64* hands
) {
    const Tables& t = *tables;
    ROOM(Shared, s);
    u64 of_below = t.n_kinds * (t.most_places + 1) * t.n_lows;
    u32* own = work + block_number() * (2 * t.n_classes + t.n_values + 1 + of_below);
    Work w = {own, own + t.n_classes, own + 2 * t.n_classes, own + 2 * t.n_classes + t.n_values + 1};
    lay_ways(s);
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) s.set = atomicAdd(next, 1u);
        __syncthreads();
        if ((u32)s.set >= n_sets) break;
        u32 set = s.set;
        const Common common = sets[set];
        lay_set(t, s, common);
        if (set < n_collected)
            take_counts(t, s, collected + set * t.n_classes, w);
        else
            collect(t, s, HAND - common.size, 0, 1, w.times, w.found);
        __syncthreads();
        if (!common.size)
            for (int which = threadIdx.x; which < t.n_classes; which += blockDim.x) hands[which] = w.times[which];
        int n_highs = find_places(t, s, w);
        lay_out(t, s, n_highs, w);
        beat_all(t, s, n_highs, common.weight, w, beaten, every);
    }
    ROOM_DONE;
}

struct LastShared { i32 which[WARPS][MOST_CARDS], high[WARPS][MOST_CARDS], low[WARPS][MOST_CARDS], kind[WARPS][MOST_CARDS]; };

// Sets of all cards but one: a warp lays out the hands of a set and compares each with each.
KERNEL void count_last(const Tables* tables, const Common* sets, u32 n_sets, u64* beaten, u64* every) {
    const Tables& t = *tables;
    ROOM(LastShared, s);
    int warp = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    for (u32 set = first_thread() / LANES; set < n_sets; set += all_threads() / LANES) {
        const Common common = sets[set];
        u64 key = t.start_key, mask = 0, held = 0;
        for (int place = 0; place < common.size; place++) {
            key += t.keys[common.cards[place]], mask |= t.masks[common.cards[place]];
            held |= (u64)1 << common.cards[place];
        }
        for (int card = lane; card < t.n_cards; card += LANES) {
            i32 which = held >> card & 1 ? -1 : class_of(t, key + t.keys[card], mask | t.masks[card]);
            s.which[warp][card] = which;
            s.high[warp][card] = which < 0 ? 0x7FFFFFFF : t.high[which];
            s.low[warp][card] = which < 0 ? 0x7FFFFFFF : t.low[which];
            s.kind[warp][card] = which < 0 ? -1 : t.dealer[which];
        }
        lanes_meet();
        for (int card = lane; card < t.n_cards; card += LANES) {
            i32 which = s.which[warp][card];
            if (which < 0) continue;
            for (int kind = 0; kind < t.n_kinds; kind++) {
                u32 dealers = 0;
                for (int other = 0; other < t.n_cards; other++) dealers += s.kind[warp][other] == kind;
                if (dealers) atomicAdd(every + which * t.n_kinds + kind, (u64)(common.weight * dealers));
                for (i64 row = t.start[which]; row < t.start[which + 1]; row++) {
                    int high = t.row_high[row], low = t.row_low[row];
                    u32 found[RESULTS] = {0, 0, 0};
                    for (int other = 0; other < t.n_cards; other++) {
                        u32 above = s.kind[warp][other] == kind && s.high[warp][other] < high;
                        u32 before = s.kind[warp][other] == kind && s.low[warp][other] < low;
                        found[0] += above & before, found[1] += above, found[2] += before;
                    }
                    for (int what = 0; what < RESULTS; what++)
                        if (found[what])
                            atomicAdd(beaten + (row * t.n_kinds + kind) * RESULTS + what, (u64)(common.weight * found[what]));
                }
            }
        }
        lanes_meet();
    }
    ROOM_DONE;
}

KERNEL void fixed_room(u64* size) { *size = sizeof(Shared) > sizeof(LastShared) ? sizeof(Shared) : sizeof(LastShared); }
