// Unpacking a page's program: files that xz has packed come back, and damaged ones do no harm.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

uint8_t *unpack_room(size_t count);
const uint8_t *unpack_begin(size_t count);
long unpack_until(size_t limit);
int unpack_has_ended(void);

static uint8_t *contents(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(printf("%s cannot be read\n", path));
  uint8_t *bytes = malloc(64 << 20);
  *count = fread(bytes, 1, 64 << 20, file);
  fclose(file);
  return bytes;
}

// Returns the number of bytes, in pieces of this size; -1 for damage.
static long unpack(const uint8_t *packed, size_t count, size_t piece, const uint8_t **result) {
  memcpy(unpack_room(count), packed, count);
  if (!(*result = unpack_begin(count))) return -1;
  for (size_t limit = piece;; limit += piece) {
    long done = unpack_until(limit);
    if (done < 0 || unpack_has_ended()) return done;
    if ((size_t)done < limit || limit > 32 << 20) return -1;
  }
}

int main(int count, char **words) {
  size_t packed_size, plain_size;
  uint8_t *packed = contents(words[1], &packed_size), *plain = contents(words[2], &plain_size);
  const uint8_t *result;
  const size_t pieces[] = {1, 1000, 1 << 20};
  for (int i = 0; i < 3; i++)
    if (unpack(packed, packed_size, pieces[i], &result) != (long)plain_size || memcmp(result, plain, plain_size))
      return puts("an unpacked file has other bytes"), 1;
  enum { damages = 3000 };
  int noticed = 0;
  for (int i = 0; i < damages; i++) {
    chance();
    size_t place = state % packed_size;
    uint8_t before = packed[place];
    packed[place] ^= 1 + (state >> 32) % 255;
    // Of every fifth the rest is missing, too.
    noticed += unpack(packed, i % 5 ? packed_size : place, 1 << 16, &result) < 0;
    packed[place] = before;
  }
  printf("%zu bytes unpacked; of %d damaged ones, %d were noticed here\n", plain_size, damages, noticed);
  return 0;
}
