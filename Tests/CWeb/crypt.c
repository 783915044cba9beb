// The hashes of PINs: the page's and the system's agree.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "chance.h"

char *page_crypt(const char *key, const char *setting);

static void letters(char *text, size_t count) {
  static const char all[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  for (size_t i = 0; i < count; i++) text[i] = all[chance() & 63];
  text[count] = 0;
}

int main(void) {
  enum { count = 600 };
  void *library = dlopen("libcrypt.so.1", RTLD_NOW);
  if (!library) library = dlopen("libcrypt.so.2", RTLD_NOW);
  if (!library) return puts("no libcrypt here: the hashes of PINs were not compared"), 0;
  char *(*system_crypt)(const char *, const char *) = (char *(*)(const char *, const char *))dlsym(library, "crypt");
  for (int i = 0; i < count; i++) {
    char key[300], salt[32], setting[64], expected[200];
    // Also keys and salts that are longer than a hash, a block and what counts.
    letters(key, chance() % 4 ? chance() % 12 : chance() % 280);
    letters(salt, 1 + chance() % 20);
    if (chance() % 4) snprintf(setting, sizeof setting, "$6$rounds=%d$%s$", 1000 + (int)(chance() % 300), salt);
    else snprintf(setting, sizeof setting, "$6$%s", salt);
    snprintf(expected, sizeof expected, "%s", system_crypt(key, setting));
    // Checking a PIN, the setting is the hash itself.
    if (strcmp(page_crypt(key, setting), expected) || strcmp(page_crypt(key, expected), expected))
      return printf("crypt(%s, %s): %s, not %s\n", key, setting, page_crypt(key, setting), expected), 1;
  }
  static const char *const refused[] = {"", "$6", "$5$abc$", "$y$j9T$abc$", "$6$rounds=$a$", "$6$rounds=999$a$", "$6$rounds=0001000$a$", "$6$rounds=1000", "$6$rounds=1000000000$a$"};
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (strcmp(page_crypt("1234", refused[i]), "*0")) return printf("%s is not refused\n", refused[i]), 1;
  printf("%d hashes of PINs agree\n", count);
}
