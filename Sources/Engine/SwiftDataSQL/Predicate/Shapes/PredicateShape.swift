// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// The parts of a predicate that determine its SQL, and the values that are only bound.
///
/// Translating a predicate takes three times as long as SQLite takes to find a row by an indexed value. Predicates of
/// one shape differ in their values alone, so they need not be translated again.
struct PredicateShape {
  /// The variable that stands for the model.
  let variable: PredicateExpressions.VariableID
  /// Key paths, operators and constants, from left to right. With the static type of the tree, they tell shapes apart.
  var words: [UInt]
  /// The bound values, from left to right.
  var values: [SQLValue] = []

  init(_ variable: PredicateExpressions.VariableID, words: [UInt]) {
    self.variable = variable
    self.words = words
  }
}

/// A node whose SQL can be told from its shape. Most nodes are none: of what they are made into, values decide.
protocol ShapedNode: PredicateExpression, SendableMetatype {
  /// Adds the node to a shape.
  ///
  /// - Returns: Whether its SQL can be told from the shape with these values.
  func add(to shape: inout PredicateShape) -> Bool

  /// The key paths of the node, from left to right.
  func addKeyPaths(to keyPaths: inout [AnyKeyPath])
}

extension ShapedNode {
  /// Adds a node whose type is not known to a shape.
  static func add(_ node: any PredicateExpression, to shape: inout PredicateShape) -> Bool {
    guard let node = node as? Self else { return false }
    return node.add(to: &shape)
  }

  static func keyPaths(of node: any PredicateExpression) -> [AnyKeyPath] {
    var keyPaths: [AnyKeyPath] = []
    (node as? Self)?.addKeyPaths(to: &keyPaths)
    return keyPaths
  }
}
