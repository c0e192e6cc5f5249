// SPDX-License-Identifier: Apache-2.0

// PostgreSQL's client library. Debian: libpq-dev.
#include <libpq-fe.h>
