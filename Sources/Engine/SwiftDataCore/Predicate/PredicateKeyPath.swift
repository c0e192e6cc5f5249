// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateExpressions {
  /// `root.keyPath`.
  ///
  /// Foundation's `build_KeyPath` wants a `Sendable` key path. One to a property of a model that is isolated to an
  /// actor is none, and yet its value can be kept and compared anywhere: what only that actor may do is to read
  /// through it, and the store reads columns.
  public static func _keyPath<Root: PredicateExpression, Value>(
    root: Root, keyPath: Swift.KeyPath<Root.Output, Value>
  ) -> KeyPath<Root, Value> {
    build_KeyPath(root: root, keyPath: _sendable(keyPath))
  }
}

/// Marks a key path as `Sendable`, which does not change its layout in memory.
@usableFromInline
func _sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> any KeyPath<Root, Value> & Sendable {
  // A key path never changes; the standard library does not say that it can be sent. The layout is the same: the marker has none.
  unsafeBitCast(keyPath, to: (any KeyPath<Root, Value> & Sendable).self)
}
