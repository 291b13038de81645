// The cards of simulated rounds: the stream of `houseway.cards.streams`, round by round the same cards.
//
// A thread deals without a deck of its own. It remembers where each card was taken from and what was moved there, and
// looks a place up in what it remembers: a dozen comparisons of registers in place of a load that waits.

DEVICE void philox(u32* words, u64 round, u32 block, u32 k0, u32 k1) {
    u32 c0 = (u32)round, c1 = (u32)(round >> 32), c2 = block, c3 = 0;
    for (int step = 0; step < 10; step++) {
        u64 product_0 = (u64)c0 * 0xD2511F53u, product_1 = (u64)c2 * 0xCD9E8D57u;
        c0 = (u32)(product_1 >> 32) ^ c1 ^ k0, c1 = (u32)product_1;
        c2 = (u32)(product_0 >> 32) ^ c3 ^ k1, c3 = (u32)product_0;
        k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
    words[0] = c0, words[1] = c1, words[2] = c2, words[3] = c3;
}

DEVICE u32 word_of_round(u64 round, u32 place, u32 k0, u32 k1) {
    u32 words[4];
    philox(words, round, place / 4, k0, k1);
    return place % 4 == 0 ? words[0] : place % 4 == 1 ? words[1] : place % 4 == 2 ? words[2] : words[3];
}

template <int CARDS> struct Dealt { int card[CARDS], from[CARDS], moved[CARDS]; };

template <int CARDS> DEVICE int card_at(const Dealt<CARDS>& d, const u8* deck, int taken, int place) {
    int found = deck[place];
#pragma unroll
    for (int each = 0; each < CARDS; each++)
        if (each < taken && d.from[each] == place) found = d.moved[each];
    return found;
}

template <int CARDS> DEVICE void take(Dealt<CARDS>& d, const u8* deck, int top, int place) {
    d.card[top] = card_at(d, deck, top, place);
    d.moved[top] = card_at(d, deck, top, top);
    d.from[top] = place;
}

// One word draws two cards; a word that would favour some of them is thrown away.
template <int CARDS> DEVICE void deal(Dealt<CARDS>& d, const u8* deck, int size, u64 round, u32 k0, u32 k1) {
    u32 planned[(CARDS + 7) / 8 * 4], thrown = 0;
#pragma unroll
    for (int block = 0; block < (CARDS + 7) / 8; block++) philox(planned + 4 * block, round, block, k0, k1);
#pragma unroll
    for (int top = 0; top < CARDS; top += 2) {
        u32 left = size - top, pairs = left * (left - 1), first, second;
        for (;; thrown++) {
            u32 word = thrown ? word_of_round(round, top / 2 + thrown, k0, k1) : planned[top / 2];
            u64 product = (u64)word * left;
            first = top + (u32)(product >> 32);
            product = (u64)(u32)product * (left - 1);
            second = top + 1 + (u32)(product >> 32);
            u32 remainder = (u32)product;
            if (remainder >= pairs || remainder >= (u32)((1ull << 32) % pairs)) break;
        }
        take(d, deck, top, first);
        if (top + 1 < CARDS) take(d, deck, top + 1, second);
    }
}
