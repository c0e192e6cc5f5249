// SPDX-License-Identifier: Apache-2.0

// 'syscall', which glibc declares only if asked.
#define _GNU_SOURCE

#include "NameExchange.h"

#if defined(__linux__)

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

int osd_exchange_names(const char *one, const char *other) {
#ifdef SYS_renameat2
  // RENAME_EXCHANGE, which older headers lack, as they lack the function.
  return syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2U) == 0 ? 0 : -1;
#else
  return -1;
#endif
}

#elif defined(__APPLE__)

#include <stdio.h>

int osd_exchange_names(const char *one, const char *other) {
  return renamex_np(one, other, RENAME_SWAP) == 0 ? 0 : -1;
}

#else

int osd_exchange_names(const char *one, const char *other) {
  (void)one;
  (void)other;
  return -1;
}

#endif
