#include "CSystem.h"
#include <dirent.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/timex.h>
#endif

static int count = 0;
static char **words = NULL;

#if defined(__GLIBC__)
// glibc gives constructors what it gives `main`. Swift looks for the words in /proc, which a bare root folder lacks.
__attribute__((constructor)) static void keep(int given, char **arguments) {
  count = given;
  words = arguments;
}
#endif

int csystem_argument_count(void) { return count; }

const char *csystem_argument(int index) { return words[index]; }

int csystem_clock_is_synchronised(void) {
#if defined(__linux__)
  // Reads only, since no modes are set. Setting the clock by hand clears the state, and 16 s are what the kernel itself
  // takes for lost.
  struct timex state = {0};
  int result = adjtimex(&state);
  return result >= 0 && result != TIME_ERROR && !(state.status & STA_UNSYNC) && state.maxerror < 16000000;
#else
  return 0;
#endif
}

const char *csystem_entry_name(const void *entry) { return ((const struct dirent *)entry)->d_name; }
