#include "CNetwork.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

// MARK: libcurl's own numbers (curl.h, urlapi.h)

enum { global_all = 3, message_done = 1 };
enum { option_socket_function = 20148, option_open_function = 20163, option_open_context = 10164 };
enum { option_no_progress = 43, option_progress_context = 10057, option_progress_function = 20219 };
enum { info_active_socket = 0x50002C };
enum { part_scheme = 1, part_user = 2, part_password = 3, part_host = 5 };

typedef struct {
  int kind;
  void *easy;
  union {
    void *whatever;
    int code;
  } data;
} message;

// An address to which a connection is about to be opened.
typedef struct {
  int family, type, protocol;
  unsigned int length;
  struct sockaddr address;
} socket_address;

// MARK: Its functions

static struct {
  int (*global_init)(long);
  void (*free)(void *);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  int (*easy_perform)(void *);
  int (*easy_send)(void *, const void *, size_t, size_t *);
  int (*easy_recv)(void *, void *, size_t, size_t *);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned, int, int *);
  int (*multi_wakeup)(void *);
  message *(*multi_info_read)(void *, int *);
  void *(*url)(void);
  void (*url_cleanup)(void *);
  int (*url_set)(void *, int, const char *, unsigned);
  int (*url_get)(void *, int, char **, unsigned);
} curl;

static int find(void *library, const char *name, void **function) {
  *function = dlsym(library, name);
  return *function != NULL;
}

#define FIND(name) find(library, "curl_" #name, (void **)&curl.name)

int network_open(const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  int found = FIND(global_init) && FIND(free) && FIND(easy_init) && FIND(easy_cleanup)
    && FIND(easy_setopt) && FIND(easy_getinfo) && FIND(easy_strerror) && FIND(easy_perform) && FIND(easy_send)
    && FIND(easy_recv) && FIND(slist_append) && FIND(slist_free_all) && FIND(multi_init) && FIND(multi_cleanup) && FIND(multi_setopt) && FIND(multi_add_handle)
    && FIND(multi_remove_handle) && FIND(multi_perform) && FIND(multi_poll) && FIND(multi_wakeup)
    && FIND(multi_info_read) && FIND(url) && FIND(url_cleanup) && FIND(url_set) && FIND(url_get);
  if (found && curl.global_init(global_all) == 0) return 1;
  dlclose(library);
  return 0;
}

// MARK: One transfer

void *network_easy_new(void) { return curl.easy_init(); }
void network_easy_free(void *easy) { curl.easy_cleanup(easy); }
int network_easy_set_long(void *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }
int network_easy_set_size(void *easy, int option, long long value) { return curl.easy_setopt(easy, option, value); }
int network_easy_set_pointer(void *easy, int option, const void *value) {
  return curl.easy_setopt(easy, option, value);
}
int network_easy_set_sink(void *easy, int option, network_sink sink) { return curl.easy_setopt(easy, option, sink); }

static int close_on_exec(void *context, int socket, int purpose) {
  (void)context, (void)purpose;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return 0;
}

int network_easy_close_on_exec(void *easy) { return curl.easy_setopt(easy, option_socket_function, close_on_exec); }

static network_filter filter;

static int open_socket(void *context, int purpose, socket_address *target) {
  (void)purpose;
  int allowed = 0;
  if (target->family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)&target->address;
    allowed = filter((const unsigned char *)&four->sin_addr, 4, context);
  } else if (target->family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&target->address;
    allowed = filter((const unsigned char *)&six->sin6_addr, 16, context);
  }
  return allowed ? socket(target->family, target->type, target->protocol) : -1;
}

int network_easy_set_filter(void *easy, network_filter rule, void *context) {
  // There is one rule in the program.
  filter = rule;
  int code = curl.easy_setopt(easy, option_open_context, context);
  return code ? code : curl.easy_setopt(easy, option_open_function, open_socket);
}

long network_easy_get_long(void *easy, int information) {
  long value = 0;
  curl.easy_getinfo(easy, information, &value);
  return value;
}

const char *network_easy_words(int code) { return curl.easy_strerror(code); }

int network_easy_perform(void *easy) { return curl.easy_perform(easy); }
int network_easy_send(void *easy, const void *bytes, size_t count, size_t *sent) {
  return curl.easy_send(easy, bytes, count, sent);
}
int network_easy_receive(void *easy, void *bytes, size_t count, size_t *received) {
  return curl.easy_recv(easy, bytes, count, received);
}

int network_easy_socket(void *easy) {
  int socket = -1;
  return curl.easy_getinfo(easy, info_active_socket, &socket) == 0 ? socket : -1;
}

static network_check check;

static int progress(void *context, long long total, long long now, long long up_total, long long up_now) {
  (void)total, (void)now, (void)up_total, (void)up_now;
  return check(context);
}

int network_easy_set_check(void *easy, network_check rule, void *context) {
  // There is one rule in the program.
  check = rule;
  curl.easy_setopt(easy, option_no_progress, 0L);
  int code = curl.easy_setopt(easy, option_progress_context, context);
  return code ? code : curl.easy_setopt(easy, option_progress_function, progress);
}

void *network_list_add(void *list, const char *line) { return curl.slist_append(list, line); }
void network_list_free(void *list) { curl.slist_free_all(list); }

// MARK: All of them

void *network_multi_new(void) { return curl.multi_init(); }
void network_multi_free(void *multi) { curl.multi_cleanup(multi); }
int network_multi_set_long(void *multi, int option, long value) { return curl.multi_setopt(multi, option, value); }
int network_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy); }
int network_multi_remove(void *multi, void *easy) { return curl.multi_remove_handle(multi, easy); }

int network_multi_perform(void *multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}

int network_multi_wait(void *multi, int milliseconds) { return curl.multi_poll(multi, NULL, 0, milliseconds, NULL); }
int network_multi_wake(void *multi) { return curl.multi_wakeup(multi); }

void *network_multi_take(void *multi, int *code) {
  int left = 0;
  for (message *next; (next = curl.multi_info_read(multi, &left));) {
    if (next->kind != message_done) continue;
    *code = next->data.code;
    return next->easy;
  }
  return NULL;
}

// MARK: Addresses

int network_split(const char *address, char **scheme, char **host) {
  *scheme = *host = NULL;
  void *url = curl.url();
  if (!url) return 0;
  char *user = NULL, *password = NULL;
  int good = curl.url_set(url, 0, address, 0) == 0 && curl.url_get(url, part_scheme, scheme, 0) == 0
    && curl.url_get(url, part_host, host, 0) == 0;
  curl.url_get(url, part_user, &user, 0);
  curl.url_get(url, part_password, &password, 0);
  if (user || password) good = 0;
  curl.free(user);
  curl.free(password);
  curl.url_cleanup(url);
  return good;
}

void network_free(char *text) { curl.free(text); }
