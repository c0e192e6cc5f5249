// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// One step of a descriptor's order, as the store and the context both use
/// it, so that pending objects and rows sort alike.
struct SortStep<T: PersistentModel> {
  let key: SortKey
  /// As a comparator: a stored `SortDescriptor` does not link in release
  /// builds (its copies name a type that Foundation keeps to itself; 6.3.1).
  private let comparator: any SortComparator<T>
  private let keyPath: PartialKeyPath<T>
  private let isString: Bool
  private let isReal: Bool
  private let enumOrder: StoredEnumOrder?

  init(_ descriptor: SortDescriptor<T>, entity: _Entity) throws {
    guard let keyPath = descriptor.keyPath else {
      throw SwiftDataError(
        .unsupportedSortDescriptor, "A sort descriptor without a key path cannot run in a store.",
        entity: entity.name, advice: "Sort by a persisted property.")
    }
    let identity =
      TypeInspection.isIdentity(keyPath, entity.description)
      ? PropertyPath(properties: []) : nil
    guard let path = identity ?? entity.description.path(keyPath) else {
      throw SwiftDataError(
        .unsupportedSortDescriptor,
        "The key path \(keyPath) does not lead to a persisted property.", entity: entity.name,
        advice: "Sort by a stored property; sort by a computed one in memory after the fetch.")
    }
    comparator = descriptor
    self.keyPath = keyPath
    var valueType: any Any.Type = type(of: keyPath).valueType
    if let optional = valueType as? any OptionalValue.Type { valueType = optional.wrappedType }
    isString = valueType == String.self
    isReal = valueType == Double.self || valueType == Float.self || valueType == Date.self
    enumOrder = StoredEnumOrder(valueType, entity.description)
    key = SortKey(
      path: path, order: isString ? Self.order(descriptor.stringComparator) : .plain,
      isAscending: descriptor.order == .forward)
  }

  /// `.lexical` is plain order; no comparator means Finder-like order, as on
  /// Apple's platforms.
  private static func order(_ comparator: String.StandardComparator?) -> SortKey.Order {
    switch comparator {
    case .lexical: .plain
    case .localized: .localizedString
    default: .standardString
    }
  }

  func compare(_ lhs: T, _ rhs: T) -> ComparisonResult {
    let result: ComparisonResult
    if let enumOrder {
      result = enumOrder.compare(lhs[keyPath: keyPath], rhs[keyPath: keyPath])
    } else if isString {
      result = compareStrings(lhs, rhs)
    } else if isReal {
      result = compareReals(lhs, rhs)
    } else {
      return comparator.compare(lhs, rhs)
    }
    guard !key.isAscending else { return result }
    return ComparisonResult(rawValue: -result.rawValue) ?? .orderedSame
  }

  /// What is not a number is neither below nor above any, so `<` alone orders nothing. A store has no value there.
  private func compareReals(_ lhs: T, _ rhs: T) -> ComparisonResult {
    switch (Self.real(lhs[keyPath: keyPath]), Self.real(rhs[keyPath: keyPath])) {
    case (nil, nil): .orderedSame
    case (nil, _): .orderedAscending
    case (_, nil): .orderedDescending
    case (let left?, let right?): left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
  }

  private static func real(_ value: Any) -> Double? {
    let real: Double? =
      switch value {
      case let value as Double: value
      case let value as Float: Double(value)
      case let value as Date: value.timeIntervalSinceReferenceDate
      default: nil
      }
    return real.flatMap { $0.isNaN ? nil : $0 }
  }

  private func compareStrings(_ lhs: T, _ rhs: T) -> ComparisonResult {
    let left = Self.string(lhs[keyPath: keyPath])
    let right = Self.string(rhs[keyPath: keyPath])
    let result: ComparisonResult
    switch (left, right) {
    case (nil, nil): result = .orderedSame
    case (nil, _): result = .orderedAscending
    case (_, nil): result = .orderedDescending
    case (let left?, let right?):
      switch key.order {
      case .standardString: result = StandardStringOrder.compare(left, right)
      case .localizedString: result = StandardStringOrder.compare(left, right, isNumeric: false)
      case .plain:
        // The order of the stored bytes.
        result =
          left.utf8.lexicographicallyPrecedes(right.utf8)
          ? .orderedAscending : left.utf8.elementsEqual(right.utf8) ? .orderedSame : .orderedDescending
      }
    }
    return result
  }

  private static func string(_ value: Any) -> String? {
    if let string = value as? String { return string }
    return nil
  }
}

/// All steps, and the row key as the last, so that the order is total.
struct FetchOrder<T: PersistentModel> {
  let steps: [SortStep<T>]
  /// Of rows whose keys have another order than their numbers.
  var names: (any RowKeyNames)?

  func precedes(_ lhs: T, _ rhs: T) -> Bool {
    for step in steps {
      // By the key, as a store has it: identifiers compare by the names of entities first, and by texts.
      if step.key.path.properties.isEmpty {
        if isBefore(lhs, rhs) { return step.key.isAscending }
        if isBefore(rhs, lhs) { return !step.key.isAscending }
        continue
      }
      switch step.compare(lhs, rhs) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return isBefore(lhs, rhs)
  }

  private func isBefore(_ lhs: T, _ rhs: T) -> Bool {
    let (left, right) = (Self.rank(lhs), Self.rank(rhs))
    if let names, left.0 == 0, right.0 == 0 { return names.precedes(left.1, right.1) }
    return left < right
  }

  /// Rows by key, then objects without a row in the order of their insertion.
  private static func rank(_ object: T) -> (Int, Int64) {
    let key = object._$state?.key ?? 0
    return key > 0 ? (0, key) : (1, -key)
  }
}
