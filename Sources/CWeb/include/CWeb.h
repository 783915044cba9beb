#ifndef CWEB_H
#define CWEB_H

// The part of POSIX that the modules use, for a page in a browser, where there is no C library.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WEB_UNSAFE __attribute__((swift_attr("nonisolated(unsafe)")))
#define WEB_OVERLOADED __attribute__((overloadable))

typedef long ssize_t;
typedef int64_t off_t;
typedef int64_t time_t;
typedef uint32_t mode_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t pid_t;
typedef int32_t clockid_t;
typedef uint64_t dev_t;
typedef uint64_t ino_t;

// MARK: Errors

/// The page has one thread.
WEB_UNSAFE extern int errno;
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define EBADF 9
#define ECHILD 10
#define EAGAIN 11
#define EWOULDBLOCK 11
#define ENOMEM 12
#define EACCES 13
#define EBUSY 16
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define ENOTTY 25
#define EFBIG 27
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EMLINK 31
#define EPIPE 32
#define ERANGE 34
#define ENAMETOOLONG 36
#define ENOLCK 37
#define ENOSYS 38
#define ENOTEMPTY 39
#define ELOOP 40
#define EOPNOTSUPP 95
#define ENOTSUP 95
#define ESTALE 116
#define ETIMEDOUT 110
#define EDQUOT 122
#define ECANCELED 125
char *_Nonnull strerror(int code);

// MARK: Memory and text

void *_Null_unspecified malloc(size_t size);
void *_Null_unspecified calloc(size_t count, size_t size);
void *_Null_unspecified realloc(void *_Nullable memory, size_t size);
void free(void *_Nullable memory);
int posix_memalign(void *_Nullable *_Nonnull memory, size_t alignment, size_t size);
void *_Null_unspecified memcpy(void *_Null_unspecified to, const void *_Null_unspecified from, size_t count);
void *_Null_unspecified memmove(void *_Null_unspecified to, const void *_Null_unspecified from, size_t count);
void *_Null_unspecified memset(void *_Null_unspecified to, int byte, size_t count);
int memcmp(const void *_Null_unspecified a, const void *_Null_unspecified b, size_t count);
void *_Null_unspecified memchr(const void *_Null_unspecified memory, int byte, size_t count);
size_t strlen(const char *_Null_unspecified text);
int strcmp(const char *_Null_unspecified a, const char *_Null_unspecified b);
int strncmp(const char *_Null_unspecified a, const char *_Null_unspecified b, size_t count);
char *_Null_unspecified strdup(const char *_Null_unspecified text);
void arc4random_buf(void *_Nonnull memory, size_t count);

// MARK: Mathematics

double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double atan2(double y, double x);
double exp(double x);
double log(double x);
double log2(double x);
double log10(double x);
double pow(double x, double y);
double fmod(double x, double y);
double hypot(double x, double y);
double floor(double x);
double ceil(double x);
double round(double x);

// MARK: Files

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_DIRECTORY 0200000
#define O_NOFOLLOW 0400000
#define O_CLOEXEC 02000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define F_RDLCK 0
#define F_WRLCK 1
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
#define S_IFMT ((mode_t)0170000)
#define S_IFREG ((mode_t)0100000)
#define S_IFDIR ((mode_t)0040000)
#define S_IFLNK ((mode_t)0120000)
#define S_IFIFO ((mode_t)0010000)
#define S_IFSOCK ((mode_t)0140000)
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  mode_t st_mode;
  uint32_t st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  off_t st_size;
  int64_t st_blocks;
  struct timespec st_mtim;
  struct timespec st_ctim;
};
struct statvfs {
  uint64_t f_frsize;
  uint64_t f_blocks;
  uint64_t f_bavail;
};
struct dirent {
  ino_t d_ino;
  uint8_t d_type;
  char d_name[256];
};
struct flock {
  int16_t l_type;
  int16_t l_whence;
  off_t l_start;
  off_t l_len;
  pid_t l_pid;
};
typedef struct web_folder DIR;

