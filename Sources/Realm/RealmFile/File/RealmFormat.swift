// SPDX-License-Identifier: Apache-2.0

/// The version of a file's format.
struct RealmFormat: Hashable, Sendable {
  static let newest = 24
  static let oldest = 2

  let number: Int

  /// - Throws: ``RealmFileError`` if it is none that can be read.
  init(_ number: Int) throws {
    switch number {
    case Self.oldest...11, 20...Self.newest: self.number = number
    case ..<Self.oldest:
      throw RealmFileError(
        .olderFormat, "The file has format \(number); formats from \(Self.oldest) on can be read.",
        advice: "Open it with Realm Cocoa 0.94 to 4.4 once, which upgrades it.")
    case (Self.newest + 1)...:
      throw RealmFileError(
        .newerFormat,
        "The file has format \(number); the newest that can be read is \(Self.newest).",
        advice: "Look for a newer version of this reader.")
    default:
      throw RealmFileError(
        .unknownFormat, "The file has format \(number), which no version of Realm has written.",
        advice: "Take another copy of the file.")
    }
  }

  private init(unchecked number: Int) { self.number = number }

  /// That of a file without any table.
  static let none = RealmFormat(unchecked: 0)

  /// Whether tables are made of columns rather than of objects.
  var isOld: Bool { number < 10 }

  /// Whether dictionaries are trees of objects.
  var hasClusterDictionaries: Bool { number == 21 || number == 22 }
}

extension RealmFileError {
  static func interruptedUpgrade(at offset: Int) -> RealmFileError {
    RealmFileError(
      .interruptedUpgrade,
      "Realm was stopped while it rewrote the file from an older format.", offset: offset,
      advice:
        "Open the file once with Realm 5 or 10, which completes the upgrade, or take the backup that Realm made beside it."
    )
  }
}
