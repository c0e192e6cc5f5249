// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tells whether two predicates say the same: they have the same nodes, key paths and captured values.
///
/// Variables have numbers that are new in each predicate, so it only matters where they are. What a value means must be
/// seen from outside: with a captured object, a reference within a value or a value that describes itself, predicates
/// count as different, since the same object may have other values by now.
struct PredicateComparison {
  private typealias VariableID = PredicateExpressions.VariableID

  private var rightOfLeft: [VariableID: VariableID] = [:]
  private var leftOfRight: [VariableID: VariableID] = [:]

  private init() {}

  static func areSame<T>(_ lhs: Predicate<T>, _ rhs: Predicate<T>) -> Bool {
    // One predicate, whatever it captures; but decoded ones may have the number of another one.
    if lhs.variable.key == rhs.variable.key, "\(lhs.expression)" == "\(rhs.expression)" { return true }
    var comparison = PredicateComparison()
    return comparison.pair(lhs.variable.key, rhs.variable.key)
      && comparison.areSame(lhs.expression, rhs.expression)
  }

  /// Where one of them is, the other one must be.
  private mutating func pair(_ left: VariableID, _ right: VariableID) -> Bool {
    let knownRight = rightOfLeft.updateValue(right, forKey: left) ?? right
    let knownLeft = leftOfRight.updateValue(left, forKey: right) ?? left
    return knownRight == right && knownLeft == left
  }

  private mutating func areSame(_ lhs: Any, _ rhs: Any) -> Bool {
    guard type(of: lhs) == type(of: rhs) else { return false }
    if let left = lhs as? VariableID, let right = rhs as? VariableID { return pair(left, right) }
    if let left = lhs as? AnyKeyPath, let right = rhs as? AnyKeyPath { return left == right }
    if let left = lhs as? any ComparedParts, let right = rhs as? any ComparedParts {
      return areAllSame(left.comparedParts, right.comparedParts)
    }
    if let left = lhs as? any ComparedConstant { return left.isSameConstant(as: rhs) }
    // What describes itself may leave out what matters.
    if lhs is any CustomReflectable { return false }
    let (left, right) = (Mirror(reflecting: lhs), Mirror(reflecting: rhs))
    switch left.displayStyle {
    case .struct, .tuple: break
    case .enum:
      guard let name = Self.caseName(of: lhs), name == Self.caseName(of: rhs) else { return false }
    default: return false
    }
    return areAllSame(left.children.map(\.value), right.children.map(\.value))
  }

  private mutating func areAllSame(_ lhs: [Any], _ rhs: [Any]) -> Bool {
    guard lhs.count == rhs.count else { return false }
    for (left, right) in zip(lhs, rhs) {
      guard areSame(left, right) else { return false }
    }
    return true
  }

  private static func caseName(of value: Any) -> String? {
    func name<V>(_ value: V) -> String? { TypeReflection.caseName(of: value) }
    return _openExistential(value, do: name)
  }
}

// MARK: Captured values

/// A value that is what its parts are, in their order.
private protocol ComparedParts { var comparedParts: [Any] { get } }

extension Optional: ComparedParts {
  fileprivate var comparedParts: [Any] {
    if let self { [self] } else { [] }
  }
}

extension Array: ComparedParts {
  fileprivate var comparedParts: [Any] { self }
}

extension Range: ComparedParts {
  fileprivate var comparedParts: [Any] { [lowerBound, upperBound] }
}

extension ClosedRange: ComparedParts {
  fileprivate var comparedParts: [Any] { [lowerBound, upperBound] }
}

/// A value of a type whose equality is known to be that of all that can be seen of it.
private protocol ComparedConstant { func isSameConstant(as other: Any) -> Bool }

extension ComparedConstant where Self: Equatable {
  fileprivate func isSameConstant(as other: Any) -> Bool { (other as? Self).map { $0 == self } ?? false }
}

extension Bool: ComparedConstant {}
extension Int: ComparedConstant {}
extension Int8: ComparedConstant {}
extension Int16: ComparedConstant {}
extension Int32: ComparedConstant {}
extension Int64: ComparedConstant {}
extension UInt: ComparedConstant {}
extension UInt8: ComparedConstant {}
extension UInt16: ComparedConstant {}
extension UInt32: ComparedConstant {}
extension UInt64: ComparedConstant {}
extension Decimal: ComparedConstant {}
extension Data: ComparedConstant {}
extension UUID: ComparedConstant {}
extension URL: ComparedConstant {}
extension PersistentIdentifier: ComparedConstant {}

/// Not a number is the same as itself, and zero another one than minus zero.
extension Double: ComparedConstant {
  fileprivate func isSameConstant(as other: Any) -> Bool { (other as? Double)?.bitPattern == bitPattern }
}

extension Float: ComparedConstant {
  fileprivate func isSameConstant(as other: Any) -> Bool { (other as? Float)?.bitPattern == bitPattern }
}

extension Date: ComparedConstant {
  fileprivate func isSameConstant(as other: Any) -> Bool {
    (other as? Date)?.timeIntervalSinceReferenceDate.bitPattern == timeIntervalSinceReferenceDate.bitPattern
  }
}

/// Equal strings may have other code points, which some operators tell apart.
extension String: ComparedConstant {
  fileprivate func isSameConstant(as other: Any) -> Bool { (other as? String)?.utf8.elementsEqual(utf8) ?? false }
}

extension Character: ComparedConstant {
  fileprivate func isSameConstant(as other: Any) -> Bool { (other as? Character)?.utf8.elementsEqual(utf8) ?? false }
}

extension Set: ComparedConstant {
  fileprivate func isSameConstant(as other: Any) -> Bool {
    guard let other = other as? Set else { return false }
    if let left = self as? Set<String>, let right = other as? Set<String> {
      return Set<[UInt8]>(left.map { Array($0.utf8) }) == Set<[UInt8]>(right.map { Array($0.utf8) })
    }
    return (Element.self == Int.self || Element.self == UUID.self || Element.self == PersistentIdentifier.self)
      && self == other
  }
}

// MARK: Any number of types

/// The fields of types with any number of parameters are not looked at.
private protocol IncomparableValue: ComparedConstant {}

extension IncomparableValue {
  fileprivate func isSameConstant(as other: Any) -> Bool { false }
}

extension Predicate: IncomparableValue {}
extension Expression: IncomparableValue {}
extension PredicateExpressions.PredicateEvaluate: IncomparableValue {}
extension PredicateExpressions.ExpressionEvaluate: IncomparableValue {}
#if !canImport(Darwin)
  extension PredicateExpressions.CapturedPredicate: IncomparableValue {}
  extension PredicateExpressions.CapturedExpression: IncomparableValue {}
#endif
