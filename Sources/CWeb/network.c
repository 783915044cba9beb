// The functions of libcurl that Network would find: a page has none, `network_open` says so, and no other is called.
#include "CNetwork.h"

int network_open(const char *name) { return 0; }
void *network_easy_new(void) { return NULL; }
void network_easy_free(void *easy) { }
int network_easy_set_long(void *easy, int option, long value) { return -1; }
int network_easy_set_size(void *easy, int option, long long value) { return -1; }
int network_easy_set_pointer(void *easy, int option, const void *value) { return -1; }
int network_easy_set_sink(void *easy, int option, network_sink sink) { return -1; }
int network_easy_close_on_exec(void *easy) { return -1; }
int network_easy_set_filter(void *easy, network_filter filter, void *context) { return -1; }
long network_easy_get_long(void *easy, int information) { return -1; }
const char *network_easy_words(int code) { return "no network"; }
int network_easy_perform(void *easy) { return -1; }
int network_easy_send(void *easy, const void *bytes, size_t count, size_t *sent) { return -1; }
int network_easy_receive(void *easy, void *bytes, size_t count, size_t *received) { return -1; }
int network_easy_socket(void *easy) { return -1; }
int network_easy_set_check(void *easy, network_check check, void *context) { return -1; }
void *network_list_add(void *list, const char *line) { return NULL; }
void network_list_free(void *list) { }
void *network_multi_new(void) { return NULL; }
void network_multi_free(void *multi) { }
int network_multi_set_long(void *multi, int option, long value) { return -1; }
int network_multi_add(void *multi, void *easy) { return -1; }
int network_multi_remove(void *multi, void *easy) { return -1; }
int network_multi_perform(void *multi) { return -1; }
int network_multi_wait(void *multi, int milliseconds) { return -1; }
int network_multi_wake(void *multi) { return -1; }
void *network_multi_take(void *multi, int *code) { return NULL; }
int network_split(const char *address, char **scheme, char **host) { return 0; }
void network_free(char *text) { }
