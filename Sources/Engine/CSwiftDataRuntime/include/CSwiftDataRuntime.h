// SPDX-License-Identifier: Apache-2.0
#ifndef C_SWIFT_DATA_RUNTIME_H
#define C_SWIFT_DATA_RUNTIME_H

#include "EnumCases.h"
#include "LoadedNames.h"
#include "NameExchange.h"
#include "ObservationSlot.h"
#include "StackRoom.h"
#include "TerminationSignals.h"

/// Retains a Swift object unless it is being destroyed: returns the object,
/// or NULL. The memory must still be that of the object.
///
/// Swift's own weak references do the same, but give each object a side table.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

static inline void *_Nullable osd_try_retain(void *_Nonnull object) {
  return swift_tryRetain(object);
}

/// How many classes' metadata this thread is evaluating.
extern _Thread_local int osd_describing;

/// Whether this thread is the main one: 0 for not asked yet, 1 for yes, 2 for no. Asking the system takes two calls.
extern _Thread_local int osd_main_thread;

/// A number of the thread that calls, and of no other one that runs.
static inline uintptr_t osd_thread(void) { return (uintptr_t)&osd_main_thread; }

static inline int osd_is_main_thread(void) { return osd_main_thread; }
static inline void osd_set_main_thread(int answer) { osd_main_thread = answer; }

static inline void osd_describe(int change) { osd_describing += change; }
static inline int osd_is_describing(void) { return osd_describing != 0; }

#endif
