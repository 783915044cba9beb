#ifndef C_JOURNAL_H
#define C_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the journal needs of processor and system that Swift has no words for.

/// Whether `journal_crc32c` may be called: whether this processor has an instruction for it.
bool journal_has_crc32c(void);

/// Takes `count` bytes into a CRC-32C by the processor's own instruction. Neither start nor final value are inverted.
uint32_t journal_crc32c(uint32_t value, const void *bytes, size_t count) __attribute__((pure));

/// Lets the disk begin to write a part of a file and does not wait for it; does nothing where the system cannot do that.
void journal_start_writing(int descriptor, int64_t offset, int64_t count);

#endif
