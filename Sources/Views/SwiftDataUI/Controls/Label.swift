// SPDX-License-Identifier: Apache-2.0

/// A title with an icon. See Apple's documentation of `Label`.
public struct Label<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon

  public typealias Body = Never

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }
}

extension Label where Title == Text, Icon == Image {
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init(title: { Text(title) }, icon: { Image(systemName: name) })
  }
  public init(_ titleKey: LocalizedStringKey, image name: String) {
    self.init(title: { Text(titleKey) }, icon: { Image(name) })
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, image name: String) {
    self.init(title: { Text(title) }, icon: { Image(name) })
  }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
  public init(_ configuration: LabelStyleConfiguration) {
    self.init(title: { configuration.title }, icon: { configuration.icon })
  }
}

extension Label: PrimitiveView {
  func update(_ node: Node) {
    if let make = node.environment.labelStyleBox.make {
      let environment = node.environment { $0.labelStyleBox = LabelStyleBox(.automatic) }
      let configuration = LabelStyleConfiguration(
        title: .init(content: AnyView(title)), icon: .init(content: AnyView(icon)))
      node.child(2, any: node.track { make(configuration) }, environment: environment)
    } else {
      node.child(0, icon)
      node.child(1, title)
    }
  }

  func assemble(_ node: Node) -> Output {
    let style = node.environment.labelStyleBox
    if style.make != nil { return node.content }
    let title = node.element("span", [.labelTitle], key: 1, children: node.elements(1))
    let icon = node.element("span", [.labelIcon], key: 2, children: node.elements(0))
    icon.attribute("aria-hidden", "true")
    let element = node.element("span", [.label])
    switch style.kind {
    case .automatic: element.children = [icon, title]
    case .titleAndIcon:
      element.children = [icon, title]
      element.add(.labelTitleAndIcon)
    case .iconOnly:
      // The title stays for those who cannot see the icon.
      element.add(.labelIconOnly)
      element.children = [icon, title]
    case .titleOnly: element.children = [title]
    }
    var output = Output(element, node.content(0).preferences)
    output.preferences.merge(node.content(1).preferences)
    element.traits.plainText = node.elements(1).compactMap(\.traits.plainText).joined(separator: " ")
    return output
  }
}

/// How labels look. See Apple's documentation of `LabelStyle`.
@MainActor @preconcurrency public protocol LabelStyle {
  associatedtype Body: View
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  typealias Configuration = LabelStyleConfiguration
}

public struct LabelStyleConfiguration {
  public struct Title: View {
    let content: AnyView
    public var body: some View { content }
  }
  public struct Icon: View {
    let content: AnyView
    public var body: some View { content }
  }
  public let title: Title
  public let icon: Icon
}

struct LabelStyleBox {
  enum Kind { case automatic, titleAndIcon, iconOnly, titleOnly }
  let kind: Kind
  var make: (@MainActor (LabelStyleConfiguration) -> any View)?
  init(_ kind: Kind) { self.kind = kind }
}

public struct DefaultLabelStyle: LabelStyle, Sendable {
  public nonisolated init() {}
  public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
public struct TitleAndIconLabelStyle: LabelStyle, Sendable {
  public nonisolated init() {}
  public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
public struct IconOnlyLabelStyle: LabelStyle, Sendable {
  public nonisolated init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.icon }
}
public struct TitleOnlyLabelStyle: LabelStyle, Sendable {
  public nonisolated init() {}
  public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

extension LabelStyle where Self == DefaultLabelStyle {
  public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}
extension LabelStyle where Self == TitleAndIconLabelStyle {
  public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}
extension LabelStyle where Self == IconOnlyLabelStyle {
  public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle {
  public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

private enum LabelStyleKey: EnvironmentKey {
  static var defaultValue: LabelStyleBox { LabelStyleBox(.automatic) }
}

extension EnvironmentValues {
  var labelStyleBox: LabelStyleBox {
    get { self[LabelStyleKey.self] }
    set { self[LabelStyleKey.self] = newValue }
  }
}

extension View {
  public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
    let box: LabelStyleBox
    switch S.self {
    case is DefaultLabelStyle.Type: box = LabelStyleBox(.automatic)
    case is TitleAndIconLabelStyle.Type: box = LabelStyleBox(.titleAndIcon)
    case is IconOnlyLabelStyle.Type: box = LabelStyleBox(.iconOnly)
    case is TitleOnlyLabelStyle.Type: box = LabelStyleBox(.titleOnly)
    default:
      var custom = LabelStyleBox(.automatic)
      custom.make = { StyleBody(style: style, configuration: $0) { $0.makeBody(configuration: $1) } }
      box = custom
    }
    return environment(\.labelStyleBox, box)
  }
}
