// The allocator's side of its test: other names, and the test's memory in place of the page's.
unsigned long page_memory_size(void);
unsigned long page_memory_grow(unsigned long more);
#define __builtin_wasm_memory_size(memory) page_memory_size()
#define __builtin_wasm_memory_grow(memory, more) page_memory_grow(more)
#define __heap_base arena
#define malloc page_malloc
#define calloc page_calloc
#define realloc page_realloc
#define free page_free
#define posix_memalign page_posix_memalign
#define aligned_alloc page_aligned_alloc
