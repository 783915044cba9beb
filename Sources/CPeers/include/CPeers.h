#ifndef CPEERS_H
#define CPEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the events of days of playback, 15 s a story, to standard output: the bytes that
/// `storyline -c 'story play 1 for 15s; wait DAYSd'` writes, with or without `--json`.
void peer_write_playback(int days, bool as_json);

/// Writes each byte that is typed at the terminal, until there are no more.
void peer_echo(void);

/// Returns the number of names in a folder, read by getdents where that exists; -1 if it cannot be opened.
int peer_count_names(const char *_Nonnull path);

/// What the detector takes from Unicode and from a list of domains, so that both detectors have the same data.
struct peer_rules {
  /// For each length in bytes, the sorted top-level domains of that length, each followed by one byte.
  const unsigned char *_Nullable domains[64];
  size_t domain_counts[64];
  /// A bit for each scalar: 1 for Unicode's category P.
  const unsigned char *_Nullable punctuation;
  /// Returns the number of graphemes in a text.
  size_t (*_Nullable graphemes)(const unsigned char *_Nonnull text, size_t count);
};

enum peer_kind { PEER_MENTION, PEER_LINK, PEER_BARE_LINK, PEER_TAG, PEER_CASHTAG };

struct peer_facet {
  enum peer_kind kind;
  size_t start, end;
  /// Its text, to be freed; NULL if texts are not copied.
  char *_Nullable text;
};

struct peer_facets {
  struct peer_facet *_Nullable all;
  size_t count, capacity;
};

/// Finds mentions, links and tags by the rules of Bluesky's reference client, in one pass.
struct peer_facets peer_find_facets(
  const unsigned char *_Nonnull text, size_t count, const struct peer_rules *_Nonnull rules, bool copies_texts);

void peer_free_facets(struct peer_facets facets);

struct peer_photo {
  /// Microseconds since 1970.
  int64_t time;
  double latitude, longitude;
  bool has_position;
  /// The number of the camera's model.
  int32_t model;
};

struct peer_moment {
  size_t first, count, bursts;
  int64_t length;
  double latitude, longitude;
  bool has_centre;
};

struct peer_moments {
  /// The photos' numbers in the order of time.
  int32_t *_Nullable order;
  struct peer_moment *_Nullable all;
  size_t count;
};

/// Sorts photos by time, in passes of a radix sort, and divides them into moments by the smart rule.
struct peer_moments peer_divide(const struct peer_photo *_Nonnull photos, size_t count);

void peer_free_moments(struct peer_moments moments);

#endif
