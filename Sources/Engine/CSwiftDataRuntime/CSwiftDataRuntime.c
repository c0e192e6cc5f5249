#include "CSwiftDataRuntime.h"

_Thread_local int osd_describing;
