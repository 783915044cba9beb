// The side of the page's files: compiled with their header, under other names (`.ci/embedded`).
#include "CWeb.h"

#include "web.h"

void web_write(int descriptor, const void *bytes, size_t count) {}
size_t web_read(void *bytes, size_t count) { return 0; }

static const size_t page_skipped = 0;
#define SIDE(name) page_##name
#include "files-side.h"
