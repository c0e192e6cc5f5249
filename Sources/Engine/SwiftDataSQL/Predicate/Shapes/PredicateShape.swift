// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// The parts of a predicate that determine its SQL, and the values that are only bound.
///
/// Translating a predicate takes three times as long as SQLite takes to find a row by an indexed value. Predicates of
/// one shape differ in their values alone, so they need not be translated again.
struct PredicateShape {
  /// The variables in scope: first the one that stands for the model.
  private var variables: [PredicateExpressions.VariableID]
  /// Identifiers of other stores match nothing, which is another statement.
  let storeIdentifier: String?
  /// Key paths, operators and constants, from left to right. With the static type of the tree, they tell shapes apart.
  var words: [UInt]
  /// The bound values, from left to right.
  var values: [SQLValue] = []

  init(_ variable: PredicateExpressions.VariableID, storeIdentifier: String?, words: [UInt]) {
    variables = [variable]
    self.storeIdentifier = storeIdentifier
    self.words = words
  }

  /// Adds a variable that is used.
  ///
  /// - Returns: Whether the predicate has declared it.
  mutating func use(_ variable: PredicateExpressions.VariableID) -> Bool {
    guard let index = variables.lastIndex(of: variable) else { return false }
    words.append(UInt(index))
    return true
  }

  /// Adds what is within the scope of a variable.
  mutating func declare(_ variable: PredicateExpressions.VariableID, _ body: (inout PredicateShape) -> Bool) -> Bool {
    variables.append(variable)
    defer { variables.removeLast() }
    return body(&self)
  }

  /// Adds what a property is read of. That of a captured value is another value, which is bound.
  mutating func withoutValues(_ body: (inout PredicateShape) -> Bool) -> Bool {
    let count = values.count
    return body(&self) && values.count == count
  }

  /// Adds a name, of which every letter decides.
  mutating func add(name: String) {
    words.append(UInt(name.utf8.count))
    var word: UInt = 0
    for (index, byte) in name.utf8.enumerated() {
      word = word << 8 | UInt(byte)
      guard index % 4 == 3 else { continue }
      words.append(word)
      word = 0
    }
    words.append(word)
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
