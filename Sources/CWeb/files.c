// The files of a page, in memory: folders, files, links and open descriptors, with the rules of POSIX that the modules rely
// on. There is one user and one process, so permissions are kept but refuse nothing, and locks are always free.
//
// Descriptors 0 to 2 are the page itself: what is written to 1 and 2 goes to its host.
#include "CWeb.h"

#include "web.h"

typedef struct node node;
typedef struct entry {
  char *name;
  node *node;
  struct entry *next;
} entry;

struct node {
  mode_t mode;
  uint32_t links;  // names that lead to it
  uint32_t opened;  // descriptors that lead to it
  ino_t number;
  struct timespec modified, changed;
  // A file's bytes, or a link's target.
  unsigned char *bytes;
  size_t size, room;
  // A folder's entries, in the order in which they were made, and its parent.
  entry *entries;
  node *parent;
};

typedef struct {
  node *node;
  int flags;
  int closes;
  off_t place;
} opened;

struct web_folder {
  node *node;
  size_t index;
  struct dirent entry;
};

enum { first_descriptor = 3, most_descriptors = 1024, most_links = 32, path_limit = 4096, name_limit = 255 };
static opened descriptors[most_descriptors];
static node *root, *working;
static ino_t last_number = 1;
static size_t held;  // bytes in all files

static int fail(int code) {
  errno = code;
  return -1;
}

static struct timespec now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time;
}

static node *make(mode_t mode) {
  node *n = calloc(1, sizeof(node));
  if (!n) return NULL;
  n->mode = mode;
  n->number = ++last_number;
  n->modified = n->changed = now();
  return n;
}

static node *top(void) {
  if (!root) {
    root = make(S_IFDIR | 0755);
    root->links = 1;
    root->parent = working = root;
    // The user's home folder: see getenv.
    mkdir("/home", 0700);
    errno = 0;
  }
  return root;
}

static int is_folder(const node *n) { return (n->mode & S_IFMT) == S_IFDIR; }
static int is_link(const node *n) { return (n->mode & S_IFMT) == S_IFLNK; }

// Frees a node that no name and no descriptor leads to.
static void release(node *n) {
  if (n->links || n->opened) return;
  held -= n->room;
  free(n->bytes);
  free(n);
}

static entry **find(node *folder, const char *name, size_t length) {
  entry **place = &folder->entries;
  while (*place && (strlen((*place)->name) != length || memcmp((*place)->name, name, length))) place = &(*place)->next;
  return place;
}

// The last name of a path, and the folder that it is in; the folder is NULL if the path has no name, such as `..`.
typedef struct {
  node *folder;
  char name[name_limit + 1];
  size_t length;
  int has_slash;  // behind the name
} last;

// Finds what a path leads to.
//   place     if given: the last name, which need not exist
//   follows   whether the last name is followed if it is a link
// Returns NULL if nothing is there; `errno` then says why.
static node *walk(const char *path, int follows, last *place, int links) {
  node *at = *path == '/' ? top() : (top(), working);
  if (place) place->folder = NULL;
  if (!*path) return errno = ENOENT, NULL;
  if (strlen(path) >= path_limit) return errno = ENAMETOOLONG, NULL;
  while (*path) {
    while (*path == '/') path++;
    if (!*path) break;
    const char *start = path;
    while (*path && *path != '/') path++;
    size_t count = (size_t)(path - start);
    const char *rest = path;
    while (*rest == '/') rest++;
    int is_last = !*rest;
    if (!is_folder(at)) return errno = ENOTDIR, NULL;
    if (count > name_limit) return errno = ENAMETOOLONG, NULL;
    if (count == 1 && start[0] == '.') continue;
    if (count == 2 && start[0] == '.' && start[1] == '.') {
      at = at->parent;
      continue;
    }
    if (is_last && place) {
      place->folder = at;
      memcpy(place->name, start, count);
      place->length = count;
      place->has_slash = *path != 0;
    }
    entry *found = *find(at, start, count);
    if (!found) return errno = ENOENT, NULL;
    if (is_link(found->node) && (!is_last || follows || *path)) {
      if (links >= most_links) return errno = ELOOP, NULL;
      char target[path_limit];
      if (found->node->size + strlen(path) + 1 >= path_limit) return errno = ENAMETOOLONG, NULL;
      memcpy(target, found->node->bytes, found->node->size);
      memcpy(target + found->node->size, path, strlen(path) + 1);
      node *before = working;
      working = at;
      node *result = walk(target, follows, place, links + 1);
      working = before;
      return result;
    }
    at = found->node;
    if (*path && !is_folder(at)) return errno = ENOTDIR, NULL;
  }
  return at;
}

