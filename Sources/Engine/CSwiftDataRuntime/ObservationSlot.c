// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "ObservationSlot.h"

_Thread_local void **osd_observation_slot;

void osd_set_observation_slot(void **slot) { osd_observation_slot = slot; }

_Thread_local struct osd_reading osd_reading;

struct osd_reading osd_begin_reading(const void *reader) {
  struct osd_reading before = osd_reading;
  struct osd_reading new = {osd_observation_slot ? reader : NULL, osd_observation_slot ? *osd_observation_slot : NULL};
  osd_reading = new;
  return before;
}

void osd_end_reading(struct osd_reading before) { osd_reading = before; }

// Says which C library this is.
#if defined(__linux__)
#include <features.h>
#endif

#if defined(__linux__) && defined(__GLIBC__)
#include <link.h>
#include <string.h>

struct storage {
  void **words;
  size_t count;
};

static int visit(struct dl_phdr_info *info, size_t size, void *out) {
  if (!info->dlpi_name || !strstr(info->dlpi_name, "libswiftObservation")) return 0;
  // Older loaders say nothing of thread-local storage.
  if (size < offsetof(struct dl_phdr_info, dlpi_tls_data) + sizeof(void *)) return 1;
  struct storage *storage = out;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    storage->words = info->dlpi_tls_data;
    storage->count = info->dlpi_phdr[i].p_memsz / sizeof(void *);
  }
  return 1;
}

void **osd_observation_storage(size_t *words) {
  struct storage storage = {NULL, 0};
  dl_iterate_phdr(visit, &storage);
  *words = storage.words ? storage.count : 0;
  return storage.words;
}
#else
void **osd_observation_storage(size_t *words) {
  *words = 0;
  return NULL;
}
#endif
