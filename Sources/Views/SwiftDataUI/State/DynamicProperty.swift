// SPDX-License-Identifier: Apache-2.0

/// A stored property of a view whose value lives outside of it. See Apple's documentation of `DynamicProperty`.
public protocol DynamicProperty {
  /// Called before the body is evaluated.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing, for properties that need no preparation.
  public mutating func update() {}
}
