// Arithmetic that the compiler calls by name, and the number in a text.
#include <stddef.h>
#include <stdint.h>

#define memcpy __builtin_memcpy
#define memset __builtin_memset

// MARK: 128 bits

typedef struct {
  uint64_t low, high;
} wide;

// The product of two numbers of 128 bits; the compiler's own name for it, whose result is passed by address.
void __multi3(wide *product, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
  uint64_t a0 = a_low & 0xffffffff, a1 = a_low >> 32, b0 = b_low & 0xffffffff, b1 = b_low >> 32;
  uint64_t p0 = a0 * b0, p1 = a0 * b1, p2 = a1 * b0, p3 = a1 * b1;
  uint64_t middle = (p0 >> 32) + (p1 & 0xffffffff) + (p2 & 0xffffffff);
  product->low = (p0 & 0xffffffff) | middle << 32;
  product->high = p3 + (p1 >> 32) + (p2 >> 32) + (middle >> 32) + a_high * b_low + a_low * b_high;
}

// The quotient and the remainder of two unsigned numbers of 128 bits, bit by bit: they are rarely needed.
static void divide(wide *quotient, wide *remainder, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
  wide q = {0, 0}, rest = {0, 0};
  if (!(b_low | b_high)) __builtin_trap();
  for (int bit = 127; bit >= 0; bit--) {
    rest.high = rest.high << 1 | rest.low >> 63;
    rest.low = rest.low << 1 | (bit >= 64 ? a_high >> (bit - 64) : a_low >> bit) % 2;
    if (rest.high < b_high || (rest.high == b_high && rest.low < b_low)) continue;
    uint64_t borrow = rest.low < b_low;
    rest.low -= b_low;
    rest.high -= b_high + borrow;
    if (bit >= 64) q.high |= 1ull << (bit - 64);
    else q.low |= 1ull << bit;
  }
  *quotient = q;
  *remainder = rest;
}
void __udivti3(wide *quotient, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
  wide remainder;
  divide(quotient, &remainder, a_low, a_high, b_low, b_high);
}
// Only a program that was not optimised calls it.
void __umodti3(wide *remainder, uint64_t a_low, uint64_t a_high, uint64_t b_low, uint64_t b_high) {
  wide quotient;
  divide(&quotient, remainder, a_low, a_high, b_low, b_high);
}

// MARK: The number in a text

// A natural number of up to 6,400 bits, the lowest 32 first.
enum { words = 200 };
typedef struct {
  uint32_t word[words];
  int count;
} natural;

static void multiply(natural *n, uint32_t factor, uint32_t more) {
  uint64_t carry = more;
  for (int i = 0; i < n->count; i++) {
    carry += (uint64_t)n->word[i] * factor;
    n->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry && n->count < words) n->word[n->count++] = (uint32_t)carry;
}

static void multiply_by_ten(natural *n, int times) {
  for (; times >= 9; times -= 9) multiply(n, 1000000000, 0);
  for (; times > 0; times--) multiply(n, 10, 0);
}

static int bits(const natural *n) { return n->count ? 32 * n->count - __builtin_clz(n->word[n->count - 1]) : 0; }

static void shift(natural *n, int by) {
  int whole = by / 32, part = by % 32;
  if (!n->count) return;
  int count = n->count + whole + (part ? 1 : 0);
  if (count > words) count = words;
  for (int i = count - 1; i >= 0; i--) {
    int from = i - whole;
    uint32_t high = from >= 0 && from < n->count ? n->word[from] : 0;
    uint32_t low = from - 1 >= 0 && from - 1 < n->count ? n->word[from - 1] : 0;
    n->word[i] = part ? high << part | low >> (32 - part) : high;
  }
  n->count = count;
  while (n->count && !n->word[n->count - 1]) n->count--;
}

