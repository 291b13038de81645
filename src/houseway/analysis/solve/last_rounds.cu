// The last rounds of `kernels.py` for a GPU: the same steps on numbers of 32 bits. A block takes a board.
//
// First a thread takes a hand of the other player: how often it comes to each action. Then a thread takes an action of
// the other player after one pot, and walks all hands in ascending strength with the sums over their subsets; all threads
// of a block walk the same list, so that no lane waits for another. Last a thread takes an own hand, finds what every
// action is worth and learns. How many subsets a hand has, and whether their sums lie in the block's own memory, is known
// when this is compiled: OWN_WIDTH, OTHER_WIDTH, SUMS_IN_ROOM.

#ifdef __CUDACC__
#define UNROLLED _Pragma("unroll")
#else
#define UNROLLED
#endif

static const int UPDATE = 0, RESPOND = 1, PLAY = 2, MEASURE = 3;
static const float NEXT_TO_NOTHING = 1e-30f;
static const int MOST_DECISIONS = 16, MOST_CELLS = 32, MOST_ACTIONS = 3, THREADS = 128;

struct Tables {  // in the order in which `on_device.py` packs them
    i64 player, n_decisions, n_endings, own_cells, other_cells, entries, boards, n_own, n_other, n_sets, columns, row;
    i64 block_room, most_blocks;
    const i32 *actors, *cells, *n_actions, *children, *folded, *before, *before_end;
    const float* amounts;
    const i32* own_sets;
    const float* signs;
    const i32 *other_sets, *twins;
    const float* twin_sign;
    const i32 *own_order, *own_values, *other_order, *other_values, *own_counts, *other_counts;
    const u8* dealt;
    const i32 *image_starts, *sources;
};

struct Step { float gain, loss, fade; };

// How a hand plays, in proportion to what is positive in `source` (a column of it), and its reach after each action.
DEVICE void descend(const Tables& t, int player, const float* source, i64 n_hands, float reach, float* plays, float* reaches) {
    reaches[0] = reach;
    for (int decision = 0; decision < t.n_decisions; decision++) {
        if (t.actors[decision] != player) continue;
        int first = t.cells[decision], end = first + t.n_actions[decision];
        float came = reaches[t.before[player * t.n_decisions + decision]], total = 0;
        for (int cell = first; cell < end; cell++) {
            float part = source[cell * n_hands];
            plays[cell] = part > 0 ? part : 0;
            total += plays[cell];
        }
        for (int cell = first; cell < end; cell++) {
            plays[cell] = total > NEXT_TO_NOTHING ? plays[cell] / total : 1.0f / (end - first);
            reaches[1 + cell] = came * plays[cell];
        }
    }
}

// Adds a weight to the sums of all subsets of a hand of the other player; the last sum is nobody's.
DEVICE void add_to_sets(const Tables& t, float* __restrict__ sums, int hand, float weight) {
    const i32* sets = t.other_sets + (i64)hand * OTHER_WIDTH;
    i32 known[OTHER_WIDTH];
    UNROLLED for (int place = 0; place < OTHER_WIDTH; place++) known[place] = sets[place];
    UNROLLED for (int place = 0; place < OTHER_WIDTH; place++) sums[(i64)known[place] * blockDim.x] += weight;
}

// What the sums over the subsets of an own hand come to.
DEVICE float from_sets(const Tables& t, const float* __restrict__ sums, int hand) {
    const i32* sets = t.own_sets + (i64)hand * OWN_WIDTH;
    i32 known[OWN_WIDTH];
    float total = 0;
    UNROLLED for (int place = 0; place < OWN_WIDTH; place++) known[place] = sets[place];
    UNROLLED for (int place = 0; place < OWN_WIDTH; place++)
        total += known[place] == t.n_sets - 1 ? 0 : t.signs[place] * sums[(i64)known[place] * blockDim.x];
    return total;
}

