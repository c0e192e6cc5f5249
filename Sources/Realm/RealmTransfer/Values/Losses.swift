// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataRealm

/// A feature of a Realm value that its counterpart cannot represent.
public enum RealmLossReason: String, Codable, Sendable, CaseIterable {
  /// A decimal number is infinite; nothing is stored.
  case infiniteDecimal
  /// The exponent of a decimal number is beyond those of `Decimal`.
  case largeDecimal
  /// A decimal number has more digits than a column of SQLite.
  case roundedDecimal
  /// A number is not a number, which SQLite stores as null.
  case notANumber
  /// A date is rounded to more than a microsecond, because it is far from today.
  case roundedDate
  /// A list had an object more than once; a relationship has it once.
  case repeatedElement
  /// A list had an order; a relationship has none.
  case lostOrder
  /// Several lists had an object; only one object can own it.
  case severalOwners
  /// A link leads to an object that is not migrated.
  case danglingLink
  /// A link in a value of any type is stored as class and key.
  case objectInAnyValue
  /// A number does not fit the type of the property.
  case numberOutOfRange
  /// A required property has no value.
  case missingRequiredValue
  /// An embedded object has no values at all, which reads as none.
  case emptyStruct
  /// The row of an object is known only by the object's place in a file whose objects change places.
  case uncertainIdentity
  /// A list had other objects in the store, from another file or the app, before this file was first migrated.
  case replacedElement

  /// In words.
  public var explanation: String {
    switch self {
    case .infiniteDecimal: "A decimal number that is infinite has no counterpart."
    case .largeDecimal: "The exponent of the decimal number is beyond those of Decimal."
    case .roundedDecimal:
      "A column keeps a decimal number as SQLite does: with the about 16 digits of a double."
    case .notANumber: "SQLite stores NaN as NULL."
    case .roundedDate:
      "So far from today a Date is rounded to more than a microsecond."
    case .repeatedElement: "A relationship has each object once; the list had it more often."
    case .lostOrder: "A relationship keeps no order; the list had one."
    case .severalOwners:
      "Only one object can be the owner in this relationship; several lists had the object."
    case .danglingLink: "The link leads to an object that is not among those migrated."
    case .objectInAnyValue:
      "A link within a value of any type is kept as the class and the key of the object."
    case .numberOutOfRange: "The number does not fit the property's type."
    case .missingRequiredValue: "There is no value where the property needs one."
    case .uncertainIdentity:
      "Files before format 10 know objects without a primary key by their places, which change with deletions: "
        + "what the app has added to the row may belong to another object."
    case .replacedElement:
      "In the store the list had another object as well, from another file or the app; now it has what this file has."
    case .emptyStruct: "An embedded object all of whose values are null reads as nil."
    }
  }
}

/// Counts what is lost, property by property.
final class LossLog {
  struct Count: Codable, Equatable {
    var count = 0
    /// The keys of the first objects.
    var samples: [Int64] = []
  }

  struct Place: Hashable {
    let className: String
    let property: String
    let reason: RealmLossReason
  }

  private(set) var counts: [Place: Count] = [:]
  /// Where a loss that is noted now happens.
  var className = ""
  var property = ""
  var object: Int64 = 0

  init(_ losses: [LedgerState.Loss] = []) {
    for loss in losses {
      counts[Place(className: loss.className, property: loss.property, reason: loss.reason)] =
        Count(count: loss.count, samples: loss.samples)
    }
  }

  /// In a stable order.
  var list: [LedgerState.Loss] {
    counts.map { place, count in
      LedgerState.Loss(
        className: place.className, property: place.property, reason: place.reason,
        count: count.count, samples: count.samples)
    }.sorted {
      ($0.className, $0.property, $0.reason.rawValue)
        < ($1.className, $1.property, $1.reason.rawValue)
    }
  }

  func note(_ reason: RealmLossReason, sampled: Bool = true) {
    let place = Place(className: className, property: property, reason: reason)
    counts[place, default: Count()].count += 1
    if sampled, counts[place, default: Count()].samples.count < 5 {
      counts[place, default: Count()].samples.append(object)
    }
  }

  /// Notes each link in a value of any type.
  func noteObjects(in value: RealmValue) {
    switch value {
    case .link: note(.objectInAnyValue)
    case .list(let values), .set(let values): for value in values { noteObjects(in: value) }
    case .dictionary(let entries): for entry in entries { noteObjects(in: entry.value) }
    default: break
    }
  }

  /// The nearest date.
  func date(_ moment: RealmTimestamp) -> Date {
    let date = moment.date
    if !Self.isExact(moment, date) { note(.roundedDate) }
    return date
  }

  /// Whether the date leads back to the same microsecond.
  private static func isExact(_ moment: RealmTimestamp, _ date: Date) -> Bool {
    let seconds = date.timeIntervalSinceReferenceDate + 978_307_200
    let whole = seconds.rounded(.towardZero)
    guard abs(whole) < 9e15 else { return false }
    let micros = ((seconds - whole) * 1e6).rounded()
    let expected = Double(moment.nanoseconds) / 1000
    let full = (whole - Double(moment.seconds)) * 1e6 + micros
    return abs(full - expected.rounded()) < 1
  }
}
