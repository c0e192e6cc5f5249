// SPDX-License-Identifier: Apache-2.0

// Apple's platforms have the real ones.
//
// The module cannot be called `os`: the compiler would then tell every package of a build that there is such a module,
// and many ask for it to find more than logging.
#if canImport(Darwin)
  @_exported import OSLog
  @_exported import os
#endif
