// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "LoadedNames.h"

// Says which C library this is.
#if defined(__linux__)
#include <features.h>
#endif

#if defined(__linux__) && defined(__GLIBC__)
#include <link.h>
#include <stdlib.h>
#include <string.h>

struct search {
  /// The name between two zero bytes, as it is in a table of names.
  char *needle;
  size_t length;
  const char *library;
  int hasLibrary;
  int isFound;
};

static int visit(struct dl_phdr_info *info, size_t size, void *out) {
  (void)size;
  struct search *search = out;
  if (info->dlpi_name && strstr(info->dlpi_name, search->library)) {
    search->hasLibrary = 1;
    return 0;
  }
  for (int i = 0; i < info->dlpi_phnum && !search->isFound; i++) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const char *names = NULL;
    size_t length = 0;
    for (const ElfW(Dyn) *entry = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr); entry->d_tag != DT_NULL;
         entry++) {
      // The loader has made addresses of most of these.
      if (entry->d_tag == DT_STRTAB) {
        uintptr_t place = entry->d_un.d_ptr;
        names = (const char *)(place < info->dlpi_addr ? place + info->dlpi_addr : place);
      }
      if (entry->d_tag == DT_STRSZ) length = entry->d_un.d_val;
    }
    if (names && memmem(names, length, search->needle, search->length)) search->isFound = 1;
  }
  return search->isFound && search->hasLibrary;
}

int osd_refers_to(const char *symbol, const char *library) {
  struct search search = {.length = strlen(symbol) + 2, .library = library};
  search.needle = calloc(search.length, 1);
  if (!search.needle) return -1;
  memcpy(search.needle + 1, symbol, search.length - 2);
  dl_iterate_phdr(visit, &search);
  free(search.needle);
  return search.hasLibrary ? search.isFound : -1;
}
#else
int osd_refers_to(const char *symbol, const char *library) {
  (void)symbol;
  (void)library;
  return -1;
}
#endif
