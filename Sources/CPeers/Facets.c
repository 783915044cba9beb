#include "CPeers.h"

#include <stdlib.h>
#include <string.h>

enum { trigger = 1, space = 2, letter = 4, digit = 8, joiner = 16, punctuation = 32, wide = 64 };
enum { alphanumeric = letter | digit, in_handle = letter | digit | joiner };

/// What a byte may be. 0xEF begins both a full-width number sign and a byte order mark.
static const unsigned char classes[256] = {
  ['\t'... '\r'] = space, [' '] = space, ['!'... '"'] = punctuation, ['#'] = trigger | punctuation, ['$'] = trigger,
  ['%'... '*'] = punctuation, [','] = punctuation, ['-'] = joiner | punctuation, ['.'] = trigger | joiner | punctuation,
  ['/'] = punctuation, ['0'... '9'] = digit, [':'] = trigger | punctuation, [';'] = punctuation, ['?'] = punctuation,
  ['@'] = trigger | punctuation, ['A'... 'Z'] = letter, ['['... ']'] = punctuation, ['_'] = punctuation,
  ['a'... 'z'] = letter, ['{'] = punctuation, ['}'] = punctuation, [0xC2] = wide, [0xE1 ... 0xE3] = wide,
  [0xEF] = trigger | wide,
};

struct scan {
  const unsigned char *text;
  size_t count, link_barrier;
  const struct peer_rules *rules;
  bool copies_texts;
  struct peer_facets found;
};

static inline bool is(unsigned char byte, int class) { return classes[byte] & class; }

static bool is_wide_space(const unsigned char *at) {
  switch (at[0] << 8 | at[1]) {
    case 0xE19A: return at[2] == 0x80;
    case 0xE280: return (at[2] >= 0x80 && at[2] <= 0x8A) || at[2] == 0xA8 || at[2] == 0xA9 || at[2] == 0xAF;
    case 0xE281: return at[2] == 0x9F;
    case 0xE380: return at[2] == 0x80;
    case 0xEFBB: return at[2] == 0xBF;
    default: return false;
  }
}

static inline size_t space_length(const struct scan *scan, size_t at) {
  const unsigned char *byte = scan->text + at;
  if (!is(*byte, space | wide)) return 0;
  if (is(*byte, space)) return 1;
  if (*byte == 0xC2) return at + 1 < scan->count && byte[1] == 0xA0 ? 2 : 0;
  return at + 2 < scan->count && is_wide_space(byte) ? 3 : 0;
}

/// White space, and some invisible scalars.
static inline size_t tag_stop_length(const struct scan *scan, size_t at) {
  size_t length = space_length(scan, at);
  const unsigned char *byte = scan->text + at;
  if (length > 0 || !is(*byte, wide)) return length;
  if (*byte == 0xC2) return at + 1 < scan->count && byte[1] == 0xAD ? 2 : 0;
  if (*byte != 0xE2 || at + 2 >= scan->count) return 0;
  bool stops = (byte[1] == 0x80 && byte[2] >= 0x8B && byte[2] <= 0x8D) || (byte[1] == 0x81 && byte[2] == 0xA0)
    || (byte[1] == 0x83 && byte[2] == 0xA2);
  return stops ? 3 : 0;
}

static inline bool follows_space(const struct scan *scan, size_t at) {
  if (at == 0) return true;
  unsigned char last = scan->text[at - 1];
  if (last < 0x80) return is(last, space);
  if (at >= 2 && scan->text[at - 2] == 0xC2) return last == 0xA0;
  return at >= 3 && is_wide_space(scan->text + at - 3);
}

static inline bool may_begin(const struct scan *scan, size_t at) {
  return follows_space(scan, at) || scan->text[at - 1] == '(';
}

static size_t word_end(const struct scan *scan, size_t at) {
  while (at < scan->count && space_length(scan, at) == 0) at++;
  return at;
}

/// Returns the scalar at a place; U+FFFD, one byte long, where there is none.
static uint32_t scalar_at(const struct scan *scan, size_t at, size_t *length) {
  unsigned char first = scan->text[at];
  *length = 1;
  if (first < 0x80) return first;
  size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || at + count > scan->count) return 0xFFFD;
  uint32_t value = first & 0x7F >> count;
  for (size_t i = 1; i < count; i++) {
    unsigned char byte = scan->text[at + i];
    if ((byte & 0xC0) != 0x80) return 0xFFFD;
    value = value << 6 | (byte & 0x3F);
  }
  if (value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0xFFFD;
  *length = count;
  return value;
}

