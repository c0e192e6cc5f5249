// SPDX-License-Identifier: Apache-2.0

#include "CStudioFiles.h"

#ifdef WEB
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char studio_css[] = {
#embed "../SwiftDataStudio/Client/studio.css"
};

const void *studio_style_sheet(size_t *count) {
  *count = sizeof studio_css;
  return studio_css;
}
#endif
