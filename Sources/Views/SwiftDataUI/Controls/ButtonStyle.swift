// SPDX-License-Identifier: Apache-2.0

/// The appearance and the interaction of buttons. See Apple's documentation of `PrimitiveButtonStyle`.
@MainActor @preconcurrency public protocol ButtonStyle {
  associatedtype Body: View
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  typealias Configuration = ButtonStyleConfiguration
}

public struct ButtonStyleConfiguration {
  /// The label of the button.
  public struct Label: View {
    let content: AnyView
    public var body: some View { content }
  }

  public let role: ButtonRole?
  public let label: Label
  /// Always false: pressing is the browser's affair.
  public let isPressed: Bool
}

/// How buttons look, and what they do. See Apple's documentation of `PrimitiveButtonStyle`.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {
  associatedtype Body: View
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  typealias Configuration = PrimitiveButtonStyleConfiguration
}

public struct PrimitiveButtonStyleConfiguration {
  public struct Label: View {
    let content: AnyView
    public var body: some View { content }
  }

  public let role: ButtonRole?
  public let label: Label
  let action: @MainActor () -> Void
  @MainActor public func trigger() { action() }
}

/// A style of the system's, or one of the program's.
struct ButtonStyleBox {
  enum Kind { case automatic, bordered, borderedProminent, borderless, plain, link, glass, custom }

  let kind: Kind
  var make: (@MainActor (ButtonStyleConfiguration) -> any View)?
  var makePrimitive: (@MainActor (PrimitiveButtonStyleConfiguration) -> any View)?

  init(_ kind: Kind) { self.kind = kind }
}

/// A style that the system brings.
public protocol _SystemButtonStyle: PrimitiveButtonStyle {
  static var _name: String { get }
}

public struct DefaultButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "automatic"
}
public struct BorderedButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "bordered"
}
public struct BorderedProminentButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "borderedProminent"
}
public struct BorderlessButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "borderless"
}
public struct PlainButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "plain"
}
public struct LinkButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "link"
}
public struct GlassButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "glass"
}
public struct GlassProminentButtonStyle: _SystemButtonStyle, Sendable {
  public nonisolated init() {}
  public static let _name = "borderedProminent"
}

extension _SystemButtonStyle {
  public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
  public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
extension PrimitiveButtonStyle where Self == LinkButtonStyle {
  public static var link: LinkButtonStyle { LinkButtonStyle() }
}
extension PrimitiveButtonStyle where Self == GlassButtonStyle {
  public static var glass: GlassButtonStyle { GlassButtonStyle() }
}
extension PrimitiveButtonStyle where Self == GlassProminentButtonStyle {
  public static var glassProminent: GlassProminentButtonStyle { GlassProminentButtonStyle() }
}

private enum ButtonStyleKey: EnvironmentKey {
  static var defaultValue: ButtonStyleBox { ButtonStyleBox(.automatic) }
}

extension EnvironmentValues {
  var buttonStyleBox: ButtonStyleBox {
    get { self[ButtonStyleKey.self] }
    set { self[ButtonStyleKey.self] = newValue }
  }
}

extension View {
  /// Sets the style of the buttons within. See Apple's documentation of `buttonStyle(_:)`.
  public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
    var box = ButtonStyleBox(.custom)
    box.make = { StyleBody(style: style, configuration: $0) { $0.makeBody(configuration: $1) } }
    return environment(\.buttonStyleBox, box)
  }

  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
    var box: ButtonStyleBox
    if let system = S.self as? any _SystemButtonStyle.Type {
      switch system._name {
      case "bordered": box = ButtonStyleBox(.bordered)
      case "borderedProminent": box = ButtonStyleBox(.borderedProminent)
      case "borderless": box = ButtonStyleBox(.borderless)
      case "plain": box = ButtonStyleBox(.plain)
      case "link": box = ButtonStyleBox(.link)
      case "glass": box = ButtonStyleBox(.glass)
      default: box = ButtonStyleBox(.automatic)
      }
    } else {
      box = ButtonStyleBox(.custom)
      box.makePrimitive = { StyleBody(style: style, configuration: $0) { $0.makeBody(configuration: $1) } }
    }
    return environment(\.buttonStyleBox, box)
  }
}