static node *follow(const char *path) { return walk(path, 1, NULL, 0); }

static int add(const last *at, node *n) {
  node *folder = at->folder;
  size_t length = at->length;
  entry *e = malloc(sizeof(entry));
  char *copy = malloc(length + 1);
  if (!e || !copy) {
    free(e);
    free(copy);
    return fail(ENOSPC);
  }
  memcpy(copy, at->name, length);
  copy[length] = 0;
  *e = (entry){copy, n, NULL};
  entry **place = &folder->entries;
  while (*place) place = &(*place)->next;
  *place = e;
  n->links++;
  if (is_folder(n)) n->parent = folder;
  folder->modified = folder->changed = now();
  return 0;
}

static void take_out(node *folder, entry **place) {
  entry *e = *place;
  *place = e->next;
  e->node->links--;
  e->node->changed = folder->modified = folder->changed = now();
  release(e->node);
  free(e->name);
  free(e);
}

static opened *at(int descriptor) {
  if (descriptor < first_descriptor || descriptor >= most_descriptors || !descriptors[descriptor].node) return NULL;
  return &descriptors[descriptor];
}

int open(const char *path, int flags, mode_t mode) {
  last place;
  int descriptor = first_descriptor;
  while (descriptor < most_descriptors && descriptors[descriptor].node) descriptor++;
  if (descriptor == most_descriptors) return fail(EMFILE);
  node *n = walk(path, !(flags & O_NOFOLLOW) && !(flags & O_EXCL), &place, 0);
  if (!n) {
    if (errno != ENOENT || !(flags & O_CREAT) || !place.folder) return -1;
    if (place.has_slash) return fail(ENOENT);
    if (!(n = make(S_IFREG | (mode & 0777 & ~022)))) return fail(ENOSPC);
    if (add(&place, n)) {
      release(n);
      return -1;
    }
  } else {
    if ((flags & O_CREAT) && (flags & O_EXCL)) return fail(EEXIST);
    if (is_link(n)) return fail(ELOOP);
    if (is_folder(n) && (flags & (O_WRONLY | O_RDWR | O_CREAT))) return fail(EISDIR);
    if (!is_folder(n) && (flags & O_DIRECTORY)) return fail(ENOTDIR);
    if ((flags & O_TRUNC) && n->size) {
      n->size = 0;
      n->modified = n->changed = now();
    }
  }
  n->opened++;
  descriptors[descriptor] = (opened){n, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC), flags & O_CLOEXEC, 0};
  return descriptor;
}

int close(int descriptor) {
  opened *o = at(descriptor);
  if (!o) return descriptor >= 0 && descriptor < first_descriptor ? 0 : fail(EBADF);
  node *n = o->node;
  o->node = NULL;
  n->opened--;
  release(n);
  return 0;
}

ssize_t pread(int descriptor, void *buffer, size_t count, off_t offset) {
  opened *o = at(descriptor);
  if (!o) return descriptor == 0 ? (ssize_t)web_read(buffer, count) : fail(EBADF);
  if (is_folder(o->node)) return fail(EISDIR);
  if ((o->flags & 3) == O_WRONLY) return fail(EBADF);
  if (offset < 0) return fail(EINVAL);
  if ((size_t)offset >= o->node->size) return 0;
  size_t left = o->node->size - (size_t)offset;
  if (count > left) count = left;
  memcpy(buffer, o->node->bytes + offset, count);
  return (ssize_t)count;
}

