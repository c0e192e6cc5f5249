// SPDX-License-Identifier: Apache-2.0

/// Several views, as ``ViewBuilder`` combines them.
public struct TupleView<T> {
  /// The views, in their order.
  public var value: T
  private let visit: @MainActor (T, Node) -> Void

  /// Creates a view of several, each of its own type.
  public init<each Content: View>(_ value: (repeat each Content)) where T == (repeat each Content) {
    self.value = value
    visit = { value, node in
      var index = 0
      repeat node.child(&index, each value)
    }
  }
}

extension TupleView: View, PrimitiveView {
  /// None: shown as the views within.
  public typealias Body = Never

  func update(_ node: Node) { visit(value, node) }
}
