// What is left of a system in a page: clocks, random numbers and texts are real; processes, signals, other threads and
// users are not there, and everything that would need them says so by its error.
#include "CWeb.h"

#include "web.h"

int errno;

static int fail(int code) {
  errno = code;
  return -1;
}

// MARK: Texts

int memcmp(const void *a, const void *b, size_t count) {
  const unsigned char *x = a, *y = b;
  for (; count >= 8; count -= 8, x += 8, y += 8) {
    uint64_t one, other;
    __builtin_memcpy(&one, x, 8);
    __builtin_memcpy(&other, y, 8);
    if (one != other) break;
  }
  for (; count; count--, x++, y++)
    if (*x != *y) return *x - *y;
  return 0;
}
void *memchr(const void *memory, int byte, size_t count) {
  for (const unsigned char *place = memory; count; count--, place++)
    if (*place == (unsigned char)byte) return (void *)place;
  return NULL;
}
size_t strlen(const char *text) {
  const char *end = text;
  while (*end) end++;
  return (size_t)(end - text);
}
int strncmp(const char *a, const char *b, size_t count) {
  for (; count; count--, a++, b++)
    if (*a != *b || !*a) return (unsigned char)*a - (unsigned char)*b;
  return 0;
}
int strcmp(const char *a, const char *b) { return strncmp(a, b, (size_t)-1); }
char *strdup(const char *text) {
  size_t count = strlen(text) + 1;
  char *copy = malloc(count);
  return copy ? memcpy(copy, text, count) : NULL;
}

// The words of glibc, which messages of the program contain.
char *strerror(int code) {
  switch (code) {
    case EPERM: return "Operation not permitted";
    case ENOENT: return "No such file or directory";
    case ESRCH: return "No such process";
    case EINTR: return "Interrupted system call";
    case EIO: return "Input/output error";
    case ENXIO: return "No such device or address";
    case EBADF: return "Bad file descriptor";
    case ECHILD: return "No child processes";
    case EAGAIN: return "Resource temporarily unavailable";
    case ENOMEM: return "Cannot allocate memory";
    case EACCES: return "Permission denied";
    case EBUSY: return "Device or resource busy";
    case EEXIST: return "File exists";
    case EXDEV: return "Invalid cross-device link";
    case ENOTDIR: return "Not a directory";
    case EISDIR: return "Is a directory";
    case EINVAL: return "Invalid argument";
    case ENFILE: return "Too many open files in system";
    case EMFILE: return "Too many open files";
    case ENOTTY: return "Inappropriate ioctl for device";
    case EFBIG: return "File too large";
    case ENOSPC: return "No space left on device";
    case ESPIPE: return "Illegal seek";
    case EROFS: return "Read-only file system";
    case EMLINK: return "Too many links";
    case EPIPE: return "Broken pipe";
    case ERANGE: return "Numerical result out of range";
    case ENAMETOOLONG: return "File name too long";
    case ENOLCK: return "No locks available";
    case ENOSYS: return "Function not implemented";
    case ENOTEMPTY: return "Directory not empty";
    case ELOOP: return "Too many levels of symbolic links";
    case ENOTSUP: return "Operation not supported";
    case ETIMEDOUT: return "Connection timed out";
    case ESTALE: return "Stale file handle";
    case EDQUOT: return "Disk quota exceeded";
    case ECANCELED: return "Operation canceled";
    default: return "Unknown error";
  }
}

void arc4random_buf(void *memory, size_t count) { web_random(memory, count); }

// MARK: Clocks

int clock_gettime(clockid_t clock, struct timespec *time) {
  double microseconds = clock == CLOCK_REALTIME ? web_wall() : clock == CLOCK_THREAD_CPUTIME_ID ? web_worked() : web_steady();
  int64_t whole = (int64_t)__builtin_floor(microseconds);
  time->tv_sec = whole / 1000000;
  time->tv_nsec = whole % 1000000 * 1000;
  return 0;
}
// The page stays live meanwhile: the host suspends the program.
int clock_nanosleep(clockid_t clock, int flags, struct timespec *time, struct timespec *left) {
  double end = (double)time->tv_sec * 1e6 + (double)time->tv_nsec / 1e3;
  if (flags & TIMER_ABSTIME) end -= clock == CLOCK_REALTIME ? web_wall() : web_steady();
  if (end > 0) web_sleep(end);
  return 0;
}
int usleep(uint32_t microseconds) { return web_sleep(microseconds), 0; }

// MARK: Process and user

static char *no_variables[] = {NULL};
char **environ = no_variables;
char *getenv(const char *name) { return strcmp(name, "HOME") ? NULL : "/home"; }
int gethostname(char *name, size_t size) {
  if (size < 5) return fail(ENAMETOOLONG);
  memcpy(name, "page", 5);
  return 0;
}
pid_t getpid(void) { return 1; }
uid_t getuid(void) { return 0; }
uid_t geteuid(void) { return 0; }
int kill(pid_t process, int signal) { return process == 1 && !signal ? 0 : fail(ESRCH); }
int system(const char *line) { return line ? fail(ENOSYS) : 0; }
// Of the libraries that the program looks for, crypt(3) is there.
void *dlopen(const char *name, int flags) { return strcmp(name, "libcrypt.so.1") ? NULL : (void *)crypt; }
void *dlsym(void *library, const char *name) { return strcmp(name, "crypt") ? NULL : library; }
int getpwuid_r(uid_t user, struct passwd *entry, char *buffer, size_t size, struct passwd **found) {
  *found = NULL;
  return 0;
}
long sysconf(int name) { return name == _SC_NPROCESSORS_ONLN ? 1 : fail(EINVAL); }
int getrlimit(int resource, struct rlimit *limit) {
  *limit = (struct rlimit){web_stack_size, web_stack_size};
  return 0;
}
int getrusage(int who, struct rusage *usage) {
  usage->ru_maxrss = (int64_t)(__builtin_wasm_memory_size(0) * 64);
  return 0;
}