ssize_t read(int descriptor, void *buffer, size_t count) {
  opened *o = at(descriptor);
  ssize_t done = pread(descriptor, buffer, count, o ? o->place : 0);
  if (o && done > 0) o->place += done;
  return done;
}

// Makes a file at least so large; new bytes are zero.
static int reserve(node *n, size_t size) {
  if (size > n->room) {
    size_t room = size < 256 ? 256 : size + size / 2;
    if (held - n->room + room > web_disk_size) {
      room = size;
      if (held - n->room + room > web_disk_size) return fail(ENOSPC);
    }
    unsigned char *bytes = realloc(n->bytes, room);
    if (!bytes) return fail(ENOSPC);
    held += room - n->room;
    n->bytes = bytes;
    n->room = room;
  }
  if (size > n->size) memset(n->bytes + n->size, 0, size - n->size);
  return 0;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  opened *o = at(descriptor);
  if (!o) {
    if (descriptor != 1 && descriptor != 2) return fail(EBADF);
    web_write(descriptor, bytes, count);
    return (ssize_t)count;
  }
  if ((o->flags & 3) == O_RDONLY) return fail(EBADF);
  if (offset < 0) return fail(EINVAL);
  // As on Linux, and not as POSIX has it.
  if (o->flags & O_APPEND) offset = (off_t)o->node->size;
  size_t end;
  if (__builtin_add_overflow((size_t)offset, count, &end)) return fail(EFBIG);
  if (end > o->node->size && reserve(o->node, end)) return -1;
  memcpy(o->node->bytes + offset, bytes, count);
  if (end > o->node->size) o->node->size = end;
  o->node->modified = o->node->changed = now();
  return (ssize_t)count;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  opened *o = at(descriptor);
  if (o && (o->flags & O_APPEND)) o->place = (off_t)o->node->size;
  ssize_t done = pwrite(descriptor, bytes, count, o ? o->place : 0);
  if (o && done > 0) o->place += done;
  return done;
}

off_t lseek(int descriptor, off_t offset, int whence) {
  opened *o = at(descriptor);
  if (!o) return fail(descriptor >= 0 && descriptor < first_descriptor ? ESPIPE : EBADF);
  off_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? o->place : (off_t)o->node->size;
  if (from + offset < 0) return fail(EINVAL);
  return o->place = from + offset;
}

int ftruncate(int descriptor, off_t size) {
  opened *o = at(descriptor);
  if (!o) return fail(EBADF);
  if ((o->flags & 3) == O_RDONLY) return fail(EINVAL);
  if (size < 0) return fail(EINVAL);
  if ((size_t)size > o->node->size && reserve(o->node, (size_t)size)) return -1;
  o->node->size = (size_t)size;
  o->node->modified = o->node->changed = now();
  return 0;
}

int fsync(int descriptor) { return at(descriptor) ? 0 : fail(EBADF); }
int fdatasync(int descriptor) { return fsync(descriptor); }

static int set_mode(node *n, mode_t mode) {
  n->mode = (n->mode & S_IFMT) | (mode & 07777);
  n->changed = now();
  return 0;
}
int fchmod(int descriptor, mode_t mode) { return at(descriptor) ? set_mode(at(descriptor)->node, mode) : fail(EBADF); }
int fchown(int descriptor, uid_t owner, gid_t group) { return at(descriptor) ? 0 : fail(EBADF); }
int chmod(const char *path, mode_t mode) {
  node *n = follow(path);
  return n ? set_mode(n, mode) : -1;
}

