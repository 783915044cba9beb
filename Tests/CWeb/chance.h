// Random numbers for these tests, the same in each run unless a test sets `state`: xorshift64, by George Marsaglia.
#include <stdint.h>

static uint64_t state = 88172645463325252ull;
static uint64_t chance(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
