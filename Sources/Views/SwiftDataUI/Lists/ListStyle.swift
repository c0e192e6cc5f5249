// SPDX-License-Identifier: Apache-2.0

/// How lists look. See Apple's documentation of `ListStyle`.
public protocol ListStyle: Sendable {
  var _name: String { get }
}

/// A style of list that the system brings.
public struct _SystemListStyle: ListStyle, Hashable {
  public let _name: String
}

public typealias DefaultListStyle = _SystemListStyle

public struct PlainListStyle: ListStyle {
  public init() {}
  public var _name: String { "plain" }
}
public struct GroupedListStyle: ListStyle {
  public init() {}
  public var _name: String { "grouped" }
}
public struct InsetListStyle: ListStyle {
  public init() {}
  public var _name: String { "inset" }
}
public struct InsetGroupedListStyle: ListStyle {
  public init() {}
  public var _name: String { "insetGrouped" }
}
public struct SidebarListStyle: ListStyle {
  public init() {}
  public var _name: String { "sidebar" }
}

extension ListStyle where Self == _SystemListStyle {
  public static var automatic: _SystemListStyle { _SystemListStyle(_name: "insetGrouped") }
  public static var bordered: _SystemListStyle { _SystemListStyle(_name: "plain") }
}
extension ListStyle where Self == PlainListStyle { public static var plain: PlainListStyle { PlainListStyle() } }
extension ListStyle where Self == GroupedListStyle {
  public static var grouped: GroupedListStyle { GroupedListStyle() }
}
extension ListStyle where Self == InsetListStyle { public static var inset: InsetListStyle { InsetListStyle() } }
extension ListStyle where Self == InsetGroupedListStyle {
  public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}
extension ListStyle where Self == SidebarListStyle {
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
  public func listStyle<S: ListStyle>(_ style: S) -> some View {
    environment(\.listStyle, ListStyleName(name: style._name))
  }
}
