// One step on files, the same for the page and for the system: each side compiles it with its own header.

enum { open_most = 6 };
static int SIDE(descriptors)[open_most] = {-1, -1, -1, -1, -1, -1};

static long SIDE(result)(long done) { return done < 0 ? -errno : done; }

// Which of several reasons is named is not the same everywhere, least of all for a path that ends with `/`.
static long SIDE(failure)(const char *path) { return *path && path[strlen(path) - 1] == '/' ? -1 : -errno; }

// Adds up what a folder contains, in any order.
static long SIDE(listed)(const char *path) {
  DIR *folder = opendir(path);
  if (!folder) return SIDE(failure)(path);
  long sum = 0;
  struct dirent *entry;
  while ((entry = readdir(folder))) {
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
    for (const char *c = entry->d_name; *c; c++) sum += *c * 31;
    sum += 1000;
  }
  closedir(folder);
  return sum;
}

static long SIDE(described)(int failed, const struct stat *status) {
  if (failed) return -errno;
  long kind = (long)(status->st_mode & S_IFMT);
  // Folders have other sizes and numbers of names in real file systems.
  return kind * 1000000 + (kind == S_IFDIR ? 0 : (long)status->st_size * 100 + (long)status->st_nlink);
}

// Does a step, and returns its result or the negative error.
long SIDE(step)(int kind, const char *path, const char *other, int place, long number) {
  int *descriptor = &SIDE(descriptors)[place];
  char buffer[300];
  struct stat status;
  errno = 0;
  switch (kind) {
    case 0: {
      static const int flags[] = {O_RDONLY, O_WRONLY | O_CREAT, O_RDWR | O_CREAT | O_EXCL, O_RDWR | O_TRUNC, O_WRONLY | O_APPEND,
        O_RDONLY | O_NOFOLLOW, O_RDONLY | O_DIRECTORY, O_RDWR | O_CREAT | O_NOFOLLOW};
      if (*descriptor >= 0) close(*descriptor);
      *descriptor = open(path, flags[number % 8], 0644);
      return *descriptor < 0 ? -1 : 0;
    }
    case 1: {
      if (*descriptor < 0) return 0;
      int failed = close(*descriptor);
      *descriptor = -1;
      return SIDE(result)(failed);
    }
    case 2:
      memset(buffer, (int)number & 255, sizeof buffer);
      return *descriptor < 0 ? 0 : SIDE(result)(write(*descriptor, buffer, (size_t)(number % 300)));
    case 3: {
      if (*descriptor < 0) return 0;
      long count = read(*descriptor, buffer, (size_t)(number % 300)), sum = 0;
      for (long i = 0; i < count; i++) sum += (unsigned char)buffer[i] * (i + 1);
      return count < 0 ? -errno : sum * 1000 + count;
    }
    case 4: return *descriptor < 0 ? 0 : SIDE(result)(pwrite(*descriptor, "page", 4, number % 500));
    case 5:
      if (*descriptor < 0 || fstat(*descriptor, &status) || (status.st_mode & S_IFMT) == S_IFDIR) return 0;
      return SIDE(result)(lseek(*descriptor, number % 400 - 50, (int)(number % 3)));
    case 6: return *descriptor < 0 ? 0 : SIDE(result)(ftruncate(*descriptor, number % 600));
    case 7: return *descriptor < 0 ? 0 : SIDE(described)(fstat(*descriptor, &status), &status);
    case 8: return stat(path, &status) ? SIDE(failure)(path) : SIDE(described)(0, &status);
    case 9: return lstat(path, &status) ? SIDE(failure)(path) : SIDE(described)(0, &status);
    case 10: return unlink(path) ? SIDE(failure)(path) : 0;
    case 11: return rmdir(path) ? -1 : 0;
    case 12: return mkdir(path, 0755) ? -1 : 0;
    case 13: return rename(path, other) ? -1 : 0;
    case 14: return link(path, other) ? -1 : 0;
    case 15: return symlink(other, path) ? SIDE(failure)(path) : 0;
    case 16: return SIDE(listed)(path);
    case 17: {
      char *found = realpath(path, 0);
      if (!found) return SIDE(failure)(path);
      unsigned long sum = 0;
      // Below the folder of the test, whose own path differs.
      const char *start = strlen(found) >= SIDE(skipped) ? found + SIDE(skipped) : found;
      if (!strcmp(start, "/")) start++;
      for (const char *c = start; *c; c++) sum = sum * 31 + (unsigned char)*c;
      free(found);
      return (long)(sum & 0xFFFFFFFFFF);
    }
    case 19: return SIDE(result)(chdir(path));
    default: return access(path, F_OK) ? SIDE(failure)(path) : 0;
  }
}
