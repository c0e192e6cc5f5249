// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// Where stores are kept unless a configuration gives a URL.
///
/// On Apple's platforms that is the Application Support directory, or that of the group; elsewhere `_DataDirectory`.
enum StoreLocation {
  /// The URL of an in-memory store.
  static let inMemory = URL(fileURLWithPath: "/dev/null")

  /// The file of the store called `name`; of the default store for `nil`.
  static func url(name: String?, groupIdentifier: String?) -> URL {
    directory(groupIdentifier: groupIdentifier)
      .appendingPathComponent("\(name ?? "default").store", isDirectory: false)
  }

  #if canImport(Darwin)
    private static func directory(groupIdentifier: String?) -> URL {
      if let groupIdentifier,
        let group = FileManager.default.containerURL(
          forSecurityApplicationGroupIdentifier: groupIdentifier)
      {
        return group.appendingPathComponent("Library/Application Support", isDirectory: true)
      }
      return URL.applicationSupportDirectory
    }
  #else
    private static func directory(groupIdentifier: String?) -> URL { _DataDirectory.url(group: groupIdentifier) }
  #endif
}
