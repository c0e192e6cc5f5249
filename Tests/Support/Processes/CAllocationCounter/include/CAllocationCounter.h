// SPDX-License-Identifier: Apache-2.0
#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdint.h>

/// What the process has asked the allocator for since it began.
typedef struct {
  /// Calls of malloc, calloc, realloc and their aligned forms.
  uint64_t allocations;
  /// Bytes asked for in them.
  uint64_t bytes;
  /// Bytes that are in use now, as the allocator rounds them.
  int64_t live;
} osd_allocation_counts;

osd_allocation_counts osd_allocations(void);

/// Whether allocations are counted here: with glibc, where a program's own
/// malloc takes the place of the library's.
int osd_counts_allocations(void);

#endif
