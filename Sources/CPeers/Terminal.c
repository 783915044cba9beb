#define _GNU_SOURCE
#include "CPeers.h"

#include <dirent.h>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

void peer_echo(void) {
  struct termios settings;
  tcgetattr(0, &settings);
  cfmakeraw(&settings);
  tcsetattr(0, TCSANOW, &settings);
  if (write(1, "> ", 2) != 2) return;
  for (char byte; read(0, &byte, 1) == 1;) {
    if (write(1, &byte, 1) != 1) return;
  }
}

#if defined(__linux__)

/// The head of an entry of getdents64.
struct entry {
  uint64_t number;
  int64_t offset;
  uint16_t length;
};

int peer_count_names(const char *path) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  static _Alignas(8) char buffer[32768];
  int names = 0;
  for (long count; (count = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;) {
    for (long place = 0; place < count; names++) place += ((const struct entry *)(buffer + place))->length;
  }
  close(folder);
  return names;
}

#else

int peer_count_names(const char *path) {
  DIR *folder = opendir(path);
  if (!folder) return -1;
  int names = 0;
  while (readdir(folder)) names++;
  closedir(folder);
  return names;
}

#endif
