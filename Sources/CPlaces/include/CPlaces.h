#ifndef STORYLINE_CPLACES_H
#define STORYLINE_CPLACES_H

#include <stddef.h>

/// The rows of places.tsv: UTF-8, not ended by a zero. GeoNames, geonames.org, CC BY 4.0.
const unsigned char *storyline_places(void);
size_t storyline_places_size(void);

/// The lines of timezones.txt: ASCII, not ended by a zero.
const unsigned char *storyline_time_zones(void);
size_t storyline_time_zones_size(void);

#endif