static int describe(const node *n, struct stat *status) {
  memset(status, 0, sizeof *status);
  status->st_dev = 1;
  status->st_ino = n->number;
  status->st_mode = n->mode;
  status->st_nlink = n->links;
  status->st_size = (off_t)n->size;
  status->st_blocks = (int64_t)((n->size + 511) / 512);
  status->st_mtim = n->modified;
  status->st_ctim = n->changed;
  return 0;
}
int stat(const char *path, struct stat *status) {
  node *n = follow(path);
  return n ? describe(n, status) : -1;
}
int lstat(const char *path, struct stat *status) {
  node *n = walk(path, 0, NULL, 0);
  return n ? describe(n, status) : -1;
}
int fstat(int descriptor, struct stat *status) {
  if (at(descriptor)) return describe(at(descriptor)->node, status);
  if (descriptor < 0 || descriptor >= first_descriptor) return fail(EBADF);
  memset(status, 0, sizeof *status);
  status->st_mode = S_IFIFO | 0600;
  return 0;
}
int access(const char *path, int mode) { return follow(path) ? 0 : -1; }

// Finds the entry of a last name.
static entry **entry_of(const last *place) { return find(place->folder, place->name, place->length); }

// Finds an entry that is to be removed or renamed, without following it.
static entry **entry_at(const char *path, last *place) {
  if (!walk(path, 0, place, 0)) return NULL;
  if (!place->folder) return errno = EBUSY, NULL;
  entry **found = entry_of(place);
  // `link/` is the folder that the link leads to, which has another name.
  if (!*found || (place->has_slash && is_link((*found)->node))) return errno = ENOTDIR, NULL;
  return found;
}

int unlink(const char *path) {
  last place;
  entry **found = entry_at(path, &place);
  if (!found) return errno == EBUSY ? fail(EISDIR) : -1;
  if (is_folder((*found)->node)) return fail(EISDIR);
  take_out(place.folder, found);
  return 0;
}

int rmdir(const char *path) {
  last place;
  entry **found = entry_at(path, &place);
  if (!found) return -1;
  if (!is_folder((*found)->node)) return fail(ENOTDIR);
  if ((*found)->node->entries) return fail(ENOTEMPTY);
  if ((*found)->node == working) return fail(EBUSY);
  take_out(place.folder, found);
  return 0;
}

// Finds the place of a new name. Returns 0 if there is one.
static int new_place(const char *path, int for_folder, last *place) {
  // A link is not followed, even before a slash, and whether or not it leads somewhere.
  char name[path_limit];
  size_t count = strlen(path);
  if (count >= path_limit) return fail(ENAMETOOLONG);
  memcpy(name, path, count + 1);
  while (count > 1 && name[count - 1] == '/') name[--count] = 0;
  if (walk(name, 0, place, 0)) return fail(EEXIST);
  place->has_slash = path[count] != 0;
  if (!place->folder || (errno != ENOENT && errno != ENOTDIR)) return -1;
  if (*entry_of(place)) return fail(EEXIST);
  return place->has_slash && !for_folder ? fail(ENOENT) : 0;
}

int link(const char *path, const char *other) {
  node *n = walk(path, 0, NULL, 0);
  last place;
  if (!n || new_place(other, 0, &place)) return -1;
  return is_folder(n) ? fail(EPERM) : add(&place, n);
}

static int make_at(const char *path, mode_t mode, const char *target) {
  last place;
  if (new_place(path, !target, &place)) return -1;
  node *n = make(mode);
  if (!n) return fail(ENOSPC);
  if (target) {
    size_t count = strlen(target);
    if (reserve(n, count)) return release(n), -1;
    memcpy(n->bytes, target, count);
    n->size = count;
  }
  if (add(&place, n)) return release(n), -1;
  return 0;
}
int symlink(const char *target, const char *path) {
  return *target ? make_at(path, S_IFLNK | 0777, target) : fail(ENOENT);
}
int mkdir(const char *path, mode_t mode) { return make_at(path, S_IFDIR | (mode & 0777 & ~022), NULL); }

