// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The placement of a toolbar item. See Apple's documentation of `ToolbarItemPlacement`.
public struct ToolbarItemPlacement: Hashable, Sendable {
  enum Area { case leading, principal, trailing, bottom, keyboard }
  let area: Area
  /// At the end of the bar.
  public static let automatic = Self(area: .trailing)
  /// In the middle of the bar, in place of the title.
  public static let principal = Self(area: .principal)
  /// In place of the title.
  public static let title = Self(area: .principal)
  /// In place of the title, as ``principal``: there is no second line.
  public static let subtitle = Self(area: .principal)
  /// In place of the title.
  public static let largeTitle = Self(area: .principal)
  /// At the beginning of the bar, after the button that goes back.
  public static let navigation = Self(area: .leading)
  /// At the beginning of the bar.
  public static let navigationBarLeading = Self(area: .leading)
  /// At the beginning of the bar.
  public static let topBarLeading = Self(area: .leading)
  /// At the beginning of the bar, for what takes everything back.
  public static let cancellationAction = Self(area: .leading)
  /// At the end of the bar, for what the page is mainly for.
  public static let primaryAction = Self(area: .trailing)
  /// At the end of the bar, with the others: there is no menu for what is less important.
  public static let secondaryAction = Self(area: .trailing)
  /// At the end of the bar.
  public static let navigationBarTrailing = Self(area: .trailing)
  /// At the end of the bar.
  public static let topBarTrailing = Self(area: .trailing)
  /// At the end of the bar, for what confirms. It is drawn as other items.
  public static let confirmationAction = Self(area: .trailing)
  /// At the end of the bar, for what destroys.
  public static let destructiveAction = Self(area: .trailing)
  /// In the bar at the bottom of the page.
  public static let status = Self(area: .bottom)
  /// In the bar at the bottom of the page.
  public static let bottomBar = Self(area: .bottom)
  /// In the bar at the bottom of the page.
  public static let bottomOrnament = Self(area: .bottom)
  /// In the bar at the bottom of the page, since a browser cannot show items over its keyboard. They are shown whether
  /// or not a field has the focus.
  public static let keyboard = Self(area: .bottom)
}

/// Parts of a toolbar. See Apple's documentation of `ToolbarContent`.
@MainActor @preconcurrency public protocol ToolbarContent {
  /// The items that this content is made of; `Never` for those that are made of views.
  associatedtype Body: ToolbarContent
  /// The items that this content is made of.
  @ToolbarContentBuilder var body: Body { get }
  /// The items as a view.
  var _view: AnyView { get }
}

/// Items that could be rearranged. In a browser they stay where they are.
public protocol CustomizableToolbarContent: ToolbarContent {}

extension Never: ToolbarContent {}

extension ToolbarContent {
  /// The items of the body as a view, which is evaluated like one: with the content's own properties (`@Environment`,
  /// `@State`, …).
  public var _view: AnyView { AnyView(StyleBody(style: self, configuration: ()) { content, _ in content.body._view }) }
}

extension ToolbarContent where Body == Never {
  // Never called: items have a '_view' of their own, and 'Never' has no value to return.
  /// Never called, since such content has a view of its own.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A view in a bar of its page. See Apple's documentation of `ToolbarItem`.
///
/// Items are shown by the pages of stacks and by the columns of split views. What is in neither shows none.
public struct ToolbarItem<Content: View>: CustomizableToolbarContent {
  let placement: ToolbarItemPlacement
  let content: Content
  public typealias Body = Never
  /// Creates an item in a place of a bar.
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  /// Creates an item in a place of a bar. The identifier is not used, since items cannot be rearranged.
  public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.init(placement: placement, content: content)
  }
  /// The item as a view, which hands it on to its page.
  public var _view: AnyView { AnyView(ToolbarItemView(content: content, placement: placement)) }
}