int open(const char *_Nonnull path, int flags, mode_t mode);
int close(int descriptor);
ssize_t read(int descriptor, void *_Null_unspecified buffer, size_t count);
ssize_t write(int descriptor, const void *_Null_unspecified bytes, size_t count);
ssize_t pread(int descriptor, void *_Null_unspecified buffer, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *_Null_unspecified bytes, size_t count, off_t offset);
off_t lseek(int descriptor, off_t offset, int whence);
int ftruncate(int descriptor, off_t size);
int fsync(int descriptor);
int fdatasync(int descriptor);
int fchmod(int descriptor, mode_t mode);
int fchown(int descriptor, uid_t owner, gid_t group);
int stat(const char *_Nonnull path, struct stat *_Nonnull status);
int lstat(const char *_Nonnull path, struct stat *_Nonnull status);
int fstat(int descriptor, struct stat *_Nonnull status);
int access(const char *_Nonnull path, int mode);
int unlink(const char *_Nonnull path);
int rmdir(const char *_Nonnull path);
int link(const char *_Nonnull path, const char *_Nonnull other);
int symlink(const char *_Nonnull target, const char *_Nonnull path);
int rename(const char *_Nonnull path, const char *_Nonnull target);
int mkdir(const char *_Nonnull path, mode_t mode);
int chdir(const char *_Nonnull path);
int chmod(const char *_Nonnull path, mode_t mode);
char *_Nullable realpath(const char *_Nonnull path, char *_Nullable buffer);
char *_Nullable getcwd(char *_Nullable buffer, size_t size);
DIR *_Nullable opendir(const char *_Nonnull path);
struct dirent *_Nullable readdir(DIR *_Nonnull folder);
int closedir(DIR *_Nonnull folder);
int statvfs(const char *_Nonnull path, struct statvfs *_Nonnull disk);
int flock(int descriptor, int operation);
WEB_OVERLOADED int fcntl(int descriptor, int command);
WEB_OVERLOADED int fcntl(int descriptor, int command, int value);
WEB_OVERLOADED int fcntl(int descriptor, int command, void *_Nullable value);
int isatty(int descriptor);
int mkstemps(char *_Nonnull path, int ending);

// MARK: Clocks

#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1
int clock_gettime(clockid_t clock, struct timespec *_Nonnull time);
int clock_nanosleep(clockid_t clock, int flags, struct timespec *_Nonnull time, struct timespec *_Nullable left);
int usleep(uint32_t microseconds);

// MARK: What a page has only as far as the compiler asks: one process, one thread, one user, no signals

WEB_UNSAFE extern char *_Nullable *_Nonnull environ;
char *_Nullable getenv(const char *_Nonnull name);
int gethostname(char *_Nonnull name, size_t size);
pid_t getpid(void);
uid_t getuid(void);
#define RTLD_NOW 2
#define RTLD_LOCAL 0
void *_Nullable dlopen(const char *_Nonnull name, int flags);
void *_Nullable dlsym(void *_Nonnull library, const char *_Nonnull name);
char *_Nullable mkdtemp(char *_Nonnull pattern);
uid_t geteuid(void);
#define FNM_PATHNAME 1
int fnmatch(const char *_Nonnull pattern, const char *_Nonnull name, int flags);
int kill(pid_t process, int signal);
int system(const char *_Nullable line);

struct passwd {
  char *_Nullable pw_name;
  char *_Nullable pw_dir;
};
int getpwuid_r(
    uid_t user, struct passwd *_Nonnull entry, char *_Nonnull buffer, size_t size,
    struct passwd *_Nullable *_Nonnull found);

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGPIPE 13
#define SIGTERM 15
#define SIGCONT 18
#define SIGTSTP 20
#define SIGWINCH 28
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
typedef void (*sighandler_t)(int);
static const sighandler_t _Nullable SIG_DFL = 0;
static const sighandler_t _Nullable SIG_IGN = (sighandler_t)1;
typedef struct {
  uint64_t bits;
} sigset_t;
struct sigaction {
  union {
    sighandler_t _Nullable sa_handler;
  } __sigaction_handler;
  sigset_t sa_mask;
  int sa_flags;
};
sighandler_t _Nullable signal(int number, sighandler_t _Nullable handler);
int raise(int number);
int sigemptyset(sigset_t *_Nonnull set);
int sigfillset(sigset_t *_Nonnull set);
int sigaddset(sigset_t *_Nonnull set, int number);
int sigprocmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable before);
int sigaction(int number, const struct sigaction *_Nullable action, struct sigaction *_Nullable before);

