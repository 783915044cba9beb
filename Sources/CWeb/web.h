// What the C library of a page asks of the page that contains it, and offers to it.
#ifndef WEB_H
#define WEB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __wasm__
#define WEB_IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#else
// Tests compile the library for the system that they run on.
#define WEB_IMPORT(name)
#endif

/// Receives the bytes that the program writes to its output (1) and its errors (2).
WEB_IMPORT(write) void web_write(int descriptor, const void *bytes, size_t count);
/// Waits for what the program reads from its input, and returns how many bytes there are: 0 for no answer.
WEB_IMPORT(read) size_t web_read(void *bytes, size_t count);
/// Waits, at most so many microseconds; an interruption ends it early.
WEB_IMPORT(sleep) void web_sleep(double microseconds);
/// The wall clock, in microseconds since 1970.
WEB_IMPORT(wall) double web_wall(void);
/// The time since the page was opened, in microseconds.
WEB_IMPORT(steady) double web_steady(void);
/// The time that the program has worked so far, in microseconds.
WEB_IMPORT(worked) double web_worked(void);
/// Fills memory with random bytes.
WEB_IMPORT(random) void web_random(void *memory, size_t count);

/// crypt(3), of which a page has SHA-512 alone.
char *crypt(const char *key, const char *setting);

/// The most bytes that all files together may have.
enum { web_disk_size = 256 << 20 };
/// The size of the stack, which the linker reserves.
enum { web_stack_size = 4 << 20 };

#endif
