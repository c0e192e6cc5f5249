// SPDX-License-Identifier: Apache-2.0
#include "CSwiftDataRuntime.h"

_Thread_local int osd_describing;
_Thread_local int osd_main_thread;
