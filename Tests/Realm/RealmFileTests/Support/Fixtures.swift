// SPDX-License-Identifier: Apache-2.0

import RealmFixtures
import SharedFixtures
import Testing
// Every test of this target may run the tool or need a folder.
@_exported import ToolSupport

/// Files that Realm's SDKs wrote, kept beside the checkout.
enum Fixtures {
  static let isThere = SharedFixtures.realms != nil
  static let note = Comment(rawValue: SharedFixtures.realmAbsence)

  typealias Entry = RealmFixture
  static let entries = RealmFixture.all

  static func entry(_ part: String) throws -> Entry {
    try #require(entries.first { $0.file.contains(part) })
  }
}
