// SPDX-License-Identifier: Apache-2.0
#ifndef STACK_ROOM_H
#define STACK_ROOM_H

#include <stdint.h>

/// How many bytes of its stack the thread has not used yet; UINTPTR_MAX where that cannot be found out.
uintptr_t osd_stack_room(void);

#endif
