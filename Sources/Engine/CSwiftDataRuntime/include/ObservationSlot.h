// SPDX-License-Identifier: Apache-2.0
#ifndef C_SWIFT_DATA_OBSERVATION_SLOT_H
#define C_SWIFT_DATA_OBSERVATION_SLOT_H

#include <stddef.h>

/// Where, in this thread, the Observation library keeps what it is tracking;
/// NULL if not known (yet).
extern _Thread_local void *_Nullable *_Nullable osd_observation_slot;

/// Whether this thread is tracking: 1 or 0, and -1 if the slot is not known.
static inline int osd_observation_tracking(void) {
  return osd_observation_slot ? *osd_observation_slot != NULL : -1;
}

/// Who hears of the models that a thread reads (`ModelReading`), and what the slot held when it began to read: with
/// something else in it, another is tracking inside.
struct osd_reading {
  const void *_Nullable reader;
  const void *_Nullable slot;
};

extern _Thread_local struct osd_reading osd_reading;

/// Who hears of what this thread reads, if nobody else does.
static inline const void *_Nullable osd_model_reader(void) {
  if (!osd_reading.reader || !osd_observation_slot || *osd_observation_slot != osd_reading.slot) return NULL;
  return osd_reading.reader;
}

/// Lets a reader hear of what this thread reads from now on, and returns what was before. Where the slot is not known,
/// nobody hears of it.
struct osd_reading osd_begin_reading(const void *_Nonnull reader);

/// Sets what was before.
void osd_end_reading(struct osd_reading before);

/// This thread's storage of the Observation library, with its size in words;
/// NULL if the library is not a shared one, or the thread has none so far.
void *_Nullable *_Nullable osd_observation_storage(size_t *_Nonnull words);

/// Sets the slot of this thread.
void osd_set_observation_slot(void *_Nullable *_Nullable slot);

#endif
