#include "CSystem.h"
#include <stdlib.h>

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
