// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

extension PredicateExpressions.Variable: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool { key == shape.variable }

  func addKeyPaths(to keyPaths: inout [AnyKeyPath]) {}
}

extension PredicateExpressions.KeyPath: ShapedNode where Root: ShapedNode {
  func add(to shape: inout PredicateShape) -> Bool {
    // Whoever keeps a shape keeps its key paths, so no other object gets its address.
    shape.words.append(UInt(bitPattern: ObjectIdentifier(keyPath)))
    return root.add(to: &shape)
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
