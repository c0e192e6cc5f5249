// SPDX-License-Identifier: Apache-2.0

/// A change that can be made to any view. See Apple's documentation of `ViewModifier`.
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View

  /// What becomes of the view.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body

  /// The view that is changed.
  typealias Content = _ViewModifier_Content<Self>
}

/// The view that a ``ViewModifier`` changes.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  let content: any View
  public typealias Body = Never
}

extension _ViewModifier_Content: PrimitiveView {
  func update(_ node: Node) { node.child(0, any: content) }
}

/// A view with a modifier.
public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public var body: some View {
    modifier.body(content: _ViewModifier_Content(content: content))
  }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
  public func body(content view: _ViewModifier_Content<Self>) -> some View {
    view.modifier(content).modifier(modifier)
  }
}

extension ViewModifier {
  /// Makes one modifier of two.
  public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}

/// A modifier that changes nothing.
public struct EmptyModifier: ViewModifier, Sendable {
  public static let identity = EmptyModifier()
  nonisolated public init() {}
  public func body(content: Content) -> some View { content }
}

extension View {
  /// Applies a modifier. See Apple's documentation of `modifier(_:)`.
  public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
