// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFixtures
import SharedFixtures
import Testing
// Every test of this target may run the tool or need a folder.
@_exported import ToolSupport

/// Realm files of other programs, kept beside the checkout.
enum Fixtures {
  static let isThere = SharedFixtures.realms != nil
  static let note = Comment(rawValue: SharedFixtures.realmAbsence)
  static let all = RealmFixture.all

  static func file(_ part: String) throws -> URL {
    try #require(SharedFixtures.allRealms.first { $0.lastPathComponent.contains(part) })
  }

  static func fixture(_ part: String) throws -> RealmFixture {
    try #require(all.first { $0.file.contains(part) })
  }
}
