#ifndef CSYSTEM_H
#define CSYSTEM_H

/// How many words the program was started with, its own name among them; 0 where the C library does not hand them on.
int csystem_argument_count(void);

/// One of these words.
const char *_Nonnull csystem_argument(int index);

/// 1 if the kernel says that a time server keeps the wall clock right, else 0: also where no one knows.
int csystem_clock_is_synchronised(void);

/// The name in an entry of readdir(3). It is as long as it requires, not as declared, so Swift must not copy it.
const char *_Nonnull csystem_entry_name(const void *_Nonnull entry);

#endif
