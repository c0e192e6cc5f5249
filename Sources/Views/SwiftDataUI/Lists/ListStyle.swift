// SPDX-License-Identifier: Apache-2.0

/// How lists look. See Apple's documentation of `ListStyle`.
public protocol ListStyle: Sendable {
  /// The name of the style. Names that the host does not know are drawn as `insetGrouped`.
  var _name: String { get }
}

/// A style of list that the system brings.
public struct _SystemListStyle: ListStyle, Hashable {
  public let _name: String
  init(_name: String) { self._name = _name }
  /// Creates the style that `.automatic` stands for, as in `listStyle(DefaultListStyle())`.
  public init() { _name = "insetGrouped" }
}

/// The type of `.automatic` and `.bordered`.
public typealias DefaultListStyle = _SystemListStyle

/// Rows from edge to edge on the page's background, under headers that stay in sight.
public struct PlainListStyle: ListStyle {
  /// Creates the style that `.plain` stands for.
  public init() {}
  public var _name: String { "plain" }
}
/// Rows from edge to edge in groups.
public struct GroupedListStyle: ListStyle {
  /// Creates the style that `.grouped` stands for.
  public init() {}
  public var _name: String { "grouped" }
}
/// Rows in sections that are narrower than the page, under headers that stay in sight.
public struct InsetListStyle: ListStyle {
  /// Creates the style that `.inset` stands for.
  public init() {}
  public var _name: String { "inset" }
}
/// Rows in groups with round corners, which are narrower than the page.
public struct InsetGroupedListStyle: ListStyle {
  /// Creates the style that `.insetGrouped` stands for.
  public init() {}
  public var _name: String { "insetGrouped" }
}
/// Low rows with round corners and without separators. Lists in the first column of a split view have this style.
public struct SidebarListStyle: ListStyle {
  /// Creates the style that `.sidebar` stands for.
  public init() {}
  public var _name: String { "sidebar" }
}

extension ListStyle where Self == _SystemListStyle {
  /// The usual style, which is drawn as `insetGrouped`.
  public static var automatic: _SystemListStyle { _SystemListStyle(_name: "insetGrouped") }
  /// The style with a border, which is drawn as `plain`.
  public static var bordered: _SystemListStyle { _SystemListStyle(_name: "plain") }
  /// The style with a border, which is drawn as `plain`: no row has another background than the next.
  public static func bordered(alternatesRowBackgrounds: Bool) -> _SystemListStyle { bordered }
}
/// Rows from edge to edge on the page's background.
extension ListStyle where Self == PlainListStyle { public static var plain: PlainListStyle { PlainListStyle() } }
extension ListStyle where Self == GroupedListStyle {
  /// Rows from edge to edge in groups.
  public static var grouped: GroupedListStyle { GroupedListStyle() }
}
extension ListStyle where Self == InsetListStyle {
  /// Rows in sections that are narrower than the page.
  public static var inset: InsetListStyle { InsetListStyle() }
  /// Drawn as `inset`: no row has another background than the next.
  public static func inset(alternatesRowBackgrounds: Bool) -> InsetListStyle { inset }
}
extension ListStyle where Self == InsetGroupedListStyle {
  /// Rows in groups with round corners.
  public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}
extension ListStyle where Self == SidebarListStyle {
  /// Low rows with round corners and without separators.
  public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

struct ListStyleName: Hashable {
  let name: String
  var styleClass: StyleClass {
    switch name {
    case "plain": .listPlain
    case "grouped": .listGrouped
    case "inset": .listInset
    case "sidebar": .listSidebar
    default: .listInsetGrouped
    }
  }
}

private enum ListStyleKey: EnvironmentKey {
  static var defaultValue: ListStyleName { ListStyleName(name: "insetGrouped") }
}

extension EnvironmentValues {
  var listStyle: ListStyleName {
    get { self[ListStyleKey.self] }
    set { self[ListStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets the style of the lists within. A style of the program's own is drawn by its name, or as `insetGrouped`.
  public func listStyle<S: ListStyle>(_ style: S) -> some View {
    environment(\.listStyle, ListStyleName(name: style._name))
  }
}
