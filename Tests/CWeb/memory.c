// The page's allocator, in memory of the test: blocks do not overlap, keep their bytes, are aligned, and what is freed is used
// again.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

enum { page_size = 65536, most_pages = 4096, most_blocks = 4000, steps = 400000 };
_Alignas(page_size) unsigned char arena[most_pages * page_size];
static size_t pages = 4;
size_t page_memory_size(void) { return ((size_t)arena / page_size) + pages; }
size_t page_memory_grow(size_t more) {
  if (pages + more > most_pages) return (size_t)-1;
  pages += more;
  return ((size_t)arena / page_size) + pages - more;
}
void *page_malloc(size_t size);
void *page_calloc(size_t count, size_t size);
void *page_realloc(void *memory, size_t size);
void page_free(void *memory);
int page_posix_memalign(void **memory, size_t alignment, size_t size);
int page_errno;

static struct {
  unsigned char *place;
  size_t size;
  unsigned char byte;
} blocks[most_blocks];

static void check(int i) {
  for (size_t k = 0; k < blocks[i].size; k++)
    if (blocks[i].place[k] != blocks[i].byte) printf("a byte of a block has changed\n"), exit(1);
}

int main(int count, char **words) {
  if (count > 1) state ^= strtoull(words[1], NULL, 10) << 20;
  size_t live = 0, most = 0;
  for (int step = 0; step < steps; step++) {
    int i = (int)(chance() % most_blocks);
    size_t size = chance() % 8 ? chance() % 200 : chance() % 100 ? chance() % 5000 : chance() % 300000;
    size_t alignment = 16;
    if (blocks[i].place) {
      check(i);
      live -= blocks[i].size;
      if (chance() % 3) {
        page_free(blocks[i].place);
        blocks[i].place = NULL;
        continue;
      }
      unsigned char *other = page_realloc(blocks[i].place, size);
      size_t kept = size < blocks[i].size ? size : blocks[i].size;
      for (size_t k = 0; k < kept; k++)
        if (other[k] != blocks[i].byte) return puts("realloc has lost a byte"), 1;
      blocks[i].place = other;
    } else if (chance() % 5 == 0) {
      alignment = (size_t)16 << chance() % 8;
      void *place;
      if (page_posix_memalign(&place, alignment, size)) return puts("no memory"), 1;
      blocks[i].place = place;
    } else if (chance() % 4 == 0) {
      blocks[i].place = page_calloc(1, size);
      for (size_t k = 0; k < size; k++)
        if (blocks[i].place[k]) return puts("calloc gives bytes that are not 0"), 1;
    } else {
      blocks[i].place = page_malloc(size);
    }
    if (!blocks[i].place || (size_t)blocks[i].place % alignment) return puts("a place that is not aligned"), 1;
    if (blocks[i].place < arena || blocks[i].place + size > arena + pages * page_size) return puts("a place outside"), 1;
    blocks[i].size = size;
    blocks[i].byte = (unsigned char)chance();
    memset(blocks[i].place, blocks[i].byte, size);
    live += size;
    if (live > most) most = live;
  }
  for (int i = 0; i < most_blocks; i++)
    if (blocks[i].place) check(i), page_free(blocks[i].place);
  // All is one free block again.
  size_t before = pages;
  void *whole = page_malloc((pages - 8) * page_size);
  if (!whole || pages != before) return puts("free blocks were not joined"), 1;
  printf("%d steps on memory: %zu kB for %zu kB at most\n", steps, pages * page_size >> 10, most >> 10);
}
