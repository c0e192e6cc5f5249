// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// A captured value of which the SQL knows nothing but that it is bound, or a few things that become words.
///
/// Values with a meaning of their own in SQL are refused: NaN, which equals nothing, and text outside ASCII, which has
/// several forms.
protocol ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool
}

extension String: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    shape.values.append(.text(self))
    return true
  }
}

extension Int: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    shape.values.append(.integer(Int64(self)))
    return true
  }
}

/// Written out in SQL.
extension Bool: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    shape.words.append(self ? 1 : 0)
    return true
  }
}

extension Double: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    guard !isNaN else { return false }
    shape.values.append(.real(self))
    return true
  }
}

extension Date: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    timeIntervalSinceReferenceDate.add(to: &shape)
  }
}

extension UUID: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    shape.values.append(.blob(withUnsafeBytes(of: uuid) { Array($0) }))
    return true
  }
}

/// Whether it is `nil` decides.
extension Optional: ShapedConstant where Wrapped: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    shape.words.append(self == nil ? 0 : 1)
    return self?.add(to: &shape) ?? true
  }
}

/// The name of its entity is a part of the shape: it decides whether a row can have the identifier. One of another store, or of
/// an object that was not saved, has no shape, since it becomes no bound value.
extension PersistentIdentifier: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    guard !isTemporary, let key = rowKey, shape.storeIdentifier == nil || shape.storeIdentifier == storeIdentifier
    else {
      return false
    }
    shape.add(name: entityName)
    shape.values.append(.integer(key))
    return true
  }
}

/// Lists of identifiers: the order and number of the elements are those of the bound values. Long ones rarely have the same
/// length twice.
extension Array: ShapedConstant where Element: IdentifierConstant {
  func add(to shape: inout PredicateShape) -> Bool {
    guard !isEmpty, count <= 64 else { return false }
    shape.words.append(UInt(count))
    for element in self where !element.add(to: &shape) { return false }
    return true
  }
}

/// Lists of which the elements are identifiers. A list of other values has no shape: a text, for one, becomes as many bound
/// values as it has forms.
protocol IdentifierList: ShapedConstant {}
extension Array: IdentifierList where Element: IdentifierConstant {}

/// What lists of identifiers have as elements.
protocol IdentifierConstant: ShapedConstant {}
extension PersistentIdentifier: IdentifierConstant {}
extension Optional: IdentifierConstant where Wrapped: IdentifierConstant {}
