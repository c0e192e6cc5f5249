// SPDX-License-Identifier: Apache-2.0
#ifndef C_SWIFT_DATA_LOADED_NAMES_H
#define C_SWIFT_DATA_LOADED_NAMES_H

/// Whether the program, or a library that it was started with, refers to a symbol of a library.
///
/// - Parameters:
///   - symbol: The whole name.
///   - library: A part of the name of the file that has it, such as "libFoundation.so".
/// - Returns: 1 if so, 0 if not, -1 if that cannot be told: the library is a part of the program, or the system has no
///   such tables.
int osd_refers_to(const char *_Nonnull symbol, const char *_Nonnull library);

#endif
