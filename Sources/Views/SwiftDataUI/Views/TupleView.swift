// SPDX-License-Identifier: Apache-2.0

/// Several views, as ``ViewBuilder`` combines them.
public struct TupleView<T> {
  public var value: T
  private let visit: @MainActor (T, Node) -> Void

  public init<each Content: View>(_ value: (repeat each Content)) where T == (repeat each Content) {
    self.value = value
    visit = { value, node in
      var index = 0
      repeat node.child(&index, each value)
    }
  }
}

extension TupleView: View, PrimitiveView {
  public typealias Body = Never

  func update(_ node: Node) { visit(value, node) }
}
