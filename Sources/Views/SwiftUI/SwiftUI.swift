// SPDX-License-Identifier: Apache-2.0

// Apps import 'SwiftUI' and nothing else, or 'SwiftData' too: as on Apple's platforms, it brings Foundation and
// Observation with it.
@_exported import Foundation
@_exported import Observation
@_exported import SwiftData
@_exported import SwiftDataUI
// Starts apps: 'App.main()'.
@_exported import SwiftDataWeb
// As UIKit does, which Apple's module brings along.
@_exported import UserNotifications

#if canImport(FoundationNetworking)
  // 'URLSession' and its relatives, which Apple's Foundation has.
  @_exported import FoundationNetworking
#endif