// For every own hand the weights of disjoint hands: all, and the weaker less the stronger. That is twice the weaker, the
// equal ones once, less all: the walk begins with half of all taken off every sum.
DEVICE void walk(const Tables& t, i64 board, const float* __restrict__ weights, float* __restrict__ sums,
                 float* __restrict__ compared, float* __restrict__ present) {
    const i32 *own = t.own_order + board * t.n_own, *own_values = t.own_values + board * t.n_own;
    const i32 *other = t.other_order + board * t.n_other, *other_values = t.other_values + board * t.n_other;
    int n_own = t.own_counts[board], n_other = t.other_counts[board], start = 0, read = 0;
    for (i64 set = 0; set < t.n_sets; set++) sums[set * blockDim.x] = 0;
    for (int place = 0; place < n_other; place++) add_to_sets(t, sums, other[place], weights[other[place] * t.row]);
    for (int place = 0; place < n_own; place++) {
        int hand = own[place], twin = t.twins[hand];
        present[hand * t.row] = from_sets(t, sums, hand) + (twin >= 0 ? t.twin_sign[0] * weights[twin * t.row] : 0);
    }
    for (i64 set = 0; set < t.n_sets; set++) sums[set * blockDim.x] *= -0.5f;
    while (read < n_own) {
        int strength = own_values[read], first = read;
        for (; start < n_other && other_values[start] < strength; start++)
            add_to_sets(t, sums, other[start], weights[other[start] * t.row]);
        for (; read < n_own && own_values[read] == strength; read++) compared[own[read] * t.row] = from_sets(t, sums, own[read]);
        for (; start < n_other && other_values[start] == strength; start++)
            add_to_sets(t, sums, other[start], weights[other[start] * t.row]);
        for (int place = first; place < read; place++) compared[own[place] * t.row] += from_sets(t, sums, own[place]);
    }
}

// The values of one own hand at the beginning of the round after one pot; where it learns, it learns.
DEVICE float climb(const Tables& t, int how, i64 entry, const Step& step, const float* compared, const float* present,
                   const float* plays, const float* reaches, float* regrets, float* averages, const u8* locked, i64 lock_row) {
    float at[MOST_DECISIONS];
    for (int decision = (int)t.n_decisions - 1; decision >= 0; decision--) {
        int count = t.n_actions[decision], first = t.cells[decision];
        bool mine = t.actors[decision] == t.player, fixed = mine && locked[decision * lock_row];
        float worth[MOST_ACTIONS], here = 0;
        for (int action = 0; action < count; action++) {
            int below = t.children[decision * MOST_ACTIONS + action];
            if (below >= 0) {
                worth[action] = at[below];
            } else {
                int ending = -1 - below, folded = t.folded[ending];
                i64 column = entry * t.other_cells + t.before_end[(1 - t.player) * t.n_endings + ending] - 1;
                float amount = t.amounts[entry * t.n_endings + ending];
                worth[action] = folded < 0 ? amount * compared[column] : (folded == t.player ? -amount : amount) * present[column];
            }
            if (!mine)
                here += worth[action];
            else if (how == RESPOND && !fixed)
                here = action && here > worth[action] ? here : worth[action];
            else
                here += plays[first + action] * worth[action];
        }
        at[decision] = here;
        if (!mine || fixed || how != UPDATE) continue;
        float came = reaches[t.before[t.player * t.n_decisions + decision]];
        for (int action = 0; action < count; action++) {
            i64 cell = (i64)(first + action) * t.n_own;
            float regret = regrets[cell];
            regrets[cell] = regret * (regret > 0 ? step.gain : step.loss) + worth[action] - here;
            averages[cell] = averages[cell] * step.fade + came * plays[first + action];
        }
    }
    return at[0];
}

