// SPDX-License-Identifier: Apache-2.0

/// A view that shows nothing.
public struct EmptyView: Sendable {
  public typealias Body = Never
  public init() {}
}

extension EmptyView: View, PrimitiveView {
  func update(_ node: Node) {}
}
