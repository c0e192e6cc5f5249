// SPDX-License-Identifier: Apache-2.0

// Models import `SwiftData` and nothing else: as on Apple's platforms, it
// brings Foundation and Observation with it.
@_exported import Foundation
@_exported import FoundationCompatibility
@_exported import Observation
@_exported import SwiftDataCore

// Apple's Foundation has `URLSession`, and some model files use it. It is left to a package trait:
// it brings libcurl and thirty libraries more, and a static executable then needs libcurl to link.
#if FoundationNetworking && canImport(FoundationNetworking)
  @_exported import FoundationNetworking
#endif
