// The count of `disjoint.py` for a GPU: the same argument, the same integers. A thread takes a row of own and up cards.

static const int OUTCOMES = 3;

struct Tables {  // in the order in which `on_device.py` packs them
    i64 own, up, dealer, n_codes, least, always, n_places, places_columns, n_values;
    u64 start_key;
    const u64 *card_keys, *card_masks;
    const i32* offsets;
    const u16 *values_of_keys, *mask_values;
    const i64* places;
    const i32* classes;
    const i64* first_class;
    const i32* below;
    const i64* first_row;
    const u16* values;
};

struct Met { i64 less, up_to, unqualified, total; };

DEVICE u16 value_of_cards(const Tables& t, u64 key, u64 mask) {
    return value_of(t.values_of_keys, t.offsets, t.mask_values, key, mask);
}

// Adds, with a sign, the dealer's hands that contain a set of cards, by how they compare with a value.
DEVICE void add_holding(const Tables& t, u64 set, i64 sign, int value, Met& met) {
    i64 size = 0, number = 0;
    u64 key = t.start_key, mask = 0;
    for (; set; set &= set - 1) {
        int card = lowest_bit(set);
        if (size < t.dealer - 1) number += t.places[card * t.places_columns + size];
        key += t.card_keys[card];
        mask |= t.card_masks[card];
        size++;
    }
    if (size > t.dealer) return;
    if (size == t.dealer) {
        int theirs = value_of_cards(t, key, mask);
        met.less += sign * (theirs < value), met.up_to += sign * (theirs <= value), met.unqualified += sign * (theirs < t.least);
        met.total += sign;
        return;
    }
    i64 which = t.classes[t.first_class[size] + number];
    if (size == t.dealer - 1) {
        const u16* values = t.values + which * t.n_values;
        int less = 0, up_to = 0, unqualified = 0;
        for (int each = 0; each < t.n_values; each++) {
            int theirs = values[each];
            less += theirs < value, up_to += theirs <= value, unqualified += theirs < t.least;
        }
        met.less += sign * less, met.up_to += sign * up_to, met.unqualified += sign * unqualified;
        met.total += sign * t.n_values;
        return;
    }
    const i32* below = t.below + (t.first_row[size] + which) * t.n_places;
    met.less += sign * below[value], met.up_to += sign * below[value + 1], met.unqualified += sign * below[t.least];
    met.total += sign * below[t.n_places - 1];
}

// How often each outcome comes, as `counting.outcomes` has it.
DEVICE void add_outcomes(const Tables& t, int value, const Met& met, i64* counts) {
    i64 barred = value < t.always ? met.unqualified : 0;
    i64 won = met.less < barred ? met.less : barred, tied = value < t.least && barred > 0 ? met.up_to - met.less : 0;
    i64 lost = barred > met.up_to ? barred - met.up_to : 0;
    bool apart = t.n_codes > OUTCOMES;
    counts[0] = met.less - apart * won, counts[1] = met.up_to - met.less - apart * tied;
    counts[2] = met.total - met.up_to - apart * lost;
    if (apart) counts[OUTCOMES] = won, counts[OUTCOMES + 1] = tied, counts[OUTCOMES + 2] = lost;
}

KERNEL void count_rows(const Tables* tables, const u8* seen, u32 n_rows, i64* counts) {
    const Tables& t = *tables;
    for (u64 row = first_thread(); row < n_rows; row += all_threads()) {
        const u8* cards = seen + row * (t.own + t.up);
        u64 key = t.start_key, mask = 0, up = 0;
        for (int place = 0; place < t.own; place++) key += t.card_keys[cards[place]], mask |= t.card_masks[cards[place]];
        for (int place = t.own; place < t.own + t.up; place++) up |= (u64)1 << cards[place];
        int value = value_of_cards(t, key, mask);
        Met met = {0, 0, 0, 0};
        for (int subset = 0; subset < 1 << t.own; subset++) {
            u64 set = up;
            for (int place = 0; place < t.own; place++)
                if (subset >> place & 1) set |= (u64)1 << cards[place];
            add_holding(t, set, ones_in(subset) % 2 ? -1 : 1, value, met);
        }
        add_outcomes(t, value, met, counts + row * t.n_codes);
    }
}