typedef struct {
  int holders;
} pthread_mutex_t;
typedef struct {
  int waiters;
} pthread_cond_t;
typedef uint32_t pthread_t;
typedef uint32_t pthread_key_t;
int pthread_mutex_init(pthread_mutex_t *_Nonnull mutex, const void *_Nullable attributes);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull mutex);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull mutex);
typedef struct {
  int unused;
} pthread_condattr_t;
int pthread_condattr_init(pthread_condattr_t *_Nonnull attributes);
int pthread_condattr_setclock(pthread_condattr_t *_Nonnull attributes, clockid_t clock);
int pthread_condattr_destroy(pthread_condattr_t *_Nonnull attributes);
int pthread_cond_timedwait(
    pthread_cond_t *_Nonnull condition, pthread_mutex_t *_Nonnull mutex, const struct timespec *_Nonnull end);
int pthread_cond_init(pthread_cond_t *_Nonnull condition, const void *_Nullable attributes);
int pthread_cond_destroy(pthread_cond_t *_Nonnull condition);
int pthread_cond_wait(pthread_cond_t *_Nonnull condition, pthread_mutex_t *_Nonnull mutex);
int pthread_cond_signal(pthread_cond_t *_Nonnull condition);
int pthread_key_create(pthread_key_t *_Nonnull key, void (*_Nullable end)(void *_Nullable));
void *_Nullable pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);
int pthread_create(
    pthread_t *_Nonnull thread, const void *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *_Nullable), void *_Nullable argument);
int pthread_detach(pthread_t thread);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable before);
#define _SC_NPROCESSORS_ONLN 84
long sysconf(int name);

typedef struct {
  int descriptor;
} FILE;
FILE *_Nullable tmpfile(void);
int fclose(FILE *_Nonnull stream);
int fileno(FILE *_Nonnull stream);
typedef struct {
  int unused;
} posix_spawn_file_actions_t;
typedef struct {
  int unused;
} posix_spawnattr_t;
#define POSIX_SPAWN_SETPGROUP 2
#define POSIX_SPAWN_SETSIGMASK 8
#define WNOHANG 1
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *_Nonnull actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *_Nonnull actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *_Nonnull actions, int from, int to);
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t *_Nonnull actions, int descriptor, const char *_Nonnull path, int flags, mode_t mode);
int posix_spawnattr_init(posix_spawnattr_t *_Nonnull attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *_Nonnull attributes);
int posix_spawnattr_setpgroup(posix_spawnattr_t *_Nonnull attributes, pid_t group);
int posix_spawnattr_setsigmask(posix_spawnattr_t *_Nonnull attributes, const sigset_t *_Nonnull mask);
int posix_spawnattr_setflags(posix_spawnattr_t *_Nonnull attributes, int16_t flags);
int posix_spawn(
    pid_t *_Nonnull process, const char *_Nonnull path, const posix_spawn_file_actions_t *_Nonnull actions,
    const posix_spawnattr_t *_Nonnull attributes, char *_Nullable const *_Nonnull words,
    char *_Nullable const *_Nonnull variables);
pid_t waitpid(pid_t process, int *_Nonnull status, int options);

#define POLLIN 1
#define POLLOUT 4
struct pollfd {
  int fd;
  int16_t events;
  int16_t revents;
};
int poll(struct pollfd *_Nonnull descriptors, size_t count, int timeout);
int pipe(int *_Nonnull ends);
#define TIOCGWINSZ 0x5413
struct winsize {
  uint16_t ws_row;
  uint16_t ws_col;
  uint16_t ws_xpixel;
  uint16_t ws_ypixel;
};
int ioctl(int descriptor, uintptr_t request, struct winsize *_Nonnull size);

#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
WEB_UNSAFE static void *const _Nonnull MAP_FAILED = (void *)-1;
void *_Nullable mmap(void *_Nullable place, size_t count, int access, int flags, int descriptor, off_t offset);
int munmap(void *_Nonnull memory, size_t count);
#define RLIMIT_STACK 3
typedef uint64_t rlim_t;
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
int getrlimit(int resource, struct rlimit *_Nonnull limit);
#define RUSAGE_SELF 0
struct rusage {
  int64_t ru_maxrss;
};
int getrusage(int who, struct rusage *_Nonnull usage);

#endif
