// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// How a program's models stand to those that a store was last used with.
  enum SchemaStanding {
    /// They are the same.
    case same
    /// The store's tables follow the program's models.
    case leading
    /// A newer version of the program has changed the tables: this one uses them as they are, and changes nothing.
    case guest

    /// - Parameters:
    ///   - record: What the store says of its models; `nil` if it says nothing.
    ///   - stored: The version of the store's schema.
    ///   - version: That of the program's.
    init(_ record: RecordedLayout?, stored: String, _ entities: [_Entity], version: String) {
      guard let record else {
        self = .leading
        return
      }
      let fingerprint = SchemaFingerprint.make(entities)
      if record.fingerprint == fingerprint {
        self = .same
      } else if SchemaNumber.isLess(stored, version) {
        self = .leading
      } else if record.superseded?.contains(fingerprint) == true {
        self = .guest
      } else {
        self = SchemaNumber.isLess(version, stored) && Self.isLacking(record, entities) ? .guest : .leading
      }
    }

    /// Whether a store has something of which models know nothing.
    private static func isLacking(_ record: RecordedLayout, _ entities: [_Entity]) -> Bool {
      let own = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
      return record.entities.contains { name, place in
        guard let entity = own[name] else { return true }
        let known = Set(entity.properties.flatMap { FormerSchema.names(of: $0) })
        return !known.isSuperset(of: place.attributes.keys) || !known.isSuperset(of: place.keys.keys)
          || !known.isSuperset(of: place.hidden.keys)
      }
    }

    static func error(_ version: String, _ stored: String, _ missing: String) -> SwiftDataError {
      SwiftDataError(
        .backwardMigration,
        "The store was last changed by a newer version of the program (schema \(stored), here \(version)), and its tables no "
          + "longer fit: \(missing)",
        advice: "Use the newer version of the program. If this one is the newer one, give its schema a version above "
          + "\(stored).")
    }
  }

  /// Versions of schemas, as stores note them.
  enum SchemaNumber {
    /// Text that is no version is less than any.
    static func isLess(_ left: String, _ right: String) -> Bool {
      numbers(left).lexicographicallyPrecedes(numbers(right))
    }

    private static func numbers(_ version: String) -> [Int] {
      let parts = version.split(separator: ".").map { Int($0) }
      return parts.contains(nil) ? [] : parts.compactMap { $0 }
    }
  }
#endif