static int compare(const natural *a, const natural *b) {
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  for (int i = a->count - 1; i >= 0; i--)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

// Subtracts a number that is not larger.
static void subtract(natural *a, const natural *b) {
  int64_t borrow = 0;
  for (int i = 0; i < a->count; i++) {
    int64_t rest = (int64_t)a->word[i] - (i < b->count ? b->word[i] : 0) + borrow;
    a->word[i] = (uint32_t)rest;
    borrow = rest >> 32;
  }
  while (a->count && !a->word[a->count - 1]) a->count--;
}

static double of_bits(uint64_t value) {
  double number;
  memcpy(&number, &value, 8);
  return number;
}

// Returns the nearest double to (significand + something less than 1, if `sticky`) · 2^exponent; of two, the even one.
static double rounded(uint64_t significand, int exponent, int sticky) {
  if (!significand) return 0;
  int top = 63 - __builtin_clzll(significand);
  // The bits below the last one that a double has; more of them for numbers near 0.
  int lost = top - 52;
  if (exponent + lost < -1074) lost = -1074 - exponent;
  if (lost > 64) return 0;
  uint64_t kept = significand;
  if (lost > 0) {
    uint64_t below = lost == 64 ? significand : significand & ((1ull << lost) - 1), half = 1ull << (lost - 1);
    kept = lost == 64 ? 0 : significand >> lost;
    if (below > half || (below == half && (sticky || kept & 1))) kept++;
    exponent += lost;
  } else if (lost < 0) {
    kept <<= -lost;
    exponent += lost;
  }
  if (kept >> 53) kept >>= 1, exponent++;
  if (exponent > 971) return of_bits(0x7ffull << 52);
  return kept >> 52 ? of_bits((uint64_t)(exponent + 1075) << 52 | (kept & ((1ull << 52) - 1))) : of_bits(kept);
}

// Returns the nearest double to digits · 10^exponent.
static double decimal(natural *digits, int exponent, int sticky) {
  static natural divisor;
  memset(&divisor, 0, sizeof divisor);
  divisor.word[0] = divisor.count = 1;
  if (exponent >= 0) multiply_by_ten(digits, exponent);
  else multiply_by_ten(&divisor, -exponent);
  // The quotient gets 64 bits.
  int by = bits(&divisor) - bits(digits) + 64;
  if (by >= 0) shift(digits, by);
  else shift(&divisor, -by);
  uint64_t quotient = 0;
  int power = by;
  // By long division in base 2: the divisor moves instead of the number.
  shift(&divisor, 64);
  int first = compare(digits, &divisor) >= 0;
  if (first) subtract(digits, &divisor);
  for (int i = 0; i < 64; i++) {
    shift(digits, 1);
    quotient <<= 1;
    if (compare(digits, &divisor) >= 0) {
      subtract(digits, &divisor);
      quotient |= 1;
    }
  }
  sticky |= digits->count > 0;
  if (first) {
    sticky |= quotient & 1;
    quotient = quotient >> 1 | 1ull << 63;
    power--;
  }
  return rounded(quotient, -power, sticky);
}

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }
static int hex(char c) {
  return digit(c) >= 0 ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
static int begins(const char *text, const char *word) {
  for (; *word; word++, text++)
    if ((*text | 32) != *word) return 0;
  return 1;
}

// Reads the exponent behind `e` or `p`; without digits there is none.
static const char *power(const char *text, int *exponent) {
  const char *at = text + 1;
  int is_negative = *at == '-', value = 0;
  if (*at == '-' || *at == '+') at++;
  if (digit(*at) < 0) return text;
  for (; digit(*at) >= 0; at++)
    if (value < 100000) value = 10 * value + digit(*at);
  *exponent += is_negative ? -value : value;
  return at;
}

// Reads the number at the beginning of a text, as strtod(3) does in the C locale, to the nearest double. Returns the place
// behind it; NULL if there is none. The standard library calls it by this name.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const char *at = text;
  int is_negative = *at == '-', exponent = 0;
  if (*at == '-' || *at == '+') at++;
  double value;
  if (begins(at, "inf")) {
    value = of_bits(0x7ffull << 52);
    at += begins(at, "infinity") ? 8 : 3;
  } else if (begins(at, "nan")) {
    value = of_bits(0x7ff8ull << 48);
    at += 3;
  } else if (*at == '0' && (at[1] | 32) == 'x' && (hex(at[2]) >= 0 || (at[2] == '.' && hex(at[3]) >= 0))) {
    uint64_t significand = 0;
    int sticky = 0, is_behind = 0;
    for (at += 2; hex(*at) >= 0 || (*at == '.' && !is_behind); at++) {
      if (*at == '.') {
        is_behind = 1;
        continue;
      }
      if (significand >> 60) {
        sticky |= hex(*at) > 0;
        exponent += is_behind ? 0 : 4;
      } else {
        significand = significand << 4 | (uint64_t)hex(*at);
        exponent -= is_behind ? 4 : 0;
      }
    }
    if ((*at | 32) == 'p') at = power(at, &exponent);
    value = exponent > 5000 ? significand ? of_bits(0x7ffull << 52) : 0 : exponent < -5000 ? 0 : rounded(significand, exponent, sticky);
  } else {
    static natural digits;
    memset(&digits, 0, sizeof digits);
    uint64_t few = 0;
    int count = 0, all = 0, sticky = 0, is_behind = 0;
    for (; digit(*at) >= 0 || (*at == '.' && !is_behind); at++) {
      if (*at == '.') {
        is_behind = 1;
        continue;
      }
      all++;
      if (!count && *at == '0') {
        exponent -= is_behind;
        continue;
      }
      // More digits than these only say on which side of a number between two doubles the text is.
      if (count >= 800) {
        sticky |= *at != '0';
        if (!is_behind && exponent < 100000) exponent++;
        continue;
      }
      count++;
      if (count <= 19) few = 10 * few + (uint64_t)digit(*at);
      if (!digits.count) digits.count = 1;
      multiply(&digits, 10, (uint32_t)digit(*at));
      exponent -= is_behind;
    }
    if (!all) return NULL;
    if ((*at | 32) == 'e') at = power(at, &exponent);
    if (!count || count + exponent < -330) value = 0;
    else if (count + exponent > 310) value = of_bits(0x7ffull << 52);
    else if (count <= 15 && exponent >= 0 && exponent <= 22) value = (double)few * exact[exponent];
    else if (count <= 15 && exponent < 0 && exponent >= -22) value = (double)few / exact[-exponent];
    else value = decimal(&digits, exponent, sticky);
  }
  *result = is_negative ? -value : value;
  return at;
}
