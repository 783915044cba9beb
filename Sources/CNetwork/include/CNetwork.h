// The few functions of the system's libcurl that Network uses, found when the first request is made.
//
// C, because two of them take what follows an option's number as a variable argument, which Swift cannot pass through
// a function's address. Numbers and layouts are libcurl's own and never change (its ABI since 2006).
#ifndef CNETWORK_H
#define CNETWORK_H

#include <stddef.h>

typedef size_t (*network_sink)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Opens the library and looks its functions up. Returns 0 where it is not there or lacks one. Not for two threads at once.
int network_open(const char *_Nonnull name);

void *_Nullable network_easy_new(void);
void network_easy_free(void *_Nonnull easy);
int network_easy_set_long(void *_Nonnull easy, int option, long value);
int network_easy_set_size(void *_Nonnull easy, int option, long long value);
int network_easy_set_pointer(void *_Nonnull easy, int option, const void *_Nullable value);
int network_easy_set_sink(void *_Nonnull easy, int option, network_sink _Nonnull sink);
/// Lets no child process inherit the transfer's sockets.
int network_easy_close_on_exec(void *_Nonnull easy);
/// Whether a connection to an address may be opened: 4 bytes of IPv4 or 16 of IPv6.
typedef int (*network_filter)(const unsigned char *_Nonnull bytes, size_t count, void *_Nullable context);
/// Opens connections only to addresses that the filter lets through, whatever a name leads to at that instant.
int network_easy_set_filter(void *_Nonnull easy, network_filter _Nonnull filter, void *_Nullable context);
long network_easy_get_long(void *_Nonnull easy, int information);
const char *_Nonnull network_easy_words(int code);

// A connection without a request: its bytes are the caller's.

/// Opens the connection, and waits for it.
int network_easy_perform(void *_Nonnull easy);
/// Sends and receives what can be sent and received at once. Return libcurl's codes: 81 is "try again later".
int network_easy_send(void *_Nonnull easy, const void *_Nonnull bytes, size_t count, size_t *_Nonnull sent);
int network_easy_receive(void *_Nonnull easy, void *_Nonnull bytes, size_t count, size_t *_Nonnull received);
/// The socket of the open connection, or -1.
int network_easy_socket(void *_Nonnull easy);
/// Whether to give up while the connection is being opened: asked about once a second.
typedef int (*network_check)(void *_Nullable context);
int network_easy_set_check(void *_Nonnull easy, network_check _Nonnull check, void *_Nullable context);

/// Adds a line to a list of headers; `NULL` begins one. Returns `NULL` for want of memory.
void *_Nullable network_list_add(void *_Nullable list, const char *_Nonnull line);
void network_list_free(void *_Nullable list);

void *_Nullable network_multi_new(void);
void network_multi_free(void *_Nonnull multi);
int network_multi_set_long(void *_Nonnull multi, int option, long value);
int network_multi_add(void *_Nonnull multi, void *_Nonnull easy);
int network_multi_remove(void *_Nonnull multi, void *_Nonnull easy);
/// Does what can be done at once.
int network_multi_perform(void *_Nonnull multi);
/// Waits until something can be done, somebody wakes it, or the time is over.
int network_multi_wait(void *_Nonnull multi, int milliseconds);
/// Ends a wait, this one or the next. The one function that other threads may call.
int network_multi_wake(void *_Nonnull multi);
/// Takes one transfer that has ended, or returns `NULL`.
void *_Nullable network_multi_take(void *_Nonnull multi, int *_Nonnull code);

/// The scheme and the host of an address, as libcurl itself reads it. Returns 0 for what is no address, or holds a name or
/// password. Both are freed by `network_free`.
int network_split(
  const char *_Nonnull address, char *_Nullable *_Nonnull scheme, char *_Nullable *_Nonnull host);
void network_free(char *_Nullable text);

#endif
