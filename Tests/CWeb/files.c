// Random steps on the page's files and on real ones, side by side: `files FOLDER [SEED]`. An empty folder is used.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "chance.h"

static size_t real_skipped;
#define SIDE(name) real_##name
#include "files-side.h"
long page_step(int kind, const char *path, const char *other, int place, long number);

static uint64_t below(uint64_t most) { return chance() % most; }

static void path(char *text) {
  static const char *const names[] = {"a", "b", "c", "d", "..", ".", "a/", "b/../c", "a/b", "a/b/c", "d/a", "/a"};
  text[0] = 0;
  int parts = 1 + (int)below(3);
  for (int i = 0; i < parts; i++) {
    const char *name = names[below(11)];
    if (i) strcat(text, "/");
    strcat(text, name);
  }
  // No step leaves the folder of the test.
  int depth = 0;
  char copy[100];
  strcpy(copy, text);
  for (char *part = strtok(copy, "/"); part; part = strtok(0, "/")) {
    depth += !strcmp(part, "..") ? -1 : strcmp(part, ".") != 0;
    if (depth < 0) strcpy(text, "a");
  }
}

int main(int count, char **words) {
  if (count < 2 || chdir(words[1])) return 2;
  state += (count > 2 ? (uint64_t)atoll(words[2]) : 0) * 7919;
  umask(022);
  real_skipped = strlen(realpath(".", 0));
  // Deep enough that no path with `..` behind links leaves the folder of the test.
  for (int i = 0; i < 12; i++)
    if (real_step(12, "deep", "", 0, 0) || page_step(12, "deep", "", 0, 0) || real_step(19, "deep", "", 0, 0) ||
        page_step(19, "deep", "", 0, 0))
      return 2;
  for (int step = 0; step < 200000; step++) {
    int kind = (int)below(19), place = (int)below(6);
    long number = (long)below(100000);
    char one[100], other[100];
    path(one);
    path(other);
    // A link that leads upwards would leave the folder in some places.
    if (kind == 15 && strstr(other, "..")) continue;
    // Linux renames and removes `link/` in some cases and not in others.
    if ((kind == 11 || kind == 13) && (one[strlen(one) - 1] == '/' || other[strlen(other) - 1] == '/')) continue;
    long real = real_step(kind, one, other, place, number), page = page_step(kind, one, other, place, number);
    if (real != page) {
      printf("step %d, kind %d, %s, %s, %d, %ld: real %ld, page %ld\n", step, kind, one, other, place, number, real, page);
      return 1;
    }
  }
  printf("200000 steps on files agree\n");
  return 0;
}
