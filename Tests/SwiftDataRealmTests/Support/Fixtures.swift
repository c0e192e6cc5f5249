import Foundation
import SharedFixtures
import Testing

/// Realm files of other programs, kept beside the checkout.
enum Fixtures {
  static let isThere = SharedFixtures.realms != nil
  static let note = Comment(rawValue: SharedFixtures.realmAbsence)

  static func file(_ part: String) throws -> URL {
    try #require(SharedFixtures.allRealms.first { $0.lastPathComponent.contains(part) })
  }

  /// Those that are not encrypted.
  static let plain = SharedFixtures.allRealms.filter {
    !$0.lastPathComponent.contains("crypt")
  }
}
