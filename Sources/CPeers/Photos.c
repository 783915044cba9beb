#include "CPeers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int64_t second = 1000000;

struct key {
  int64_t time;
  int32_t photo;
};

enum { digit = 11, buckets = 1 << digit };

/// Sorts by time; photos of the same time keep their order. Only the bits in which the times differ are sorted by.
static struct key *sort(struct key *keys, struct key *other, size_t count) {
  int64_t lowest = INT64_MAX, highest = INT64_MIN;
  for (size_t i = 0; i < count; i++) {
    if (keys[i].time < lowest) lowest = keys[i].time;
    if (keys[i].time > highest) highest = keys[i].time;
  }
  uint64_t span = (uint64_t)highest - (uint64_t)lowest;
  for (int shift = 0; shift < 64 && span >> shift != 0; shift += digit) {
    size_t starts[buckets] = {0}, start = 0;
    for (size_t i = 0; i < count; i++) starts[((uint64_t)keys[i].time - (uint64_t)lowest) >> shift & (buckets - 1)]++;
    for (size_t i = 0; i < buckets; i++) {
      size_t here = starts[i];
      starts[i] = start;
      start += here;
    }
    for (size_t i = 0; i < count; i++) {
      other[starts[((uint64_t)keys[i].time - (uint64_t)lowest) >> shift & (buckets - 1)]++] = keys[i];
    }
    struct key *sorted = other;
    other = keys;
    keys = sorted;
  }
  return keys;
}

/// Hoare's selection of the number with this rank.
static int64_t selected(int64_t *numbers, size_t count, size_t rank) {
  int64_t *low = numbers, *high = numbers + count - 1, *target = numbers + rank;
  while (low < high) {
    int64_t pivot = low[(high - low) / 2], *left = low, *right = high;
    while (left <= right) {
      while (*left < pivot) left++;
      while (*right > pivot) right--;
      if (left <= right) {
        int64_t moved = *left;
        *left++ = *right;
        *right-- = moved;
      }
    }
    if (target <= right) {
      high = right;
    } else if (target >= left) {
      low = left;
    } else {
      break;
    }
  }
  return *target;
}

/// The 90th percentile of the gaps of a minute and more, from 30 minutes to 48 hours.
static int64_t threshold(const struct key *keys, size_t count, int64_t *gaps) {
  size_t found = 0;
  for (size_t i = 1; i < count; i++) {
    int64_t gap = keys[i].time - keys[i - 1].time;
    if (gap >= 60 * second) gaps[found++] = gap;
  }
  int64_t least = 1800 * second, most = 172800 * second;
  int64_t value = found == 0 ? 0 : selected(gaps, found, 9 * (found - 1) / 10);
  return value < least ? least : value > most ? most : value;
}

static double kilometres(const struct peer_photo *a, const struct peer_photo *b) {
  double degree = M_PI / 180;
  double north = sin((b->latitude - a->latitude) * degree / 2), east = sin((b->longitude - a->longitude) * degree / 2);
  double share = north * north + cos(a->latitude * degree) * cos(b->latitude * degree) * east * east;
  return 2 * 6371.0088 * asin(fmin(1, sqrt(share)));
}

static bool begins(const struct peer_photo *before, const struct peer_photo *here, int64_t longest) {
  int64_t gap = here->time - before->time;
  if (gap >= longest) return true;
  return gap >= 300 * second && before->has_position && here->has_position && kilometres(before, here) > 1;
}

/// The centre of the photos with a position: the mean of their coordinates if they are near each other, else of their
/// directions from the Earth's centre.
static void find_centre(struct peer_moment *moment, const struct peer_photo *photos, const struct key *keys) {
  double south = 90, north = -90, west = 180, east = -180, latitude = 0, longitude = 0, count = 0;
  for (size_t i = moment->first; i < moment->first + moment->count; i++) {
    const struct peer_photo *photo = photos + keys[i].photo;
    if (!photo->has_position) continue;
    south = fmin(south, photo->latitude);
    north = fmax(north, photo->latitude);
    west = fmin(west, photo->longitude);
    east = fmax(east, photo->longitude);
    latitude += photo->latitude;
    longitude += photo->longitude;
    count++;
  }
  moment->has_centre = count > 0;
  if (count == 0) return;
  moment->latitude = latitude / count;
  moment->longitude = longitude / count;
  if (north - south < 1 && east - west < 1 && south > -80 && north < 80) return;
  double degree = M_PI / 180, x = 0, y = 0, z = 0;
  for (size_t i = moment->first; i < moment->first + moment->count; i++) {
    const struct peer_photo *photo = photos + keys[i].photo;
    if (!photo->has_position) continue;
    double across = cos(photo->latitude * degree);
    x += across * cos(photo->longitude * degree);
    y += across * sin(photo->longitude * degree);
    z += sin(photo->latitude * degree);
  }
  moment->has_centre = sqrt(x * x + y * y) > 1e-9 || fabs(z) > 1e-9;
  moment->latitude = atan2(z, sqrt(x * x + y * y)) / degree;
  moment->longitude = atan2(y, x) / degree;
}

/// Runs of two or more photos of one camera with at most 3 seconds between neighbours.
static size_t bursts(const struct peer_moment *moment, const struct peer_photo *photos, const struct key *keys) {
  size_t found = 0, end = moment->first + moment->count;
  for (size_t i = moment->first + 1; i < end; i++) {
    size_t before = 0, next = i;
    while (next-- > moment->first && keys[i].time - keys[next].time <= 3 * second) {
      if (photos[keys[next].photo].model != photos[keys[i].photo].model) continue;
      if (before++ == 1) break;
      // The one before belongs to this run; the run is counted at its second photo.
      size_t earlier = next;
      bool continues = false;
      while (earlier-- > moment->first && keys[next].time - keys[earlier].time <= 3 * second) {
        if (photos[keys[earlier].photo].model == photos[keys[i].photo].model) {
          continues = true;
          break;
        }
      }
      found += !continues;
      break;
    }
  }
  return found;
}

struct peer_moments peer_divide(const struct peer_photo *photos, size_t count) {
  struct peer_moments moments = {0};
  if (count == 0) return moments;
  struct key *keys = malloc(2 * count * sizeof *keys), *sorted;
  int64_t *gaps = malloc(count * sizeof *gaps);
  for (size_t i = 0; i < count; i++) keys[i] = (struct key){photos[i].time, (int32_t)i};
  sorted = sort(keys, keys + count, count);
  int64_t longest = threshold(sorted, count, gaps);
  size_t capacity = 0, first = 0;
  for (size_t i = 1; i <= count; i++) {
    if (i < count && !begins(photos + sorted[i - 1].photo, photos + sorted[i].photo, longest)) continue;
    if (moments.count == capacity) {
      capacity = capacity ? 2 * capacity : 64;
      moments.all = realloc(moments.all, capacity * sizeof *moments.all);
    }
    struct peer_moment *moment = moments.all + moments.count++;
    *moment = (struct peer_moment){.first = first, .count = i - first};
    moment->length = sorted[i - 1].time - sorted[first].time;
    moment->bursts = bursts(moment, photos, sorted);
    find_centre(moment, photos, sorted);
    first = i;
  }
  moments.order = malloc(count * sizeof *moments.order);
  for (size_t i = 0; i < count; i++) moments.order[i] = sorted[i].photo;
  free(gaps);
  free(keys);
  return moments;
}

void peer_free_moments(struct peer_moments moments) {
  free(moments.order);
  free(moments.all);
}
