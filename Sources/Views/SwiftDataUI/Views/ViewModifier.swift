// SPDX-License-Identifier: Apache-2.0

/// A change that can be made to any view. See Apple's documentation of `ViewModifier`.
@MainActor @preconcurrency public protocol ViewModifier {
  /// The type of what ``body(content:)`` returns.
  associatedtype Body: View

  /// What becomes of the view.
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body

  /// The view that is changed.
  typealias Content = _ViewModifier_Content<Self>
}

/// The view that a ``ViewModifier`` changes.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  let content: any View
  /// None: shown as the view that is changed.
  public typealias Body = Never
}

extension _ViewModifier_Content: PrimitiveView {
  func update(_ node: Node) { node.child(0, any: content) }
}

/// A view with a modifier.
public struct ModifiedContent<Content, Modifier> {
  /// The view, or the modifier that comes first.
  public var content: Content
  /// The modifier that is applied to it.
  public var modifier: Modifier

  /// Creates a view with a modifier, or a modifier with another one.
  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  /// What the modifier makes of the content.
  public var body: some View {
    modifier.body(content: _ViewModifier_Content(content: content))
  }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
  /// Applies both modifiers, one after the other.
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
  /// A modifier that changes nothing.
  public static let identity = EmptyModifier()
  nonisolated public init() {}
  /// Returns the view unchanged.
  public func body(content: Content) -> some View { content }
}

extension View {
  /// Applies a modifier. See Apple's documentation of `modifier(_:)`.
  public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
    ModifiedContent(content: self, modifier: modifier)
  }
}
