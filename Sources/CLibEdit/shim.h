// libedit's settings are variadic functions, which Swift cannot call. Each shim is one setting with its real types.
#ifndef STORYLINE_CLIBEDIT_SHIM_H
#define STORYLINE_CLIBEDIT_SHIM_H

#include <histedit.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

typedef wchar_t *(*libedit_prompt)(EditLine *);
typedef int (*libedit_getc)(EditLine *, wchar_t *);
typedef unsigned char (*libedit_function)(EditLine *, int);

// Starts libedit on a terminal's descriptors, its output going to a file of ours. Its own messages, such as that it
// does not know the terminal, would appear among the program's own words.
static inline EditLine *libedit_start(const char *program, FILE *output, int in, int out) {
  static FILE *nowhere = NULL;
  if (nowhere == NULL) nowhere = fopen("/dev/null", "we");
  FILE *errors = nowhere == NULL ? stderr : nowhere;
  return el_init_fd(program, stdin, output, errors, in, out, fileno(errors));
}
static inline int libedit_set_prompt(EditLine *el, libedit_prompt prompt) {
  return el_wset(el, EL_PROMPT, prompt);
}
static inline int libedit_set_editor(EditLine *el, const wchar_t *name) {
  return el_wset(el, EL_EDITOR, name);
}
static inline int libedit_set_signal(EditLine *el, int on) {
  return el_wset(el, EL_SIGNAL, on);
}
static inline int libedit_set_getc(EditLine *el, libedit_getc function) {
  return el_wset(el, EL_GETCFN, function);
}
static inline int libedit_set_client(EditLine *el, void *client) {
  return el_wset(el, EL_CLIENTDATA, client);
}
static inline void *libedit_client(EditLine *el) {
  void *client = NULL;
  el_wget(el, EL_CLIENTDATA, &client);
  return client;
}
// libedit keeps both name pointers: they must live as long as the process.
static inline int libedit_add_function(EditLine *el, const wchar_t *name, const wchar_t *help, libedit_function f) {
  return el_wset(el, EL_ADDFN, name, help, f);
}
static inline int libedit_bind(EditLine *el, const wchar_t *key, const wchar_t *name) {
  return el_wset(el, EL_BIND, key, name, (wchar_t *)NULL);
}
static inline int libedit_bind_alternative(EditLine *el, const wchar_t *key, const wchar_t *name) {
  return el_wset(el, EL_BIND, L"-a", key, name, (wchar_t *)NULL);
}
static inline int libedit_prepare_terminal(EditLine *el, int on) {
  return el_wset(el, EL_PREP_TERM, on);
}
// Between lines, when libedit thinks it has given the terminal back, keys typed ahead are not to be echoed.
static inline int libedit_keep_quiet(EditLine *el) {
  return el_wset(el, EL_SETTY, L"-x", L"-echo", L"-icanon", (wchar_t *)NULL);
}
// While editing, Enter stays a carriage return, so that the line ends of a paste can be told apart.
static inline int libedit_keep_returns(EditLine *el) {
  return el_wset(el, EL_SETTY, L"-d", L"-icrnl", L"-inlcr", L"-ixon", (wchar_t *)NULL);
}
// The size of the terminal that libedit draws for: any will do, since nobody sees the drawing.
static inline int libedit_set_size(EditLine *el) {
  el_wset(el, EL_SETTC, L"li", L"24", (wchar_t *)NULL);
  return el_wset(el, EL_SETTC, L"co", L"80", (wchar_t *)NULL);
}

static inline int libedit_set_history(EditLine *el, HistoryW *history) {
  return el_wset(el, EL_HIST, history_w, history);
}
static inline int libedit_history_size(HistoryW *history, int size) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, size);
}
static inline int libedit_history_unique(HistoryW *history, int on) {
  HistEventW event;
  return history_w(history, &event, H_SETUNIQUE, on);
}
static inline int libedit_history_enter(HistoryW *history, const wchar_t *text) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, text);
}

// The widest character of the locale, in bytes: 1 means that it is not UTF-8.
static inline int libedit_mb_cur_max(void) {
  return (int)MB_CUR_MAX;
}

#endif
