// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

extension PredicateExpressions.Variable: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool { shape.use(key) }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {}
}

extension PredicateExpressions.KeyPath: ShapedNode where Root: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool {
    // Whoever keeps a shape keeps its key paths, so no other object gets its address.
    shape.words.append(UInt(bitPattern: ObjectIdentifier(keyPath)))
    return shape.withoutValues { root.add(to: &$0) }
  }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {
    keyPaths.append(keyPath)
    root.addKeyPaths(to: &keyPaths)
  }
}

extension PredicateExpressions.Value: ShapedNode where Output: ShapedConstant {
  func add(to shape: inout PredicateShape) -> Bool { value.add(to: &shape) }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {}
}

extension PredicateExpressions.NilLiteral: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool { true }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {}
}

extension PredicateExpressions.OptionalPromotion: ShapedNode where Wrapped: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool { wrapped.add(to: &shape) }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) { wrapped.addKeyPaths(to: &keyPaths) }
}

extension PredicateExpressions.Negation: ShapedNode where Wrapped: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool { wrapped.add(to: &shape) }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) { wrapped.addKeyPaths(to: &keyPaths) }
}

/// Optional chaining: `$0.author?.name`.
extension PredicateExpressions.OptionalFlatMap: ShapedNode where LHS: ShapedNode, RHS: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool {
    shape.withoutValues { wrapped.add(to: &$0) } && shape.declare(variable.key) { transform.add(to: &$0) }
  }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {
    wrapped.addKeyPaths(to: &keyPaths)
    transform.addKeyPaths(to: &keyPaths)
  }
}

extension PredicateExpressions.Value: ShapedList where Output: IdentifierList {}

/// A captured list of identifiers that contains one of the row's.
extension PredicateExpressions.SequenceContains: ShapedNode where LHS: ShapedList, RHS: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool { sequence.add(to: &shape) && element.add(to: &shape) }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {
    sequence.addKeyPaths(to: &keyPaths)
    element.addKeyPaths(to: &keyPaths)
  }
}

/// A captured list, of which the SQL knows the number of its elements.
protocol ShapedList: ShapedNode {}

/// A node with two sides and nothing else.
protocol ShapedPair: ShapedNode {
  associatedtype LHS: ShapedNode
  associatedtype RHS: ShapedNode
  var lhs: LHS { get }
  var rhs: RHS { get }
}

extension ShapedPair {
  func add(to shape: inout PredicateShape) -> Bool { lhs.add(to: &shape) && rhs.add(to: &shape) }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {
    lhs.addKeyPaths(to: &keyPaths)
    rhs.addKeyPaths(to: &keyPaths)
  }
}

extension PredicateExpressions.Equal: ShapedNode, ShapedPair where LHS: ShapedNode, RHS: ShapedNode {}
extension PredicateExpressions.NotEqual: ShapedNode, ShapedPair where LHS: ShapedNode, RHS: ShapedNode {}
extension PredicateExpressions.Conjunction: ShapedNode, ShapedPair where LHS: ShapedNode, RHS: ShapedNode {}
extension PredicateExpressions.Disjunction: ShapedNode, ShapedPair where LHS: ShapedNode, RHS: ShapedNode {}

extension PredicateExpressions.Comparison: ShapedNode, ShapedPair where LHS: ShapedNode, RHS: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool {
    switch op {
    case .lessThan: shape.words.append(1)
    case .lessThanOrEqual: shape.words.append(2)
    case .greaterThan: shape.words.append(3)
    case .greaterThanOrEqual: shape.words.append(4)
    @unknown default: return false
    }
    return lhs.add(to: &shape) && rhs.add(to: &shape)
  }
}
