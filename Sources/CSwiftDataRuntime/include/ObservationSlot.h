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

/// This thread's storage of the Observation library, with its size in words;
/// NULL if the library is not a shared one, or the thread has none so far.
void *_Nullable *_Nullable osd_observation_storage(size_t *_Nonnull words);

/// Sets the slot of this thread.
void osd_set_observation_slot(void *_Nullable *_Nullable slot);

#endif