static uint32_t scalar_before(const struct scan *scan, size_t end, size_t *length) {
  size_t start = end - 1;
  while (start > 0 && end - start < 4 && (scan->text[start] & 0xC0) == 0x80) start--;
  uint32_t scalar = scalar_at(scan, start, length);
  if (start + *length == end) return scalar;
  *length = 1;
  return 0xFFFD;
}

static bool is_punctuation(const struct scan *scan, uint32_t scalar) {
  if (scalar < 0x80) return is((unsigned char)scalar, punctuation);
  return scan->rules->punctuation[scalar / 8] >> scalar % 8 & 1;
}

static bool is_domain(const struct scan *scan, size_t start, size_t end) {
  size_t length = end - start, low = 0;
  if (length >= 64 || !scan->rules->domains[length]) return false;
  for (size_t high = scan->rules->domain_counts[length]; low < high;) {
    size_t middle = (low + high) / 2;
    int order = memcmp(scan->rules->domains[length] + middle * (length + 1), scan->text + start, length);
    if (order == 0) return true;
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return false;
}

static void add(struct scan *scan, enum peer_kind kind, size_t start, size_t end) {
  struct peer_facets *found = &scan->found;
  if (found->count == found->capacity) {
    found->capacity = found->capacity ? 2 * found->capacity : 8;
    found->all = realloc(found->all, found->capacity * sizeof *found->all);
  }
  char *copy = NULL;
  if (scan->copies_texts) {
    const char *before = kind == PEER_BARE_LINK ? "https://" : "";
    size_t sign = kind == PEER_MENTION ? 1 : kind == PEER_TAG ? (scan->text[start] < 0x80 ? 1 : 3) : 0;
    size_t length = strlen(before), rest = end - start - sign;
    copy = malloc(length + rest + 1);
    memcpy(copy, before, length);
    memcpy(copy + length, scan->text + start + sign, rest);
    copy[length + rest] = 0;
    for (char *c = copy; kind == PEER_CASHTAG && *c; c++) *c = *c >= 'a' ? *c & 0xDF : *c;
  }
  found->all[found->count++] = (struct peer_facet){kind, start, end, copy};
}

static inline bool is_word(unsigned char byte) { return is(byte, alphanumeric) || byte == '_'; }

/// Returns where the scan continues.
static size_t mention(struct scan *scan, size_t start) {
  const unsigned char *text = scan->text;
  if (!may_begin(scan, start)) return start + 1;
  size_t first = start + 1, end = first;
  while (end < scan->count && is(text[end], in_handle)) end++;
  while (end > first && is_word(text[end - 1]) == (end < scan->count && is_word(text[end]))) end--;
  size_t label = end;
  while (label > first && text[label - 1] != '.') label--;
  if (label <= first) return start + 1;
  bool is_test = end - label == 4 && memcmp(text + label, "test", 4) == 0;
  if (!is_test && !is_domain(scan, label, end)) return start + 1;
  add(scan, PEER_MENTION, start, end);
  return end;
}

static void cashtag(struct scan *scan, size_t start) {
  const unsigned char *text = scan->text;
  size_t end = start + 1;
  if (!may_begin(scan, start) || end >= scan->count || !is(text[end], letter)) return;
  while (end < scan->count && is(text[end], alphanumeric)) {
    if (++end - start > 6) return;
  }
  bool ends = end == scan->count || (text[end] != 0 && strchr(".,;:!?)\"'", text[end])) || space_length(scan, end) > 0
    || (end + 2 < scan->count && memcmp(text + end, "\xE2\x80\x99", 3) == 0);
  if (ends) add(scan, PEER_CASHTAG, start, end);
}

static void tag(struct scan *scan, size_t start) {
  size_t first = start + (scan->text[start] < 0x80 ? 1 : 3), end = first, length;
  if (!follows_space(scan, start)) return;
  while (end < scan->count && tag_stop_length(scan, end) == 0) end++;
  if (end == first || scalar_at(scan, first, &length) == 0xFE0F) return;
  bool has_content = false;
  for (size_t at = first; at < end && !has_content; at += length) {
    uint32_t scalar = scalar_at(scan, at, &length);
    has_content = !(scalar >= '0' && scalar <= '9') && !is_punctuation(scan, scalar);
  }
  if (!has_content) return;
  while (is_punctuation(scan, scalar_before(scan, end, &length))) end -= length;
  if (end - first > 64 && scan->rules->graphemes(scan->text + first, end - first) > 64) return;
  add(scan, PEER_TAG, start, end);
}

static size_t trimmed(const struct scan *scan, size_t start, size_t end) {
  const unsigned char *text = scan->text;
  if (text[end - 1] != 0 && strchr(".,;:!?", text[end - 1])) end--;
  return text[end - 1] == ')' && !memchr(text + start, '(', end - start) ? end - 1 : end;
}

static bool has_scheme(const struct scan *scan, size_t colon, const char *scheme, size_t length) {
  if (colon < length) return false;
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = scan->text[colon - length + i];
    if ((is(byte, letter) ? byte | 0x20 : byte) != scheme[i]) return false;
  }
  return true;
}

