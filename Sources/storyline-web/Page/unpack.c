// Unpacks what `xz --format=lzma` has packed, piece by piece: browsers have only gzip, with which the program is twice as
// large. It runs in a small module of its own, before the program is there.
//
// The method is LZMA, as in the public domain's "LZMA specification" by Igor Pavlov: a range coder, in which each bit has
// a chance that it is 0, learned from the bits before it; the bits are bytes, or copies of what came before.
#include <stddef.h>
#include <stdint.h>

typedef uint16_t chance;
enum { chance_bits = 11, learning = 5, state_count = 12, place_count = 16, least_length = 2, first_literals = 0x300, literal_places = 1 << 4 };

// The chances of lengths: 8 short ones for each place, 8 longer ones for each, and 256 others.
typedef struct {
  chance is_longer, is_other, shorter[place_count][8], longer[place_count][8], other[256];
} lengths;

static struct {
  const uint8_t *in, *in_end;
  uint8_t *out;
  size_t count;
  uint32_t range, code;
  // What the last steps were: below 7, the last one was a byte.
  unsigned state;
  // The last four distances, less 1.
  uint32_t distances[4];
  unsigned literal_bits, literal_mask, place_mask;
  int has_ended, has_failed;
} z;

// The chances, all of one type, so that one loop begins them.
static struct {
  chance is_copy[state_count][place_count], is_repeated[state_count], is_not_last[state_count], is_not_second[state_count],
      is_fourth[state_count], is_longer_than_1[state_count][place_count];
  chance magnitude[4][64], low_bits[115], lowest_bits[16];
  lengths new_copy, repeated_copy;
  chance literal[first_literals * literal_places];
} chances;

#ifdef __wasm__
extern uint8_t __heap_base;
static uint8_t *memory(void) { return &__heap_base; }
// Returns whether there is memory up to an address.
static int reaches(const uint8_t *end) {
  size_t pages = ((size_t)end + 65535) / 65536, present = __builtin_wasm_memory_size(0);
  return pages <= present || __builtin_wasm_memory_grow(0, pages - present) != (size_t)-1;
}
#else
// Tests compile it for the system that they run on, with this much memory.
static uint8_t all[96 << 20];
static uint8_t *memory(void) { return all; }
static int reaches(const uint8_t *end) { return end <= all + sizeof all; }
#endif

static uint8_t next(void) {
  if (z.in < z.in_end) return *z.in++;
  z.has_failed = 1;
  return 0;
}

static void normalize(void) {
  if (z.range >> 24) return;
  z.range <<= 8;
  z.code = z.code << 8 | next();
}

static unsigned bit(chance *zero) {
  normalize();
  uint32_t bound = (z.range >> chance_bits) * *zero;
  if (z.code < bound) {
    z.range = bound;
    *zero += ((1 << chance_bits) - *zero) >> learning;
    return 0;
  }
  z.range -= bound;
  z.code -= bound;
  *zero -= *zero >> learning;
  return 1;
}

// Bits, the highest first, each with the chance that the bits before it lead to.
static unsigned tree(chance *all_chances, int count) {
  unsigned value = 1;
  for (int i = 0; i < count; i++) value = value << 1 | bit(&all_chances[value]);
  return value - (1u << count);
}
// The same, the lowest first.
static unsigned reversed_tree(chance *all_chances, int count) {
  unsigned value = 0, place = 1;
  for (int i = 0; i < count; i++) {
    unsigned one = bit(&all_chances[place]);
    place = place << 1 | one;
    value |= one << i;
  }
  return value;
}
// Bits without chances.
static uint32_t plain_bits(int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++) {
    normalize();
    z.range >>= 1;
    uint32_t is_one = z.code >= z.range;
    if (is_one) z.code -= z.range;
    value = value << 1 | is_one;
  }
  return value;
}

static void literal(void) {
  unsigned before = z.count ? z.out[z.count - 1] : 0, value = 1;
  chance *place = chances.literal + first_literals * (((z.count & z.literal_mask) << z.literal_bits) + (before >> (8 - z.literal_bits)));
  if (z.state >= 7) {
    // Behind a copy, the byte is probably not the one that would continue it.
    unsigned other = z.out[z.count - z.distances[0] - 1];
    while (value < 0x100) {
      unsigned expected = other >> 7 & 1, one = bit(&place[((1 + expected) << 8) + value]);
      other <<= 1;
      value = value << 1 | one;
      if (one != expected) break;
    }
  }
  while (value < 0x100) value = value << 1 | bit(&place[value]);
  z.out[z.count++] = (uint8_t)value;
  z.state = z.state < 4 ? 0 : z.state < 10 ? z.state - 3 : z.state - 6;
}

