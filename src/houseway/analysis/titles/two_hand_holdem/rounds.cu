// The kernel of `simulation.py` for a GPU, played by the rule list: the same rounds, the same cells.
//
// A thread plays rounds one after another, from dealing to the number of the cell in which a round ends. A block counts
// cells in its own memory and adds them to the totals when it is done.

static const int CARDS = 12, RANKS = 13, SUITS = 4, SITUATIONS = 6, RANK_PAIRS = RANKS * (RANKS + 1) / 2;
static const int NO_POINTS = -1000, ONE_SUIT_FLOP = 3, FOUR_TO_FLUSH = 2, SUITED_WITH_ONE = 1;

struct Tables {
    i64 n_deck, n_cells, raised_stake, has_bonus;
    u64 start, bonus_start;
    const u64 *keys, *masks, *bonus_keys;
    const i32 *offsets, *bonus_offsets;
    const u16 *values, *mask_values, *bonus_values, *bonus_mask_values, *flop_places;
    const u8 *deck, *bonus_class;
    const i8* points;
};

struct Hole { int cards[4]; };

DEVICE void order(int& high, int& low) {
    int one = high, other = low;
    high = one > other ? one : other, low = one > other ? other : one;
}

DEVICE Hole descending(int a, int b, int c, int d) {
    order(a, b), order(c, d), order(a, c), order(b, d), order(b, c);
    return {{a, b, c, d}};
}

DEVICE Hole arranged(const Hole& h, int way) {
    if (way == 0) return h;
    if (way == 1) return {{h.cards[0], h.cards[2], h.cards[1], h.cards[3]}};
    return {{h.cards[0], h.cards[3], h.cards[1], h.cards[2]}};
}

DEVICE int situation_of(int one, int other, int flop_0, int flop_1, int flop_2) {
    int of_one = (one == flop_0) + (one == flop_1) + (one == flop_2);
    int of_other = (other == flop_0) + (other == flop_1) + (other == flop_2);
    if (flop_0 == flop_1 && flop_1 == flop_2) return ONE_SUIT_FLOP + (of_one + of_other) / 3;
    return one == other ? FOUR_TO_FLUSH * (of_one == 2) + SUITED_WITH_ONE * (of_one == 1) : 0;
}

DEVICE int points_of(const Tables& t, int one, int other, const int* flop, int place_of_flop) {
    int situation = situation_of(one % SUITS, other % SUITS, flop[0] % SUITS, flop[1] % SUITS, flop[2] % SUITS);
    int high = one / SUITS, low = other / SUITS;
    order(high, low);
    return t.points[(place_of_flop * SITUATIONS + situation) * RANK_PAIRS + high * (high + 1) / 2 + low];
}

DEVICE int counted(const Tables& t, int points) { return points > 0 ? (int)t.raised_stake * points : points; }

DEVICE u32 end_of_round(const Tables& t, const int* card) {
    Hole hole = descending(card[0], card[1], card[2], card[3]), set = hole;
    int flop_ranks = (card[4] / SUITS * RANKS + card[5] / SUITS) * RANKS + card[6] / SUITS;
    int place_of_flop = t.flop_places[flop_ranks], most = NO_POINTS, raises = 0;
#pragma unroll
    for (int way = 0; way < 3; way++) {
        Hole tried = arranged(hole, way);
        int first = points_of(t, tried.cards[0], tried.cards[1], card + 4, place_of_flop);
        int second = points_of(t, tried.cards[2], tried.cards[3], card + 4, place_of_flop);
        int both = counted(t, first) + counted(t, second);
        if (both > most) most = both, set = tried, raises = 2 * (first > 0) + (second > 0);
    }
    const int board[5] = {card[4], card[5], card[6], card[10], card[11]};
    u64 key = t.start, mask = 0;
#pragma unroll
    for (int place = 0; place < 5; place++) key += t.keys[board[place]], mask |= t.masks[board[place]];
    const int pairs[5][2] = {
        {set.cards[0], set.cards[1]}, {set.cards[2], set.cards[3]}, {card[7], card[8]}, {card[7], card[9]}, {card[8], card[9]}};
    u16 value[5];
#pragma unroll
    for (int hand = 0; hand < 5; hand++) {
        int one = pairs[hand][0], other = pairs[hand][1];
        value[hand] = value_of(t.values, t.offsets, t.mask_values, key + t.keys[one] + t.keys[other], mask | t.masks[one] | t.masks[other]);
    }
    u16 dealer = value[2] > value[3] ? value[2] : value[3];
    dealer = value[4] > dealer ? value[4] : dealer;
    u32 one = 1 - (value[0] > dealer) + (value[0] < dealer), other = 1 - (value[1] > dealer) + (value[1] < dealer);
    u32 bonus = 0;
    if (t.has_bonus) {
        u64 sum = t.bonus_start, all = 0;
#pragma unroll
        for (int place = 0; place < 4; place++) sum += t.bonus_keys[card[place]], all |= t.masks[card[place]];
        bonus = t.bonus_class[value_of(t.bonus_values, t.bonus_offsets, t.bonus_mask_values, sum, all)];
    }
    return ((bonus * 4 + raises) * 3 + one) * 3 + other;
}

KERNEL_OF(512, 2) void play_rounds(const Tables* tables, u64 first_round, u64 rounds, u32 k0, u32 k1, u64* cells) {
    const Tables t = *tables;
    ROOM(u32, first_cell);
    u32* ended = &first_cell;
    for (int cell = threadIdx.x; cell < t.n_cells; cell += blockDim.x) ended[cell] = 0;
    __syncthreads();
    for (u64 round = first_thread(); round < rounds; round += all_threads()) {
        Dealt<CARDS> dealt;
        deal(dealt, t.deck, t.n_deck, first_round + round, k0, k1);
        atomicAdd(&ended[end_of_round(t, dealt.card)], 1u);
    }
    __syncthreads();
    for (int cell = threadIdx.x; cell < t.n_cells; cell += blockDim.x) atomicAdd(&cells[cell], (u64)ended[cell]);
    ROOM_DONE;
}
