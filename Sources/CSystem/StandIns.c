/* What the archives that a release carries inside ask of glibc 2.35 and 2.36, so that 2.34 is enough: that of Ubuntu 22.04 and of
   RHEL 9. The linker puts these in their place; see Package.swift. */
#if defined(__linux__)
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

/// For `arc4random` of 2.36, which seeds C++'s random numbers.
uint32_t csystem_arc4random(void) {
  uint32_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number) abort();
  return number;
}

/// For `hypotf` of 2.35, which sets no other `errno` for what is too large.
float csystem_hypotf(float x, float y) { return (float)sqrt((double)x * x + (double)y * y); }

/// For `_dl_find_object` of 2.35, which finds what C++ needs to catch an exception. Nothing here throws one.
int csystem_find_object(void *address, void *found) { return -1; }
#endif