static unsigned length(lengths *kind, unsigned place) {
  if (!bit(&kind->is_longer)) return tree(kind->shorter[place], 3);
  return bit(&kind->is_other) ? 16 + tree(kind->other, 8) : 8 + tree(kind->longer[place], 3);
}

static uint32_t distance(unsigned length) {
  unsigned magnitude = tree(chances.magnitude[length < 4 ? length : 3], 6);
  if (magnitude < 4) return magnitude;
  int count = (int)(magnitude >> 1) - 1;
  uint32_t value = (2 | (magnitude & 1)) << count;
  if (magnitude < 14) return value + reversed_tree(chances.low_bits + value - magnitude, count);
  value += plain_bits(count - 4) << 4;
  return value + reversed_tree(chances.lowest_bits, 4);
}

// Moves one of the last distances to the front.
static void use_distance(int number, uint32_t value) {
  for (; number; number--) z.distances[number] = z.distances[number - 1];
  z.distances[0] = value;
}

static void copy(size_t length) {
  if (z.distances[0] >= z.count) {
    z.has_failed = 1;
    return;
  }
  const uint8_t *from = z.out + z.count - z.distances[0] - 1;
  uint8_t *to = z.out + z.count;
  z.count += length;
  // The two may overlap: then what was copied is copied again.
  while (length--) *to++ = *from++;
}

static void step(void) {
  unsigned place = z.count & z.place_mask, state = z.state;
  if (!bit(&chances.is_copy[state][place])) return literal();
  if (!bit(&chances.is_repeated[state])) {
    unsigned count = length(&chances.new_copy, place);
    use_distance(3, distance(count));
    z.state = state < 7 ? 7 : 10;
    if (z.distances[0] == UINT32_MAX) z.has_ended = 1;
    else copy(count + least_length);
    return;
  }
  if (!bit(&chances.is_not_last[state])) {
    if (!bit(&chances.is_longer_than_1[state][place])) {
      z.state = state < 7 ? 9 : 11;
      return copy(1);
    }
  } else {
    int number = !bit(&chances.is_not_second[state]) ? 1 : 2 + (int)bit(&chances.is_fourth[state]);
    use_distance(number, z.distances[number]);
  }
  unsigned count = length(&chances.repeated_copy, place);
  z.state = state < 7 ? 8 : 11;
  copy(count + least_length);
}

// Returns where the packed bytes are to be put; 0 if there is not enough memory.
uint8_t *unpack_room(size_t count) { return reaches(memory() + count) ? memory() : NULL; }

// Begins.
// Returns where the result will be; 0 for bytes of another format.
const uint8_t *unpack_begin(size_t count) {
  enum { header_size = 13, first_size = 5 };
  const uint8_t *bytes = memory();
  if (count < header_size + first_size || bytes[0] >= 9 * 5 * 5) return NULL;
  unsigned literal_bits = bytes[0] % 9, literal_places_bits = bytes[0] / 9 % 5, place_bits = bytes[0] / 45;
  if (literal_bits + literal_places_bits > 4) return NULL;
  for (chance *one = (chance *)&chances; one < (chance *)(&chances + 1); one++) *one = 1 << (chance_bits - 1);
  z.in = bytes + header_size;
  z.in_end = bytes + count;
  z.out = memory() + count;
  z.count = z.state = z.code = 0;
  z.has_ended = z.has_failed = 0;
  z.range = UINT32_MAX;
  for (int i = 0; i < 4; i++) z.distances[i] = 0;
  z.literal_bits = literal_bits;
  z.literal_mask = (1u << literal_places_bits) - 1;
  z.place_mask = (1u << place_bits) - 1;
  for (int i = 0; i < first_size; i++) z.code = z.code << 8 | next();
  return z.out;
}

// Unpacks until there are so many bytes, or a few more, or all.
// Returns how many there are now; -1 if the packed bytes are damaged, or there is not enough memory.
long unpack_until(size_t limit) {
  enum { longest_step = 273 };
  if (!reaches(z.out + limit + longest_step)) return -1;
  while (z.count < limit && !z.has_ended && !z.has_failed) step();
  return z.has_failed ? -1 : (long)z.count;
}

// Whether the last bytes are there.
int unpack_has_ended(void) { return z.has_ended; }