int rename(const char *path, const char *target) {
  last from, to;
  entry **found = entry_at(path, &from);
  if (!found) return -1;
  node *n = (*found)->node, *there = walk(target, 0, &to, 0);
  if (!there && (errno != ENOENT || !to.folder)) return -1;
  if (!to.folder) return fail(EBUSY);
  // `link/` must not replace the folder that the link leads to.
  if (there && *entry_of(&to) && (*entry_of(&to))->node != there) return fail(ENOTDIR);
  if (there == n) return 0;
  if (!there && to.has_slash && !is_folder(n)) return fail(ENOTDIR);
  if (there && is_folder(there) != is_folder(n)) return fail(is_folder(there) ? EISDIR : ENOTDIR);
  if (there && is_folder(there) && there->entries) return fail(ENOTEMPTY);
  if (is_folder(n))
    for (node *above = to.folder; above != above->parent; above = above->parent)
      if (above == n) return fail(EINVAL);
  if (add(&to, n)) return -1;
  // Of two entries with one name the old one is found first.
  if (there) take_out(to.folder, entry_of(&to));
  take_out(from.folder, entry_of(&from));
  return 0;
}

int chdir(const char *path) {
  node *n = follow(path);
  if (!n) return -1;
  if (!is_folder(n)) return fail(ENOTDIR);
  working = n;
  return 0;
}

// Writes a folder's path to the end of a buffer, and returns where it begins.
static char *path_of(node *n, char *end) {
  *--end = 0;
  if (n == n->parent) *--end = '/';
  for (; n != n->parent; n = n->parent) {
    entry *e = n->parent->entries;
    while (e->node != n) e = e->next;
    size_t length = strlen(e->name);
    memcpy(end -= length, e->name, length);
    *--end = '/';
  }
  return end;
}

char *getcwd(char *buffer, size_t size) {
  top();
  char whole[path_limit * 2], *path = path_of(working, whole + sizeof whole);
  if (!buffer) return strdup(path);
  if (strlen(path) + 1 > size) return errno = ERANGE, NULL;
  return memcpy(buffer, path, strlen(path) + 1);
}

char *realpath(const char *path, char *buffer) {
  node *n = follow(path);
  if (!n) return NULL;
  char whole[path_limit * 2], *end = whole + sizeof whole, *found;
  if (is_folder(n)) {
    found = path_of(n, end);
  } else {
    last place;
    walk(path, 1, &place, 0);
    node *parent = place.folder;
    const char *name = place.name;
    size_t length = place.length;
    *(end -= 1) = 0;
    memcpy(end -= length, name, length);
    *--end = '/';
    if (parent != parent->parent) {
      char other[path_limit * 2], *folder = path_of(parent, other + sizeof other);
      size_t count = strlen(folder);
      memcpy(end -= count, folder, count);
    }
    found = end;
  }
  if (!buffer) return strdup(found);
  return memcpy(buffer, found, strlen(found) + 1);
}

DIR *opendir(const char *path) {
  node *n = follow(path);
  if (!n) return NULL;
  if (!is_folder(n)) return errno = ENOTDIR, NULL;
  DIR *folder = calloc(1, sizeof(DIR));
  if (!folder) return errno = ENOMEM, NULL;
  folder->node = n;
  n->opened++;
  return folder;
}

struct dirent *readdir(DIR *folder) {
  entry *e = folder->node->entries;
  for (size_t left = folder->index; left && e; left--) e = e->next;
  if (!e) return NULL;
  folder->index++;
  folder->entry.d_ino = e->node->number;
  folder->entry.d_type = is_folder(e->node) ? DT_DIR : is_link(e->node) ? DT_LNK : DT_REG;
  memcpy(folder->entry.d_name, e->name, strlen(e->name) + 1);
  return &folder->entry;
}

int closedir(DIR *folder) {
  folder->node->opened--;
  release(folder->node);
  free(folder);
  return 0;
}

int statvfs(const char *path, struct statvfs *disk) {
  if (!follow(path)) return -1;
  *disk = (struct statvfs){1, web_disk_size, web_disk_size - held};
  return 0;
}