static void scheme_link(struct scan *scan, size_t colon) {
  const unsigned char *text = scan->text;
  if (colon < scan->link_barrier || colon + 2 >= scan->count || text[colon + 1] != '/' || text[colon + 2] != '/') return;
  size_t length = has_scheme(scan, colon, "http", 4) ? 4 : has_scheme(scan, colon, "https", 5) ? 5 : 0;
  size_t start = colon - length, host = colon + 3;
  if (length == 0 || !may_begin(scan, start) || host >= scan->count || space_length(scan, host) > 0) return;
  scan->link_barrier = word_end(scan, host);
  if (memcmp(text + start, "http", 4) == 0) {
    add(scan, PEER_LINK, start, trimmed(scan, start, scan->link_barrier));
  }
}

/// Returns where the scan continues.
static size_t bare_link(struct scan *scan, size_t dot) {
  const unsigned char *text = scan->text;
  if (dot < scan->link_barrier || dot == 0 || !is(text[dot - 1], alphanumeric)) return dot + 1;
  if (dot + 1 >= scan->count || !is(text[dot + 1], alphanumeric)) return dot + 1;
  size_t start = dot - 1, label = dot + 1, end = dot + 2;
  while (start > 0 && is(text[start - 1], alphanumeric)) start--;
  if (!may_begin(scan, start) || !is(text[start], letter)) return dot + 1;
  while (end < scan->count) {
    if (is(text[end], alphanumeric)) {
      end++;
    } else if (text[end] == '.' && end + 1 < scan->count && is(text[end + 1], alphanumeric)) {
      label = end + 1;
      end += 2;
    } else {
      break;
    }
  }
  scan->link_barrier = word_end(scan, end);
  bool is_address = start + 3 < scan->count && memcmp(text + start, "http", 4) == 0;
  if (is_address || is_domain(scan, label, end)) {
    add(scan, is_address ? PEER_LINK : PEER_BARE_LINK, start, trimmed(scan, start, scan->link_barrier));
  }
  return end;
}

static size_t next_trigger(const struct scan *scan, size_t at) {
  const unsigned char *text = scan->text;
  for (; at + 8 <= scan->count; at += 8) {
    int seen = classes[text[at]] | classes[text[at + 1]] | classes[text[at + 2]] | classes[text[at + 3]]
      | classes[text[at + 4]] | classes[text[at + 5]] | classes[text[at + 6]] | classes[text[at + 7]];
    if (seen & trigger) break;
  }
  while (at < scan->count && !is(text[at], trigger)) at++;
  return at;
}

struct peer_facets peer_find_facets(
  const unsigned char *text, size_t count, const struct peer_rules *rules, bool copies_texts
) {
  struct scan scan = {.text = text, .count = count, .rules = rules, .copies_texts = copies_texts};
  for (size_t at = 0; (at = next_trigger(&scan, at)) < count;) {
    size_t next = at + 1;
    switch (text[at]) {
      case '.': next = bare_link(&scan, at); break;
      case ':': scheme_link(&scan, at); break;
      case '@': next = mention(&scan, at); break;
      case '#': tag(&scan, at); break;
      case '$': cashtag(&scan, at); break;
      default:
        if (at + 2 < count && text[at + 1] == 0xBC && text[at + 2] == 0x83) tag(&scan, at);
    }
    at = next;
  }
  return scan.found;
}

void peer_free_facets(struct peer_facets facets) {
  for (size_t i = 0; i < facets.count; i++) free(facets.all[i].text);
  free(facets.all);
}
