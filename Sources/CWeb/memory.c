// Memory for a page: blocks with their sizes at both ends, and a list of free blocks for each class of sizes. A block that
// is freed joins its free neighbours.
#include "CWeb.h"

// Sizes are multiples of 16; the lowest bit of `size` says that the block is in use.
typedef struct block {
  size_t before;  // the size of the block before this one, 0 for the first
  size_t size;
  struct block *next, *last;  // in the list of free blocks; the first bytes of the contents otherwise
} block;

enum { head = 16, least = 32, classes = 160 };
static block *free_lists[classes];
static block *end_mark;
extern unsigned char __heap_base;

static size_t size_of(const block *b) { return b->size & ~(size_t)15; }
static int is_used(const block *b) { return b->size & 1; }
static block *after(block *b) { return (block *)((char *)b + size_of(b)); }
static block *before(block *b) { return b->before ? (block *)((char *)b - b->before) : NULL; }

// Four classes for each power of two: a block found in the next class is at most a quarter too large.
static int class_of(size_t size) {
  int power = 63 - __builtin_clzl(size);
  int quarter = (int)((size >> (power - 2)) & 3);
  int number = (power - 5) * 4 + quarter;
  return number < classes ? number : classes - 1;
}

static void set(block *b, size_t size, int used) {
  b->size = size | (size_t)used;
  after(b)->before = size;
}

static void add(block *b) {
  int number = class_of(size_of(b));
  b->last = NULL;
  b->next = free_lists[number];
  if (b->next) b->next->last = b;
  free_lists[number] = b;
}

static void take_out(block *b) {
  if (b->last) b->last->next = b->next;
  else free_lists[class_of(size_of(b))] = b->next;
  if (b->next) b->next->last = b->last;
}

// Asks the page for memory behind the last block. Returns 0 if there is none.
static int grow(size_t size) {
  const size_t page = 65536;
  size_t have = __builtin_wasm_memory_size(0) * page;
  if (!end_mark) {
    block *first = (block *)(((size_t)&__heap_base + 15) & ~(size_t)15);
    size_t need = (size_t)first + size + 2 * head;
    // The memory that a module begins with may be larger than what it needs.
    if (need > have && __builtin_wasm_memory_grow(0, (need - have + page - 1) / page) == (size_t)-1) return 0;
    have = __builtin_wasm_memory_size(0) * page;
    end_mark = (block *)(have - head);
    first->before = 0;
    end_mark->size = 1;
    set(first, (size_t)end_mark - (size_t)first, 0);
    add(first);
    return 1;
  }
  // An eighth more than needed, so that growing is rare.
  size_t pages = (size + have / 8 + page - 1) / page + 1;
  if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) {
    pages = (size + page - 1) / page + 1;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
  }
  block *b = end_mark;
  end_mark = (block *)((char *)b + pages * page);
  end_mark->size = 1;
  set(b, pages * page, 1);
  free((char *)b + head);
  return 1;
}

void *malloc(size_t size) {
  if (size > (size_t)1 << 46) {
    errno = ENOMEM;
    return NULL;
  }
  size_t need = ((size + 15) & ~(size_t)15) + head;
  if (need < least) need = least;
  for (;;) {
    for (int number = class_of(need); number < classes; number++) {
      // All of a higher class are large enough; of the first, a few are tried.
      int tries = number == class_of(need) || number == classes - 1 ? 32 : 1;
      for (block *b = free_lists[number]; b && tries--; b = b->next) {
        if (size_of(b) < need) continue;
        take_out(b);
        size_t rest = size_of(b) - need;
        if (rest >= least) {
          set(b, need, 1);
          set(after(b), rest, 0);
          add(after(b));
        } else {
          b->size |= 1;
        }
        return (char *)b + head;
      }
    }
    if (!grow(need)) {
      errno = ENOMEM;
      return NULL;
    }
  }
}

void free(void *memory) {
  if (!memory) return;
  block *b = (block *)((char *)memory - head);
  size_t size = size_of(b);
  block *other = after(b);
  if (other != end_mark && !is_used(other)) {
    take_out(other);
    size += size_of(other);
  }
  other = before(b);
  if (other && !is_used(other)) {
    take_out(other);
    size += size_of(other);
    b = other;
  }
  set(b, size, 0);
  add(b);
}

void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  void *memory = malloc(bytes);
  if (memory) memset(memory, 0, bytes);
  return memory;
}

void *realloc(void *memory, size_t size) {
  if (!memory) return malloc(size);
  size_t have = size_of((block *)((char *)memory - head)) - head;
  if (size <= have && size >= have / 2) return memory;
  void *other = malloc(size);
  if (!other) return NULL;
  memcpy(other, memory, size < have ? size : have);
  free(memory);
  return other;
}

// A block that begins at the wrong place is split: its first part is freed again.
int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment <= 16) return (*memory = malloc(size)) ? 0 : ENOMEM;
  char *found = malloc(size + alignment + least);
  if (!found) return ENOMEM;
  char *place = (char *)(((size_t)found + alignment - 1) & ~(alignment - 1));
  if (place != found) {
    if ((size_t)(place - found) < least) place += alignment;
    block *b = (block *)(found - head);
    size_t first = (size_t)(place - found), whole = size_of(b);
    set(b, first, 1);
    set(after(b), whole - first, 1);
    free(found);
  }
  *memory = place;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  void *memory;
  return posix_memalign(&memory, alignment, size) ? NULL : memory;
}

#ifdef __wasm__
// The engine copies and fills whole blocks.
void *memmove(void *to, const void *from, size_t count) {
  void *place = to;
  __asm__ volatile(
      "local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0" : : "r"(place), "r"(from), "r"(count) : "memory");
  return to;
}
void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) {
  __asm__ volatile(
      "local.get %0\nlocal.get %1\nlocal.get %2\nmemory.fill 0" : : "r"(to), "r"(byte), "r"(count) : "memory");
  return to;
}
#endif
