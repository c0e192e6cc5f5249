// SPDX-License-Identifier: Apache-2.0
#ifndef C_SWIFT_DATA_ENUM_CASES_H
#define C_SWIFT_DATA_ENUM_CASES_H

#include <stdint.h>

/// The functions that the runtime has for the values of one enum; part of Swift's ABI.
struct osd_enum_functions {
  const void *_Nullable ofAnyType[8];
  uintptr_t size;
  uintptr_t stride;
  uint32_t flags;
  uint32_t extraInhabitants;
  __attribute__((swiftcall)) unsigned (*_Nonnull tag)(const void *_Nonnull value, const void *_Nonnull type);
  __attribute__((swiftcall)) void (*_Nonnull project)(void *_Nonnull value, const void *_Nonnull type);
  __attribute__((swiftcall)) void (*_Nonnull inject)(void *_Nonnull value, unsigned tag, const void *_Nonnull type);
};

/// They are before the type's metadata.
static inline const struct osd_enum_functions *_Nonnull osd_enum_functions(const void *_Nonnull type) {
  return ((const struct osd_enum_functions *_Nonnull const *)type)[-1];
}

/// Whether the type has the last three of them: optionals and enums do.
static inline int osd_is_enum(const void *_Nonnull type) {
  return (osd_enum_functions(type)->flags & 0x00200000) != 0;
}

/// The number of the case that a value has.
static inline unsigned osd_enum_tag(const void *_Nonnull value, const void *_Nonnull type) {
  return osd_enum_functions(type)->tag(value, type);
}

/// Turns a value into its associated values, in place.
static inline void osd_enum_project(void *_Nonnull value, const void *_Nonnull type) {
  osd_enum_functions(type)->project(value, type);
}

/// Turns associated values into a value of a case, in place.
static inline void osd_enum_inject(void *_Nonnull value, unsigned tag, const void *_Nonnull type) {
  osd_enum_functions(type)->inject(value, tag, type);
}

#endif
