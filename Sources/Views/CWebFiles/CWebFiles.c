// SPDX-License-Identifier: Apache-2.0
// A C file, since Swift has no '#embed': as a literal of numbers, which is what SwiftPM's resources are, these files
// take the Swift compiler a quarter of a minute.

#include "CWebFiles.h"

#ifdef WEB
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_OF(name) \
  CWebFile web_file_##name(void) { return (CWebFile){name, sizeof name}; }

static const unsigned char live_js[] = {
#embed "../SwiftDataWeb/Client/live.js"
};
FILE_OF(live_js)

static const unsigned char rows_js[] = {
#embed "../SwiftDataWeb/Client/rows.js"
};
FILE_OF(rows_js)

static const unsigned char gestures_js[] = {
#embed "../SwiftDataWeb/Client/gestures.js"
};
FILE_OF(gestures_js)

static const unsigned char motion_js[] = {
#embed "../SwiftDataWeb/Client/motion.js"
};
FILE_OF(motion_js)

static const unsigned char style_css[] = {
#embed "../SwiftDataWeb/Client/style.css"
};
FILE_OF(style_css)

static const unsigned char icons_svg[] = {
#embed "../SwiftDataWeb/Client/icons.svg"
};
FILE_OF(icons_svg)
#endif
