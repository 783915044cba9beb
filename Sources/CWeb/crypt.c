// crypt(3) of a page: SHA-512 with many rounds (`$6$rounds=…$SALT$`), as in glibc's and libxcrypt's, so that the
// program reads the hash as well. Other settings, such as yescrypt's, are refused.
// The method is that of Ulrich Drepper's specification "Unix crypt using SHA-256 and SHA-512".
#include "CWeb.h"

#include "web.h"

enum { block_size = 128, hash_size = 64, salt_limit = 16 };

typedef struct {
  uint64_t state[8];
  uint64_t size;
  uint8_t block[block_size];
} sha512;

// The first 64 bits of the fractions of the cube roots of the first 80 primes.
static const uint64_t round_constants[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};
// Those of the square roots of the first 8 primes.
static const uint64_t first_state[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static uint64_t turned(uint64_t x, int bits) { return x >> bits | x << (64 - bits); }

static void mix(uint64_t *state, const uint8_t *block) {
  uint64_t w[80], s[8];
  for (int i = 0; i < 16; i++) {
    memcpy(&w[i], block + 8 * i, 8);
    w[i] = __builtin_bswap64(w[i]);
  }
  for (int i = 16; i < 80; i++) {
    uint64_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (turned(a, 1) ^ turned(a, 8) ^ a >> 7) + (turned(b, 19) ^ turned(b, 61) ^ b >> 6);
  }
  memcpy(s, state, sizeof s);
  for (int i = 0; i < 80; i++) {
    uint64_t a = s[0], e = s[4];
    uint64_t one = s[7] + (turned(e, 14) ^ turned(e, 18) ^ turned(e, 41)) + ((e & s[5]) ^ (~e & s[6])) + round_constants[i] + w[i];
    uint64_t two = (turned(a, 28) ^ turned(a, 34) ^ turned(a, 39)) + ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; i++) state[i] += s[i];
}

static void begin(sha512 *hash) {
  memcpy(hash->state, first_state, sizeof first_state);
  hash->size = 0;
}

static void add(sha512 *hash, const void *bytes, size_t count) {
  const uint8_t *place = bytes;
  while (count) {
    size_t used = hash->size % block_size, room = block_size - used, part = count < room ? count : room;
    memcpy(hash->block + used, place, part);
    hash->size += part;
    place += part;
    count -= part;
    if (used + part == block_size) mix(hash->state, hash->block);
  }
}

static void end(sha512 *hash, uint8_t *result) {
  uint64_t bits[2] = {0, __builtin_bswap64(hash->size * 8)};
  add(hash, "\x80", 1);
  while (hash->size % block_size != block_size - sizeof bits) add(hash, "", 1);
  add(hash, bits, sizeof bits);
  for (int i = 0; i < 8; i++) {
    uint64_t word = __builtin_bswap64(hash->state[i]);
    memcpy(result + 8 * i, &word, 8);
  }
}

// Adds a hash again and again, until there are so many bytes.
static void fill(sha512 *to, const uint8_t *hash, size_t count) {
  for (; count > hash_size; count -= hash_size) add(to, hash, hash_size);
  add(to, hash, count);
}

static void slow_hash(const char *key, size_t key_size, const char *salt, size_t salt_size, unsigned rounds, uint8_t *result) {
  sha512 one, two;
  uint8_t keys[hash_size], salts[hash_size];
  begin(&two);
  add(&two, key, key_size);
  add(&two, salt, salt_size);
  add(&two, key, key_size);
  end(&two, result);
  begin(&one);
  add(&one, key, key_size);
  add(&one, salt, salt_size);
  fill(&one, result, key_size);
  for (size_t bits = key_size; bits; bits >>= 1) bits & 1 ? add(&one, result, hash_size) : add(&one, key, key_size);
  end(&one, result);
  begin(&two);
  for (size_t i = 0; i < key_size; i++) add(&two, key, key_size);
  end(&two, keys);
  begin(&two);
  for (int i = 0; i < 16 + result[0]; i++) add(&two, salt, salt_size);
  end(&two, salts);
  for (unsigned i = 0; i < rounds; i++) {
    begin(&one);
    i & 1 ? fill(&one, keys, key_size) : add(&one, result, hash_size);
    if (i % 3) fill(&one, salts, salt_size);
    if (i % 7) fill(&one, keys, key_size);
    i & 1 ? add(&one, result, hash_size) : fill(&one, keys, key_size);
    end(&one, result);
  }
}

// Writes three bytes as four characters, the lowest bits first, and fewer for the last byte.
static char *put(char *to, unsigned value, int count) {
  static const char letters[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (; count; count--, value >>= 6) *to++ = letters[value & 63];
  return to;
}

// Returns the setting with the hash behind it, in memory that the next call writes again; "*0" for a setting of another kind.
char *crypt(const char *key, const char *setting) {
  static char result[16 + 10 + salt_limit + 90];
  static const char kind[] = "$6$", count[] = "rounds=";
  unsigned rounds = 5000;
  const char *salt = setting + 3;
  if (strncmp(setting, kind, 3)) return "*0";
  int is_counted = !strncmp(salt, count, 7);
  if (is_counted) {
    for (rounds = 0, salt += 7; *salt >= (rounds ? '0' : '1') && *salt <= '9' && rounds < 100000000; salt++) rounds = rounds * 10 + (unsigned)(*salt - '0');
    if (*salt++ != '$' || rounds < 1000 || rounds > 999999999) return "*0";
  }
  size_t salt_size = 0;
  while (salt_size < salt_limit && salt[salt_size] && salt[salt_size] != '$') salt_size++;
  uint8_t hash[hash_size];
  slow_hash(key, strlen(key), salt, salt_size, rounds, hash);
  size_t before = (size_t)(salt - setting) + salt_size;
  memcpy(result, setting, before);
  char *to = result + before;
  *to++ = '$';
  // Three bytes, a third of the hash apart, in an order that turns.
  for (int i = 0, a = 0, b = 21, c = 42; i < 21; i++) {
    to = put(to, (unsigned)(hash[a] << 16 | hash[b] << 8 | hash[c]), 4);
    int first = a;
    a = b + 1, b = c + 1, c = first + 1;
  }
  to = put(to, hash[63], 2);
  *to = 0;
  return result;
}
