#include "CPlaces.h"

// Clang has #embed in every language mode and mentions that it is C23's.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

static const unsigned char places[] = {
#embed "places.tsv"
};

static const unsigned char time_zones[] = {
#embed "timezones.txt"
};

const unsigned char *storyline_places(void) { return places; }
size_t storyline_places_size(void) { return sizeof places; }

const unsigned char *storyline_time_zones(void) { return time_zones; }
size_t storyline_time_zones_size(void) { return sizeof time_zones; }
