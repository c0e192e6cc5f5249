#include "CSwiftDataRuntime.h"
