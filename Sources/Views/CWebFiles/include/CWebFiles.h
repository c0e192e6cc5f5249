// SPDX-License-Identifier: Apache-2.0
// The files that every page needs, as bytes of the program. Only with the trait 'Web'.

#ifndef C_WEB_FILES_H
#define C_WEB_FILES_H

#include <stddef.h>

/// A file that was embedded when the program was compiled.
typedef struct {
  const void *_Nonnull start;
  size_t count;
} CWebFile;

CWebFile web_file_live_js(void);
CWebFile web_file_rows_js(void);
CWebFile web_file_gestures_js(void);
CWebFile web_file_motion_js(void);
CWebFile web_file_style_css(void);
CWebFile web_file_icons_svg(void);

#endif
