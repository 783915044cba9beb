// The numbers in texts, and arithmetic of 128 bits: the page's and the system's agree exactly.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

const char *_swift_stdlib_strtod_clocale(const char *text, double *result);
typedef struct {
  uint64_t low, high;
} wide;
void page_multi3(wide *, uint64_t, uint64_t, uint64_t, uint64_t);
void page_udivti3(wide *, uint64_t, uint64_t, uint64_t, uint64_t);
void page_umodti3(wide *, uint64_t, uint64_t, uint64_t, uint64_t);

enum { count = 200000 };
static double any(uint64_t mask) {
  uint64_t bits = chance() & mask;
  double number;
  memcpy(&number, &bits, 8);
  return number == number ? number : 1;
}

// Texts: of any double, short and with all its digits, near 0, of any digits, hexadecimal, and of any letters.
static void write(char *text, size_t size, int kind) {
  switch (kind) {
    case 0: snprintf(text, size, "%.17g", any(~0ull)); break;
    case 1: snprintf(text, size, "%.*e", (int)(chance() % 30), any(~0ull)); break;
    case 2:
      snprintf(text, size, "%llu.%llue%d", (unsigned long long)(chance() % 100000), (unsigned long long)chance(),
               (int)(chance() % 700) - 350);
      break;
    case 3: {
      snprintf(text, size, "%.1100g", any(~0ull));
      size_t length = strlen(text);
      // Just beside the middle between two doubles.
      if (strchr(text, '.') && !strchr(text, 'e') && chance() % 2) text[length] = (char)('0' + chance() % 10), text[length + 1] = 0;
      break;
    }
    case 4: snprintf(text, size, "%.*g", (int)(10 + chance() % 40), any(0x000fffffffffffff)); break;
    case 5:
      snprintf(text, size, "%s0x%llx.%llxp%d", chance() % 2 ? "-" : "", (unsigned long long)chance() >> chance() % 64,
               (unsigned long long)chance(), (int)(chance() % 2200) - 1100);
      break;
    default: {
      const char *letters = "0123456789.eE+-xpinf ";
      int length = 1 + (int)(chance() % 12);
      for (int i = 0; i < length; i++) text[i] = letters[chance() % 20];
      text[length] = 0;
    }
  }
}

int main(void) {
  char text[2000];
  for (int i = 0; i < count; i++) {
    write(text, sizeof text, i % 7);
    char *end;
    double expected = strtod(text, &end), given = 0;
    const char *behind = _swift_stdlib_strtod_clocale(text, &given);
    if (!behind) behind = text;
    int same = expected != expected ? given != given : !memcmp(&expected, &given, 8);
    if (behind != end || (end != text && !same)) return printf("%s: %a, not %a\n", text, given, expected), 1;
  }
  for (int i = 0; i < count; i++) {
    unsigned __int128 a = (unsigned __int128)chance() << 64 | chance(), b = (unsigned __int128)chance() << 64 | chance();
    a >>= chance() % 128;
    b >>= chance() % 128;
    wide given;
    page_multi3(&given, (uint64_t)a, (uint64_t)(a >> 64), (uint64_t)b, (uint64_t)(b >> 64));
    if (((unsigned __int128)given.high << 64 | given.low) != a * b) return puts("a product is wrong"), 1;
    if (!b) continue;
    page_udivti3(&given, (uint64_t)a, (uint64_t)(a >> 64), (uint64_t)b, (uint64_t)(b >> 64));
    if (((unsigned __int128)given.high << 64 | given.low) != a / b) return puts("a quotient is wrong"), 1;
    page_umodti3(&given, (uint64_t)a, (uint64_t)(a >> 64), (uint64_t)b, (uint64_t)(b >> 64));
    if (((unsigned __int128)given.high << 64 | given.low) != a % b) return puts("a remainder is wrong"), 1;
  }
  printf("%d numbers in texts, and as many products, quotients and remainders, are exact\n", count);
}
