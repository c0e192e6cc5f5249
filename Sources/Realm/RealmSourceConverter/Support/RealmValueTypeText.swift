// SPDX-License-Identifier: Apache-2.0

import SourceText

/// Types of values that Realm has and Swift has not.
enum RealmValueTypeText {
  static let objectID = """
    /// Makes values as Realm's ObjectId: 24 hexadecimal digits, of which the first tell the time.
    enum ObjectID {
      static func generate() -> String {
        let seconds = UInt32(truncatingIfNeeded: Int64(Date().timeIntervalSince1970))
        let bytes = (0..<8).map { _ in UInt8.random(in: 0...255) }
        let time = (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * UInt32($0))) }
        return (time + bytes).map {
          let digits = String($0, radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined()
      }
    }
    """

  static let anyValue = AnyValueSource.text(
    named: "RealmAny",
    members: """
        /// Realm's names of the same.
        static var none: RealmAny { .null }
        static func objectId(_ value: String) -> RealmAny { .objectID(value) }
        static func decimal128(_ value: Decimal) -> RealmAny { .decimal(value) }
      """)
}
