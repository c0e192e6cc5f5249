// SPDX-License-Identifier: Apache-2.0

/// A view that shows nothing.
public struct EmptyView: Sendable {
  /// None: there is nothing to show.
  public typealias Body = Never
  /// Creates a view that shows nothing.
  public init() {}
}

extension EmptyView: View, PrimitiveView {
  func update(_ node: Node) {}
}