// `found` has the values by part, board, entry and hand. Locks are by board, entry, decision and hand; a stride of 0
// stands for all boards, or for all hands.
KERNEL_OF(THREADS, 8)
void last_rounds(const Tables* tables, i64 mode, float gain, float loss, float fade, const float* own_reach,
                 const float* other_reach, float* regrets, float* averages, const u8* locked, i64 lock_board, i64 lock_hand,
                 const float* other_source, float* rooms, float* found) {
    const Tables& t = *tables;
    i64 n_blocks = all_threads() / blockDim.x, block = block_number();
    n_blocks = n_blocks < t.most_blocks ? n_blocks : t.most_blocks;
    if (block >= n_blocks) return;
    ROOM(float, shared);
    float *weights = rooms + block * t.block_room, *compared = weights + t.n_other * t.row, *present = compared + t.n_own * t.row;
    float* sums = (SUMS_IN_ROOM ? &shared : present + t.n_own * t.row) + threadIdx.x;
    Step step = {gain, loss, fade};
    int n_parts = mode == MEASURE ? 2 : 1, player = (int)t.player;
    float plays[MOST_CELLS], reaches[1 + MOST_CELLS];
    i64 own_size = t.own_cells * t.n_own, other_size = t.other_cells * t.n_other;
    i64 lock_row = lock_hand ? t.n_own : 1, lock_size = t.n_decisions * lock_row;
    for (i64 board = block; board < t.boards; board += n_blocks) {
        for (i64 hand = threadIdx.x; hand < t.n_other; hand += blockDim.x)
            for (i64 entry = 0; entry < t.entries; entry++) {
                const float* source = other_source + (board * t.entries + entry) * other_size + hand;
                descend(t, 1 - player, source, t.n_other, other_reach[entry * t.n_other + hand], plays, reaches);
                for (int cell = 0; cell < t.other_cells; cell++)
                    weights[hand * t.row + entry * t.other_cells + cell] = reaches[1 + cell];
            }
        __syncthreads();
        for (i64 column = threadIdx.x; column < t.columns; column += blockDim.x)
            walk(t, board, weights + column, sums, compared + column, present + column);
        __syncthreads();
        for (i64 hand = threadIdx.x; hand < t.n_own; hand += blockDim.x)
            for (i64 entry = 0; entry < t.entries; entry++) {
                i64 place = board * t.entries + entry;
                if (!t.dealt[board * t.n_own + hand]) {
                    for (i64 part = 0; part < n_parts; part++)
                        found[(part * t.boards * t.entries + place) * t.n_own + hand] = 0;
                    continue;
                }
                float *mine = regrets + place * own_size + hand, *average = averages + place * own_size + hand;
                const u8* lock = locked + (board * lock_board * t.entries + entry) * lock_size + hand * lock_hand;
                descend(t, player, mode == UPDATE ? mine : average, t.n_own, own_reach[entry * t.n_own + hand], plays, reaches);
                for (i64 part = 0; part < n_parts; part++) {
                    int how = mode != MEASURE ? (int)mode : part == 0 ? RESPOND : PLAY;
                    found[(part * t.boards * t.entries + place) * t.n_own + hand] =
                        climb(t, how, entry, step, compared + hand * t.row, present + hand * t.row, plays, reaches, mine, average,
                              lock, lock_row);
                }
            }
        __syncthreads();
    }
    ROOM_DONE;
}

// The sum over all boards by part, entry and hand; a board stands for its images, `sources` says where each hand comes from.
KERNEL_OF(THREADS, 8) void add_images(const Tables* tables, i64 n_parts, const float* found, double* total) {
    const Tables& t = *tables;
    i64 rows = n_parts * t.entries;
    for (u64 each = first_thread(); each < (u64)(rows * t.n_own); each += all_threads()) {
        i64 row = each / t.n_own, hand = each % t.n_own, part = row / t.entries, entry = row % t.entries;
        double sum = 0;
        for (i64 board = 0; board < t.boards; board++) {
            const float* of_board = found + ((part * t.boards + board) * t.entries + entry) * t.n_own;
            for (i32 image = t.image_starts[board]; image < t.image_starts[board + 1]; image++)
                sum += of_board[t.sources[image * t.n_own + hand]];
        }
        total[each] = sum;
    }
}
