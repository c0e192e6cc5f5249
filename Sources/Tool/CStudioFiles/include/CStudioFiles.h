// SPDX-License-Identifier: Apache-2.0
// Studio's style sheet, as bytes of the program. Only with the trait 'Web'.

#ifndef C_STUDIO_FILES_H
#define C_STUDIO_FILES_H

#include <stddef.h>

/// The first byte of the style sheet. Its size goes to `count`.
const void *_Nonnull studio_style_sheet(size_t *_Nonnull count);

#endif
