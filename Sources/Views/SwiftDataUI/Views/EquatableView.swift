// SPDX-License-Identifier: Apache-2.0

/// A view that is evaluated again only if it differs from the previous one. See Apple's documentation of
/// `EquatableView`.
public struct EquatableView<Content: Equatable & View>: View {
  /// The view that is compared.
  public var content: Content

  /// Compares a view with the one before it.
  public init(content: Content) { self.content = content }
}

extension EquatableView: PrimitiveView {
  /// None: shown as the view that was last handed on.
  public typealias Body = Never

  private final class Memory {
    var shown: Content?
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    // Handed on as it was, it counts as the same whatever its properties are.
    if memory.shown.map({ $0 != content }) ?? true { memory.shown = content }
    node.child(0, memory.shown ?? content)
  }
}

extension View where Self: Equatable {
  /// Evaluates the view again only if it is not equal to the one before. See Apple's documentation of `equatable()`.
  public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
