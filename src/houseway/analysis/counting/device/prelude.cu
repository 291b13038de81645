// What every kernel starts with: short names, the look-up of hand values, and the same words for a machine without CUDA.
//
// Compiled by a C++ compiler, every block is one thread: tests use that where there is no GPU. The numbers in capitals
// that are not defined here are those of `houseway.ranking`, defined by the driver.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef int i32;
typedef long long i64;

#ifdef __CUDACC__
#define DEVICE static __device__ __forceinline__
#define KERNEL_OF(threads, blocks_at_once) extern "C" __global__ __launch_bounds__(threads, blocks_at_once)
#define LANES 32
DEVICE u32 over_lanes(u32 part) { return __reduce_add_sync(0xFFFFFFFFu, part); }
DEVICE int lowest_bit(u64 bits) { return __ffsll((i64)bits) - 1; }
DEVICE u64 first_thread() { return (u64)blockIdx.x * blockDim.x + threadIdx.x; }
DEVICE u64 all_threads() { return (u64)gridDim.x * blockDim.x; }
DEVICE u64 block_number() { return blockIdx.x; }
DEVICE void lanes_meet() { __syncwarp(); }
DEVICE int ones_in(u32 bits) { return __popc(bits); }
#define ROOM(TYPE, name)                       \
    extern __shared__ __align__(16) u8 room[]; \
    TYPE& name = *(TYPE*)room
#define ROOM_DONE
#else
#define DEVICE static inline
#define KERNEL_OF(threads, blocks_at_once) extern "C"
#define LANES 1
#include <cstdlib>
struct OneThread { u32 x; };
static const OneThread threadIdx = {0}, blockDim = {1};
static inline void __syncthreads() {}
static inline u32 over_lanes(u32 part) { return part; }
static inline int lowest_bit(u64 bits) { return __builtin_ctzll(bits); }
static inline u64 first_thread() { return 0; }
static inline u64 all_threads() { return 1; }
static inline u64 block_number() { return 0; }
static inline void lanes_meet() {}
static inline int ones_in(u32 bits) { return __builtin_popcount(bits); }
template <class T> static inline T atomicAdd(T* where, T what) { T old = *where; *where += what; return old; }
template <class T> static inline T atomicOr(T* where, T what) { T old = *where; *where |= what; return old; }
static u64 room_bytes;
KERNEL_OF(1, 1) void set_room(u64 bytes) { room_bytes = bytes; }
#define ROOM(TYPE, name)             \
    void* room = malloc(room_bytes); \
    TYPE& name = *(TYPE*)room
#define ROOM_DONE free(room)
#endif

#define KERNEL KERNEL_OF(1024, 1)

DEVICE u16 looked_up(const u16* values, const i32* offsets, u64 ranks) {
    return values[(i64)ranks + offsets[ranks >> ROW_SHIFT]];
}

// The value of a hand in which no card has a copy, as `kernels.value_of` finds it.
DEVICE u16 value_of(const u16* values, const i32* offsets, const u16* mask_values, u64 key, u64 mask) {
    u16 value = looked_up(values, offsets, key & RANK_MASK);
    u64 flush = key & FLUSH_BITS;
    if (!flush) return value;
    u64 suit = (lowest_bit(flush) - (RANK_BITS + COUNTER_BITS - 1)) / COUNTER_BITS;
    u16 of_suit = mask_values[((mask >> (suit * MASK_BITS)) & SUIT_MASK) | (mask & JOKER_MASK)];
    return of_suit > value ? of_suit : value;
}

static const int MOST_THREADS = 1024, GROUP = 32;

struct Parts { u32 of_thread[MOST_THREADS], of_group[MOST_THREADS / GROUP]; };

// The sum of what the threads of a block before this one have; all threads must ask.
DEVICE u32 sum_before(Parts& parts, u32 own) {
    __syncthreads();
    u32 group = threadIdx.x / GROUP, total = 0;
    parts.of_thread[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x % GROUP == 0) {
        for (u32 each = threadIdx.x; each < threadIdx.x + GROUP && each < blockDim.x; each++) total += parts.of_thread[each];
        parts.of_group[group] = total;
        total = 0;
    }
    __syncthreads();
    for (u32 each = 0; each < group; each++) total += parts.of_group[each];
    for (u32 each = group * GROUP; each < threadIdx.x; each++) total += parts.of_thread[each];
    return total;
}