int flock(int descriptor, int operation) { return at(descriptor) ? 0 : fail(EBADF); }
WEB_OVERLOADED int fcntl(int descriptor, int command) {
  opened *o = at(descriptor);
  if (!o) return fail(EBADF);
  return command == F_GETFL ? o->flags : command == F_GETFD ? (o->closes ? FD_CLOEXEC : 0) : fail(EINVAL);
}
WEB_OVERLOADED int fcntl(int descriptor, int command, int value) {
  opened *o = at(descriptor);
  if (!o) return fail(EBADF);
  if (command == F_SETFL) o->flags = (o->flags & 3) | (value & ~3);
  if (command == F_SETFD) o->closes = value & FD_CLOEXEC;
  return 0;
}
WEB_OVERLOADED int fcntl(int descriptor, int command, void *value) { return at(descriptor) ? 0 : fail(EBADF); }
int isatty(int descriptor) {
  if (!at(descriptor) && (descriptor < 0 || descriptor >= first_descriptor)) return errno = EBADF, 0;
  return errno = ENOTTY, 0;
}

// Replaces the six `X` before the ending by letters that no name in the folder has, and makes it.
static int make_unique(char *path, size_t ending, int (*make_it)(const char *)) {
  size_t length = strlen(path);
  if (length < ending + 6) return fail(EINVAL);
  for (int tries = 0; tries < 100; tries++) {
    unsigned char letters[6];
    arc4random_buf(letters, sizeof letters);
    for (int i = 0; i < 6; i++) path[length - ending - 6 + (size_t)i] = "abcdefghijklmnopqrstuvwxyz012345"[letters[i] & 31];
    int made = make_it(path);
    if (made >= 0 || errno != EEXIST) return made;
  }
  return fail(EEXIST);
}
static int make_file(const char *path) { return open(path, O_RDWR | O_CREAT | O_EXCL, 0600); }
static int make_folder(const char *path) { return mkdir(path, 0700); }
int mkstemps(char *path, int ending) { return make_unique(path, (size_t)ending, make_file); }
char *mkdtemp(char *path) { return make_unique(path, 0, make_folder) < 0 ? NULL : path; }
FILE *tmpfile(void) { return errno = ENOSYS, NULL; }
int fclose(FILE *stream) { return 0; }
int fileno(FILE *stream) { return fail(EBADF); }

// A private mapping of a file, or zeros, is a copy.
void *mmap(void *place, size_t count, int access, int flags, int descriptor, off_t offset) {
  void *memory;
  if (posix_memalign(&memory, 65536, count ? count : 1)) return errno = ENOMEM, MAP_FAILED;
  memset(memory, 0, count);
  if (flags & MAP_ANONYMOUS) return memory;
  if (pread(descriptor, memory, count, offset) < 0) return free(memory), MAP_FAILED;
  return memory;
}
int munmap(void *memory, size_t count) { return free(memory), 0; }

// Matches a name against a pattern of the shell: `*`, `?`, sets in brackets, and `\` before a sign.
int fnmatch(const char *pattern, const char *name, int flags) {
  int parts = flags & FNM_PATHNAME;
  for (; *pattern; pattern++) {
    if (*pattern == '*') {
      while (*pattern == '*') pattern++;
      for (;; name++) {
        if (!fnmatch(pattern, name, flags)) return 0;
        if (!*name || (parts && *name == '/')) return 1;
      }
    }
    if (!*name) return 1;
    if (*pattern == '?') {
      if (parts && *name == '/') return 1;
    } else if (*pattern == '[') {
      const char *p = pattern + 1;
      int negates = *p == '!' || *p == '^', found = 0;
      p += negates;
      const char *start = p;
      for (; *p && (*p != ']' || p == start); p++) {
        if (p[1] == '-' && p[2] && p[2] != ']') {
          found |= (unsigned char)*p <= (unsigned char)*name && (unsigned char)*name <= (unsigned char)p[2];
          p += 2;
        } else {
          found |= *p == *name;
        }
      }
      if (!*p) {
        if (*name != '[') return 1;
      } else {
        if (found == negates || (parts && *name == '/')) return 1;
        pattern = p;
      }
    } else {
      if (*pattern == '\\' && pattern[1]) pattern++;
      if (*pattern != *name) return 1;
    }
    name++;
  }
  return *name != 0;
}