sighandler_t signal(int number, sighandler_t handler) { return SIG_DFL; }
int raise(int number) { return fail(ENOSYS); }
int sigemptyset(sigset_t *set) { return set->bits = 0, 0; }
int sigfillset(sigset_t *set) { return set->bits = ~0ull, 0; }
int sigaddset(sigset_t *set, int number) { return set->bits |= 1ull << (number & 63), 0; }
int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
  if (before) before->bits = 0;
  return 0;
}
int sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  if (before) memset(before, 0, sizeof *before);
  return 0;
}

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions) { return 0; }
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions) { return 0; }
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to) { return 0; }
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t *actions, int descriptor, const char *path, int flags, mode_t mode) {
  return 0;
}
int posix_spawnattr_init(posix_spawnattr_t *attributes) { return 0; }
int posix_spawnattr_destroy(posix_spawnattr_t *attributes) { return 0; }
int posix_spawnattr_setpgroup(posix_spawnattr_t *attributes, pid_t group) { return 0; }
int posix_spawnattr_setsigmask(posix_spawnattr_t *attributes, const sigset_t *mask) { return 0; }
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, int16_t flags) { return 0; }
int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const *words, char *const *variables) {
  return ENOSYS;
}
pid_t waitpid(pid_t process, int *status, int options) { return fail(ECHILD); }

// MARK: Threads

int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) { return mutex->holders = 0, 0; }
int pthread_mutex_destroy(pthread_mutex_t *mutex) { return 0; }
int pthread_mutex_lock(pthread_mutex_t *mutex) { return mutex->holders++, 0; }
int pthread_mutex_trylock(pthread_mutex_t *mutex) { return mutex->holders ? EBUSY : (mutex->holders++, 0); }
int pthread_mutex_unlock(pthread_mutex_t *mutex) { return mutex->holders--, 0; }
int pthread_condattr_init(pthread_condattr_t *attributes) { return 0; }
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock) { return 0; }
int pthread_condattr_destroy(pthread_condattr_t *attributes) { return 0; }
int pthread_cond_init(pthread_cond_t *condition, const void *attributes) { return condition->waiters = 0, 0; }
int pthread_cond_destroy(pthread_cond_t *condition) { return 0; }
// No other thread could signal it.
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) { return EINVAL; }
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *end) {
  return ETIMEDOUT;
}
int pthread_cond_signal(pthread_cond_t *condition) { return 0; }
enum { most_keys = 64 };
static const void *values[most_keys];
static pthread_key_t key_count;
int pthread_key_create(pthread_key_t *key, void (*end)(void *)) {
  if (key_count == most_keys) return EAGAIN;
  *key = key_count++;
  return 0;
}
void *pthread_getspecific(pthread_key_t key) { return key < key_count ? (void *)values[key] : NULL; }
int pthread_setspecific(pthread_key_t key, const void *value) {
  if (key >= key_count) return EINVAL;
  values[key] = value;
  return 0;
}
int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *), void *argument) { return EAGAIN; }
int pthread_detach(pthread_t thread) { return 0; }
int pthread_join(pthread_t thread, void **result) { return ESRCH; }
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) { return sigprocmask(how, set, before); }

// MARK: Terminals and pipes

int poll(struct pollfd *descriptors, size_t count, int timeout) {
  for (size_t i = 0; i < count; i++) descriptors[i].revents = 0;
  return 0;
}
int pipe(int *ends) { return fail(ENOSYS); }
int ioctl(int descriptor, uintptr_t request, struct winsize *size) { return fail(ENOTTY); }

// MARK: What the package's modules in C have elsewhere

int csystem_argument_count(void) { return 0; }
const char *csystem_argument(int index) { return ""; }
// Browsers do not say whether a time server keeps their clock right.
int csystem_clock_is_synchronised(void) { return 0; }
const char *csystem_entry_name(const void *entry) { return ((const struct dirent *)entry)->d_name; }
void journal_start_writing(int descriptor, int64_t offset, int64_t count) {}
// Neither has a page an instruction for CRC-32C.
_Bool journal_has_crc32c(void) { return 0; }
uint32_t journal_crc32c(uint32_t value, const void *bytes, size_t count) { return value; }

// MARK: What Swift's runtime and the compiler call

uintptr_t __stack_chk_guard = 0x595e9fbd94fda766;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }
// The last words of the program before it stops.
int putchar(int character) {
  char byte = (char)character;
  return web_write(2, &byte, 1), character;
}
float roundf(float x) { return (float)round(x); }
