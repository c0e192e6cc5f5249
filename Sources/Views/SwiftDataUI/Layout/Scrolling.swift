// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Content that scrolls. See Apple's documentation of `ScrollView`.
public struct ScrollView<Content: View>: View {
  let axes: Axis.Set
  let showsIndicators: Bool
  let content: Content
  /// None: shown as a box that scrolls, which the keyboard can reach.
  public typealias Body = Never

  /// Creates a view that scrolls in some directions.
  ///
  /// - Parameter showsIndicators: Whether there are bars, if the browser shows them.
  public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
    self.axes = axes
    self.showsIndicators = showsIndicators
    self.content = content()
  }
}

extension ScrollView: PrimitiveView {
  func update(_ node: Node) {
    node.child(0, content, environment: node.environment(inStack: axes == .horizontal ? .horizontal : .vertical))
  }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let element = node.element(.box, [.scroll], children: content.elements)
    if axes.contains(.horizontal) { element.add(.scrollHorizontal) }
    if !showsIndicators { element.add(.scrollIndicatorsHidden) }
    element.attribute(.isFocusable, true)
    // Across its direction it is as large as its content.
    element.grows = axes == .horizontal ? content.grows.union(.horizontal) : [.horizontal, .vertical]
    return Output(element, content.preferences)
  }
}

/// Scrolls to views by their identifiers. See Apple's documentation of `ScrollViewReader`.
public struct ScrollViewReader<Content: View>: View {
  let content: (ScrollViewProxy) -> Content
  /// None: shown as its content.
  public typealias Body = Never
  /// Creates a reader.
  ///
  /// - Parameter content: Makes the content, whose actions may keep the proxy.
  public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
}

extension ScrollViewReader: PrimitiveView {
  func update(_ node: Node) {
    let proxy = ScrollViewProxy(node: Weak(node))
    node.child(0, node.track { content(proxy) })
  }
}

struct Weak<T: AnyObject> {
  weak var object: T?
  init(_ object: T) { self.object = object }
}

/// Scrolls to views within a ``ScrollViewReader``.
public struct ScrollViewProxy {
  let node: Weak<Node>

  /// Scrolls to the first view with an identifier, once what has changed is shown; without one nothing happens.
  ///
  /// Of a long list, only rows near those in sight are evaluated. Others are found by their identifiers in ``ForEach``,
  /// not by those that views in them have.
  ///
  /// - Parameter anchor: Where the view is to be then; only its height counts, as the start, the middle or the end.
  @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
    guard let node = node.object else { return }
    let id = AnyHashable(id)
    // The element may only be there after this update.
    node.graph.afterEvaluation { [weak node] in
      guard let node, !Self.scroll(node, to: id, anchor), node.showRow(id) else { return }
      // Now the row is evaluated.
      node.graph.afterEvaluation { [weak node] in if let node { _ = Self.scroll(node, to: id, anchor) } }
    }
  }

  /// Returns whether there is such a view.
  @MainActor private static func scroll(_ node: Node, to id: AnyHashable, _ anchor: UnitPoint?) -> Bool {
    // A model that has been saved meanwhile has another identifier than before.
    let current = CurrentIdentity.of(id)
    @MainActor func find(_ element: Rendered) -> Rendered? {
      if element.traits.ids.contains(where: { CurrentIdentity.of($0) == current }) { return element }
      for child in element.children { if let found = find(child) { return found } }
      return nil
    }
    guard let element = node.output.elements.lazy.compactMap(find).first else { return false }
    let place = anchor.map { $0.y < 0.34 ? "start" : $0.y > 0.66 ? "end" : "center" }
    node.graph.send(.scroll(to: element.id, anchor: place))
    return true
  }
}

/// Views above each other: evaluated lazily only in long lists. See Apple's documentation of `LazyVStack`.
public struct LazyVStack<Content: View>: View {
  let stack: Stack<Content>
  /// None: shown as a ``VStack`` that takes all the width there is.
  public typealias Body = Never
  /// Creates a stack. Of a ``ForEach`` with more than 300 rows only those around what is in sight are evaluated.
  ///
  /// - Parameter pinnedViews: Has no effect in the browser.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
    @ViewBuilder content: () -> Content
  ) { stack = Stack(axis: .vertical, alignment: alignment.guide, spacing: spacing, content: content()) }
}

extension LazyVStack: PrimitiveView {
  func update(_ node: Node) {
    let environment = node.environment {
      $0.enterStack(.vertical)
      $0.leaveRowsOut()
    }
    node.child(0, stack.content, environment: environment)
  }
  func assemble(_ node: Node) -> Output {
    let output = stack.assemble(node)
    output.elements.first?.grows.insert(.horizontal)
    return output
  }
}

/// A stack like ``HStack``: its views are all evaluated at once. See Apple's documentation of `LazyHStack`.
public struct LazyHStack<Content: View>: View {
  let stack: Stack<Content>
  /// None: shown as a ``HStack``.
  public typealias Body = Never
  /// Creates a stack. `pinnedViews` has no effect in a browser.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = [],
    @ViewBuilder content: () -> Content
  ) { stack = Stack(axis: .horizontal, alignment: alignment.guide, spacing: spacing, content: content()) }
}

extension LazyHStack: PrimitiveView {
  func update(_ node: Node) { node.child(0, stack.content, environment: node.environment(inStack: .horizontal)) }
  func assemble(_ node: Node) -> Output { stack.assemble(node) }
}

/// Which parts of a section stay in sight; without effect here, headers of plain lists do so anyway.
public struct PinnedScrollableViews: OptionSet, Sendable {
  /// The bits of the parts.
  public let rawValue: UInt32
  /// Creates parts of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Has no effect in the browser.
  public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
  /// Has no effect in the browser.
  public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}
