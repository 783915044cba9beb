// Mathematics for a page. A script must give the same bytes everywhere, and the engines of browsers differ in the last digit,
// so each function is computed with twice the digits of a double and then rounded. The result is the double nearest to the
// exact one in all but very rare cases, as with the C library of Linux.
#include "CWeb.h"

// A number as the sum of two doubles, the second at most half a unit of the first: 106 bits.
typedef struct {
  double high, low;
} pair;

static const pair pi_half = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const pair pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
static const pair ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const pair ln10 = {0x1.26bb1bbb55516p+1, -0x1.f48ad494ea3e9p-53};

// The digits of 2 / π after the binary point.
static const uint32_t two_over_pi[40] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
};

static uint64_t bits_of(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, 8);
  return bits;
}
static double double_of(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, 8);
  return x;
}
static double magnitude(double x) { return __builtin_fabs(x); }
static int is_nan(double x) { return x != x; }
static int is_infinite(double x) { return magnitude(x) == __builtin_inf(); }
static int is_negative(double x) { return (int)(bits_of(x) >> 63); }

static pair fast_sum(double a, double b) {
  double s = a + b;
  return (pair){s, b - (s - a)};
}
static pair sum(double a, double b) {
  double s = a + b, t = s - a;
  return (pair){s, (a - (s - t)) + (b - t)};
}
static pair product(double a, double b) {
  // Each factor is split into halves, whose products are exact.
  double p = a * b, s = 134217729.0 * a, t = 134217729.0 * b;
  double a1 = s - (s - a), a2 = a - a1, b1 = t - (t - b), b2 = b - b1;
  return (pair){p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}
static pair add(pair a, pair b) {
  pair s = sum(a.high, b.high), t = sum(a.low, b.low);
  s = fast_sum(s.high, s.low + t.high);
  return fast_sum(s.high, s.low + t.low);
}
static pair negated(pair a) { return (pair){-a.high, -a.low}; }
static pair subtract(pair a, pair b) { return add(a, negated(b)); }
static pair multiply(pair a, pair b) {
  pair p = product(a.high, b.high);
  return fast_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
static pair times(pair a, double b) {
  pair p = product(a.high, b);
  return fast_sum(p.high, p.low + a.low * b);
}
static pair divide(pair a, pair b) {
  double q = a.high / b.high;
  pair r = subtract(a, times(b, q));
  double q2 = r.high / b.high;
  r = subtract(r, times(b, q2));
  return add(fast_sum(q, q2), (pair){r.high / b.high, 0});
}
static pair of(double x) { return (pair){x, 0}; }
static pair root(pair a) {
  if (a.high <= 0) return of(0);
  double x = __builtin_sqrt(a.high);
  pair r = subtract(a, product(x, x));
  return fast_sum(x, r.high / (2 * x));
}
static double value(pair a) { return a.high + a.low; }

// x · 2^n, rounded once.
static double scaled(pair x, int n) {
  if (n > 1000) return n > 2200 ? x.high * __builtin_inf() : value(x) * 0x1p1000 * double_of((uint64_t)(n - 1000 > 1023 ? 2046 : n - 1000 + 1023) << 52);
  if (n < -1000) {
    if (n < -1200) return x.high * 0;
    // A result with fewer digits: the sum is rounded at the last digit that there is.
    double high = x.high * double_of((uint64_t)(n + 1023 + 200) << 52), low = x.low * double_of((uint64_t)(n + 1023 + 200) << 52);
    double unit = 0x1p-1074 * 0x1p200;
    // Adding and subtracting a large number rounds to a multiple of the unit.
    if (magnitude(high) < 0x1p-1022 * 0x1p200) {
      double large = unit * 0x1.8p52;
      double rounded = (high + large) - large, rest = (high - rounded) + low;
      if (rest > unit / 2 || (rest == unit / 2 && rounded / unit / 2 != __builtin_floor(rounded / unit / 2))) rounded += unit;
      if (rest < -unit / 2) rounded -= unit;
      return rounded * 0x1p-200;
    }
    return (high + low) * 0x1p-200;
  }
  return value(x) * double_of((uint64_t)(n + 1023) << 52);
}

// MARK: Whole numbers

double floor(double x) { return __builtin_floor(x); }
double ceil(double x) { return __builtin_ceil(x); }
double round(double x) {
  double whole = __builtin_trunc(x);
  return magnitude(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : __builtin_copysign(whole, x);
}

double fmod(double x, double y) {
  if (is_nan(x) || is_nan(y) || is_infinite(x) || y == 0) return __builtin_nan("");
  double a = magnitude(x), b = magnitude(y);
  if (a < b) return x;
  // The remainder is subtracted digit by digit, which is exact.
  uint64_t m = bits_of(a) & 0xFFFFFFFFFFFFFull, n = bits_of(b) & 0xFFFFFFFFFFFFFull;
  int e = (int)(bits_of(a) >> 52), f = (int)(bits_of(b) >> 52);
  if (e) m |= 1ull << 52; else e = 1;
  if (f) n |= 1ull << 52; else f = 1;
  for (; e > f; e--) {
    if (m >= n) m -= n;
    m <<= 1;
  }
  if (m >= n) m -= n;
  if (!m) return __builtin_copysign(0, x);
  while (!(m >> 52) && e > 1) {
    m <<= 1;
    e--;
  }
  uint64_t bits = m >> 52 ? (m & 0xFFFFFFFFFFFFFull) | (uint64_t)e << 52 : m;
  return __builtin_copysign(double_of(bits), x);
}

// MARK: Powers and logarithms

// e^x for a pair of at most 750; the result is `return · 2^n`.
static pair power_of_e(pair x, int *n) {
  double k = __builtin_floor(x.high / ln2.high + 0.5);
  pair r = subtract(x, times(ln2, k));
  *n = (int)k;
  // e^(r / 512) − 1, squared nine times.
  r = (pair){r.high / 512, r.low / 512};
  pair term = r, s = r;
  for (int i = 2; i <= 9; i++) {
    term = divide(multiply(term, r), of(i));
    s = add(s, term);
  }
  for (int i = 0; i < 9; i++) s = add(times(s, 2), multiply(s, s));
  return add(s, of(1));
}

// The natural logarithm of a positive finite double.
static pair logarithm(double x) {
  int e = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    e = -54;
  }
  e += (int)(bits_of(x) >> 52) - 1023;
  double m = double_of((bits_of(x) & 0xFFFFFFFFFFFFFull) | 0x3FF0000000000000ull);
  if (m > 1.4142135623730951) {
    m /= 2;
    e++;
  }
  // log m = 2 artanh((m − 1) / (m + 1))
  pair s = divide(sum(m, -1), sum(m, 1)), square = multiply(s, s), term = s, total = s;
  for (int i = 3; i <= 47; i += 2) {
    term = multiply(term, square);
    total = add(total, divide(term, of(i)));
  }
  return add(times(ln2, e), times(total, 2));
}

double exp(double x) {
  if (is_nan(x)) return x;
  if (x > 709.8) return __builtin_inf();
  if (x < -745.2) return 0;
  int n;
  pair y = power_of_e(of(x), &n);
  return scaled(y, n);
}
static double special_logarithm(double x) {
  if (is_nan(x) || x < 0) return __builtin_nan("");
  return x == 0 ? -__builtin_inf() : __builtin_inf();
}
static int has_logarithm(double x) { return x > 0 && !is_infinite(x); }
double log(double x) { return has_logarithm(x) ? value(logarithm(x)) : special_logarithm(x); }
double log2(double x) { return has_logarithm(x) ? value(divide(logarithm(x), ln2)) : special_logarithm(x); }
double log10(double x) { return has_logarithm(x) ? value(divide(logarithm(x), ln10)) : special_logarithm(x); }

double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (is_nan(x) || is_nan(y)) return __builtin_nan("");
  int is_whole = is_infinite(y) ? 0 : __builtin_floor(y) == y;
  int is_odd = is_whole && magnitude(y) < 0x1p53 && (int64_t)y % 2 != 0;
  if (is_infinite(y)) {
    if (magnitude(x) == 1) return 1;
    return (magnitude(x) > 1) == (y > 0) ? __builtin_inf() : 0;
  }
  if (x == 0 || is_infinite(x)) {
    double size = (x == 0) == (y > 0) ? 0 : __builtin_inf();
    return is_odd && is_negative(x) ? -size : size;
  }
  if (x < 0 && !is_whole) return __builtin_nan("");
  double sign = x < 0 && is_odd ? -1 : 1;
  pair exponent = times(logarithm(magnitude(x)), magnitude(y) > 0x1p64 ? __builtin_copysign(0x1p64, y) : y);
  if (exponent.high > 709.8) return sign * __builtin_inf();
  if (exponent.high < -745.2) return sign * 0;
  int n;
  pair p = power_of_e(exponent, &n);
  return sign * scaled(p, n);
}

double hypot(double x, double y) {
  if (is_infinite(x) || is_infinite(y)) return __builtin_inf();
  if (is_nan(x) || is_nan(y)) return __builtin_nan("");
  double a = magnitude(x), b = magnitude(y), most = a > b ? a : b;
  if (most == 0) return 0;
  double unit = most > 0x1p500 ? 0x1p-600 : most < 0x1p-400 ? 0x1p600 : 1;
  a *= unit;
  b *= unit;
  return value(root(add(product(a, a), product(b, b)))) / unit;
}

// MARK: Angles

// The rest of an angle after whole quarters of a turn, at most an eighth of a turn, and the number of quarters modulo 4.
static pair quarters(double x, int *number) {
  if (magnitude(x) <= pi_half.high / 2) {
    *number = 0;
    return of(x);
  }
  // |x| = m · 2^e with a whole m. The product with 2 / π is needed modulo 4: digits of higher value are left out.
  uint64_t m = (bits_of(x) & 0xFFFFFFFFFFFFFull) | 1ull << 52;
  int e = (int)(bits_of(x) >> 52 & 0x7FF) - 1075;
  // The first digit of 2 / π that matters has the value 2^-first.
  int first = e - 2 > 0 ? e - 2 : 0, word = first / 32, shift = first % 32;
  uint32_t window[8];
  for (int i = 0; i < 8; i++) {
    uint64_t two = word + i < 40 ? (uint64_t)two_over_pi[word + i] << 32 : 0;
    if (word + i + 1 < 40) two |= two_over_pi[word + i + 1];
    window[i] = (uint32_t)(two << shift >> 32);
  }
  // m · window, whose last digit has the value 2^-(first + 256); `digits` are its ten words, the lowest first.
  uint32_t digits[10] = {0};
  uint64_t carry = 0;
  uint32_t low = (uint32_t)m, high = (uint32_t)(m >> 32);
  for (int i = 0; i < 8; i++) {
    carry += (uint64_t)window[7 - i] * low + digits[i];
    digits[i] = (uint32_t)carry;
    carry >>= 32;
  }
  digits[8] = (uint32_t)carry;
  carry = 0;
  for (int i = 0; i < 8; i++) {
    carry += (uint64_t)window[7 - i] * high + digits[i + 1];
    digits[i + 1] = (uint32_t)carry;
    carry >>= 32;
  }
  digits[9] = (uint32_t)carry;
  // The binary point: the number is digits · 2^(e - first - 256).
  int point = first + 256 - e;
#define DIGIT(place) ((place) >= 0 && (place) < 320 ? digits[(place) / 32] >> ((place) % 32) & 1 : 0)
  int count = (int)(DIGIT(point + 1) << 1 | DIGIT(point));
  // The fraction, rounded to the nearest quarter: a fraction of a half or more counts down from the next.
  int isUpper = (int)DIGIT(point - 1);
  count += isUpper;
  pair fraction = of(0);
  double unit = 0.5;
  double part = 0;
  int taken = 0;
  // 159 digits in three exact parts.
  int place = point - 1, started = 0, groups = 0;
  for (; place >= 0 && groups < 3; place--, unit /= 2) {
    int digit = (int)DIGIT(place) ^ isUpper;
    if (!started && !digit) continue;
    started = 1;
    if (digit) part += unit;
    if (++taken == 53) {
      fraction = add(fraction, of(part));
      part = 0;
      taken = 0;
      groups++;
    }
  }
  fraction = add(fraction, of(part));
#undef DIGIT
  pair rest = multiply(fraction, pi_half);
  if (isUpper) rest = negated(rest);
  if (is_negative(x)) {
    rest = negated(rest);
    count = -count;
  }
  *number = count & 3;
  return rest;
}

static pair sine_series(pair x) {
  pair square = negated(multiply(x, x)), term = x, total = x;
  for (int i = 3; i <= 27; i += 2) {
    term = divide(multiply(term, square), of((double)i * (i - 1)));
    total = add(total, term);
  }
  return total;
}
static pair cosine_series(pair x) {
  pair square = negated(multiply(x, x)), term = of(1), total = of(1);
  for (int i = 2; i <= 28; i += 2) {
    term = divide(multiply(term, square), of((double)i * (i - 1)));
    total = add(total, term);
  }
  return total;
}
static pair sine(pair rest, int number) {
  pair y = number & 1 ? cosine_series(rest) : sine_series(rest);
  return number & 2 ? negated(y) : y;
}

double sin(double x) {
  if (is_nan(x) || is_infinite(x)) return __builtin_nan("");
  if (magnitude(x) < 0x1p-30) return magnitude(x) < 0x1p-500 ? x : value(sine_series(of(x)));
  int number;
  pair rest = quarters(x, &number);
  return value(sine(rest, number));
}
double cos(double x) {
  if (is_nan(x) || is_infinite(x)) return __builtin_nan("");
  int number;
  pair rest = quarters(x, &number);
  return value(sine(rest, number + 1));
}
double tan(double x) {
  if (is_nan(x) || is_infinite(x)) return __builtin_nan("");
  if (magnitude(x) < 0x1p-500) return x;
  int number;
  pair rest = quarters(x, &number);
  return value(divide(sine(rest, number), sine(rest, number + 1)));
}

// The arc tangent of a number from 0 to 1.
static pair arc_series(pair x) {
  for (int i = 0; i < 3; i++) x = divide(x, add(of(1), root(add(of(1), multiply(x, x)))));
  pair square = negated(multiply(x, x)), term = x, total = x;
  for (int i = 3; i <= 35; i += 2) {
    term = multiply(term, square);
    total = add(total, divide(term, of(i)));
  }
  return times(total, 8);
}
// The angle of a point that lies at the right and above, not at the origin.
static pair angle(pair y, pair x) {
  if (y.high > x.high) return subtract(pi_half, arc_series(divide(x, y)));
  return arc_series(divide(y, x));
}

double atan2(double y, double x) {
  if (is_nan(x) || is_nan(y)) return __builtin_nan("");
  double a = magnitude(x), b = magnitude(y);
  pair result;
  if (is_infinite(x) && is_infinite(y)) {
    result = times(pi_half, 0.5);
  } else if (b == 0 || is_infinite(x)) {
    result = of(0);
  } else if (a == 0 || is_infinite(y)) {
    result = pi_half;
  } else {
    if (!is_negative(x) && b / a < 0x1p-400) return y / x;
    // Far from 1 they could overflow on the way.
    int e = (int)(bits_of(a > b ? a : b) >> 52) - 1023;
    if (e > 500 || e < -500) {
      double unit = e > 0 ? 0x1p-600 : 0x1p600;
      a *= unit;
      b *= unit;
    }
    result = angle(of(b), of(a));
  }
  if (is_negative(x)) result = subtract(pi, result);
  return __builtin_copysign(value(result), y);
}
double atan(double x) {
  if (is_nan(x) || magnitude(x) < 0x1p-500) return x;
  return atan2(x, 1);
}
// √(1 − x²)
static pair other_side(double x) { return root(multiply(sum(1, -x), sum(1, x))); }
double asin(double x) {
  if (is_nan(x) || magnitude(x) > 1) return __builtin_nan("");
  if (magnitude(x) < 0x1p-500) return x;
  return __builtin_copysign(value(angle(of(magnitude(x)), other_side(x))), x);
}
double acos(double x) {
  if (is_nan(x) || magnitude(x) > 1) return __builtin_nan("");
  pair result = x == 0 ? pi_half : angle(other_side(x), of(magnitude(x)));
  return value(x < 0 ? subtract(pi, result) : result);
}
