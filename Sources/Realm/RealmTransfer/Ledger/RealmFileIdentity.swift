// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where a Realm file lies, as far as that tells it from others.
enum RealmFileIdentity {
  /// The path behind the container of an app, which gets another name with each installation.
  static func of(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    guard let container = parts.lastIndex(where: { UUID(uuidString: $0) != nil }), container > 0,
      parts[container - 1] == "Application"
    else { return path }
    return parts[(container + 1)...].joined(separator: "/")
  }
}
