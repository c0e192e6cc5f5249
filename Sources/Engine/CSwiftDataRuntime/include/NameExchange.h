// SPDX-License-Identifier: Apache-2.0
#ifndef C_SWIFT_DATA_NAME_EXCHANGE_H
#define C_SWIFT_DATA_NAME_EXCHANGE_H

/// Gives each of two files or folders the name of the other, in one step.
///
/// Returns 0, or -1 where the system or the file system cannot do that: then nothing has changed.
int osd_exchange_names(const char *_Nonnull one, const char *_Nonnull other);

#endif