/// Several views in the same place of a bar. See Apple's documentation of `ToolbarItemGroup`.
public struct ToolbarItemGroup<Content: View>: CustomizableToolbarContent {
  let placement: ToolbarItemPlacement
  let content: Content
  public typealias Body = Never
  /// Creates a group of items in a place of a bar.
  public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
    self.placement = placement
    self.content = content()
  }
  /// The items as a view, which hands them on to its page.
  public var _view: AnyView { AnyView(ToolbarItemView(content: content, placement: placement)) }
}

/// A space between items. It is not drawn in a browser, where items have equal distances.
public struct ToolbarSpacer: CustomizableToolbarContent {
  public typealias Body = Never
  let placement: ToolbarItemPlacement
  /// Creates a space; neither its size nor its place is used.
  public init(_ sizing: SpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {
    self.placement = placement
  }
  /// A view that shows nothing.
  public var _view: AnyView { AnyView(EmptyView()) }
}

/// How wide a space between items would be.
public struct SpacerSizing: Hashable, Sendable {
  let name: String
  /// As wide as there is room.
  public static let flexible = Self(name: "flexible")
  /// As wide as a usual space.
  public static let fixed = Self(name: "fixed")
}

/// Several items, as the builder makes them.
public struct _ToolbarItems: CustomizableToolbarContent {
  public typealias Body = Never
  /// The items as a view.
  public let _view: AnyView
  init<V: View>(_ view: V) { _view = AnyView(view) }
}

/// Items that may be missing: an `if` without `else`.
extension Optional: ToolbarContent where Wrapped: ToolbarContent {
  /// The items as a view; none for nil.
  public var _view: AnyView { AnyView(self?._view) }
}

/// Makes the content of a toolbar from a closure with items and conditions.
@resultBuilder @MainActor
public enum ToolbarContentBuilder {
  /// Takes an item as it is.
  public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// Makes the content of an empty closure.
  public static func buildBlock() -> _ToolbarItems { _ToolbarItems(EmptyView()) }
  /// Takes the only item as it is.
  public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
  /// Makes one content of several items.
  @_disfavoredOverload
  public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarItems {
    var views: [AnyView] = []
    for item in repeat each content { views.append(item._view) }
    return _ToolbarItems(ViewSequence(views: views))
  }
  // With the type of the content in the result: the compiler calls this with nil, too, and infers it from there.
  /// Takes the items of an `if` without `else`, which may be missing.
  public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { content }
  /// Takes the items of the first branch of a condition.
  public static func buildEither<First: ToolbarContent>(first: First) -> _ToolbarItems {
    _ToolbarItems(_ConditionalContent<AnyView, AnyView>(.first(first._view)))
  }
  /// Takes the items of the second branch of a condition.
  public static func buildEither<Second: ToolbarContent>(second: Second) -> _ToolbarItems {
    _ToolbarItems(_ConditionalContent<AnyView, AnyView>(.second(second._view)))
  }
  /// Takes items that need a version of a platform, without their type.
  public static func buildLimitedAvailability<Content: ToolbarContent>(_ content: Content) -> _ToolbarItems {
    _ToolbarItems(content._view)
  }
}

/// Views in a row, whose number does not change.
struct ViewSequence: PrimitiveView {
  let views: [AnyView]
  func update(_ node: Node) { for (index, view) in views.enumerated() { node.child(index, view) } }
}

struct ToolbarItemView<Content: View>: PrimitiveView {
  let content: Content
  let placement: ToolbarItemPlacement

  func update(_ node: Node) {
    let environment = node.environment {
      $0.container = nil
      $0.enterStack(.horizontal)
    }
    node.child(0, content, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    var output = Output([], node.content.preferences)
    if !node.content.elements.isEmpty {
      output.preferences[ToolbarKey.self].append(ToolbarEntry(placement: placement, elements: node.content.elements))
    }
    return output
  }
}

struct ToolbarEntry {
  let placement: ToolbarItemPlacement
  let elements: [Rendered]
}

enum ToolbarKey: PreferenceKey {
  static var defaultValue: [ToolbarEntry] { [] }
  static func reduce(value: inout [ToolbarEntry], nextValue: () -> [ToolbarEntry]) { value += nextValue() }
}
