#define _GNU_SOURCE
#include "CJournal.h"

#include <fcntl.h>
#include <string.h>

#if defined(__x86_64__)

bool journal_has_crc32c(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("sse4.2");
}

__attribute__((target("sse4.2"))) uint32_t journal_crc32c(uint32_t value, const void *bytes, size_t count) {
  const unsigned char *next = bytes;
  uint64_t wide = value;
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    wide = __builtin_ia32_crc32di(wide, word);
  }
  value = (uint32_t)wide;
  for (; count > 0; count--) value = __builtin_ia32_crc32qi(value, *next++);
  return value;
}

#else

bool journal_has_crc32c(void) { return false; }

uint32_t journal_crc32c(uint32_t value, const void *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return value;
}

#endif

void journal_start_writing(int descriptor, int64_t offset, int64_t count) {
#if defined(__linux__)
  sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
#else
  (void)descriptor;
  (void)offset;
  (void)count;
#endif
}
