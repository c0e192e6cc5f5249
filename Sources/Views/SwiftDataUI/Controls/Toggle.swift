// SPDX-License-Identifier: Apache-2.0

/// A control that turns something on and off. See Apple's documentation of `Toggle`.
public struct Toggle<Label: View>: View {
  let isOn: Binding<Bool>
  let label: Label
  /// Whether it stands for several values of which some are on and others are not; nil if there is one value.
  var mixed: (() -> Bool)?
  /// None: shown as an `input` element with the role of a switch, or as what the style asks for.
  public typealias Body = Never

  /// Creates a toggle with a label of any views.
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }
}

extension Toggle where Label == Text {
  /// Creates a toggle with a title that may contain Markdown.
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
  /// Creates a toggle with a title that is shown as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a toggle with a title that may contain Markdown, and a symbol.
  public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { SwiftDataUI.Label(titleKey, systemImage: systemImage) }
  }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
  /// Creates the toggle that a style has been asked to draw.
  public init(_ configuration: ToggleStyleConfiguration) {
    self.init(isOn: configuration.$isOn) { configuration.label }
    if configuration.isMixed { mixed = { true } }
  }
}

extension Toggle: PrimitiveView {
  func update(_ node: Node) {
    if let make = node.environment.toggleStyleBox.make {
      let environment = node.environment { $0.toggleStyleBox = ToggleStyleBox("automatic") }
      let isMixed = node.track { mixed?() ?? false }
      let configuration = ToggleStyleConfiguration(
        label: .init(content: AnyView(label)), isOn: isOn, isMixed: isMixed)
      node.child(0, any: node.track { make(configuration) }, environment: environment)
    } else {
      node.child(0, label)
    }
  }

  func assemble(_ node: Node) -> Output {
    let style = node.environment.toggleStyleBox
    if style.make != nil { return node.content }
    let isOn = isOn
    let value = node.track { isOn.wrappedValue }
    let content = node.content
    if style.name == "button" {
      let button = node.element(.button, [.button, .buttonBordered], children: content.elements)
      button.attribute(.isPressed, value)
      if value { button.add(.selected) }
      if !node.environment.isEnabled { button.attribute(.isDisabled, true) }
      button.on(.click) { _ in isOn.wrappedValue.toggle() }
      return Output(button, content.preferences)
    }
    let box = node.element(.toggle, [.toggle], key: 1)
    if style.name != "checkbox" { box.role(.switch) }
    if value { box.attribute(.isOn, true) }
    if !node.environment.isEnabled { box.attribute(.isDisabled, true) }
    box.on(.change) { isOn.wrappedValue = $0 == "true" }
    let label = node.element(.text, [.controlLabel], key: 2, children: content.elements)
    let name = content.elements.compactMap(\.plainText).joined(separator: " ")
    box.attribute(.label, name.isEmpty ? "On or off" : name)
    let element = node.element(
      .label, [.control],
      children: node.environment.labelsHidden ? [box] : style.name == "checkbox" ? [box, label] : [label, box])
    element.grows = node.environment.labelsHidden ? [] : .horizontal
    return Output(element, content.preferences)
  }
}

/// How switches look. See Apple's documentation of `ToggleStyle`.
@MainActor @preconcurrency public protocol ToggleStyle {
  /// The type of what ``makeBody(configuration:)`` returns.
  associatedtype Body: View
  /// Makes what is shown in place of the toggle; toggles within it are switches.
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  /// What the style knows of a toggle.
  typealias Configuration = ToggleStyleConfiguration
}

/// What a ``ToggleStyle`` knows of the toggle that it draws.
public struct ToggleStyleConfiguration {
  /// The label of the toggle.
  public struct Label: View {
    let content: AnyView
    /// The toggle's label as it was written.
    public var body: some View { content }
  }
  /// The label of the toggle.
  public let label: Label
  /// Whether the toggle is on; `$isOn` is the binding to change it.
  @Binding public var isOn: Bool
  /// Whether the toggle stands for several values of which some are on and others are not; `isOn` is false then.
  public let isMixed: Bool
  init(label: Label, isOn: Binding<Bool>, isMixed: Bool = false) {
    self.label = label
    _isOn = isOn
    self.isMixed = isMixed
  }
}

struct ToggleStyleBox {
  let name: String
  var make: (@MainActor (ToggleStyleConfiguration) -> any View)?
  init(_ name: String) { self.name = name }
}

/// The style of toggles that have no other: a switch.
public struct DefaultToggleStyle: ToggleStyle {
  /// Creates the style that `.automatic` stands for.
  public nonisolated init() {}
  /// Returns the toggle itself; ``View/toggleStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
/// A style that shows a switch after the label.
public struct SwitchToggleStyle: ToggleStyle {
  /// Creates the style that `.switch` stands for.
  public nonisolated init() {}
  /// Creates the style that `.switch` stands for; its tint has no effect in a browser.
  public nonisolated init(tint: Color) {}
  /// Returns the toggle itself; ``View/toggleStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
/// A style that shows a button, which stays pressed while the toggle is on.
public struct ButtonToggleStyle: ToggleStyle {
  /// Creates the style that `.button` stands for.
  public nonisolated init() {}
  /// Returns the toggle itself; ``View/toggleStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
/// A style that shows a box to check before the label.
public struct CheckboxToggleStyle: ToggleStyle {
  /// Creates the style that `.checkbox` stands for.
  public nonisolated init() {}
  /// Returns the toggle itself; ``View/toggleStyle(_:)`` does not call it.
  public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
extension ToggleStyle where Self == DefaultToggleStyle { public static var automatic: DefaultToggleStyle { .init() } }
extension ToggleStyle where Self == SwitchToggleStyle { public static var `switch`: SwitchToggleStyle { .init() } }
extension ToggleStyle where Self == ButtonToggleStyle { public static var button: ButtonToggleStyle { .init() } }
extension ToggleStyle where Self == CheckboxToggleStyle { public static var checkbox: CheckboxToggleStyle { .init() } }

private enum ToggleStyleKey: EnvironmentKey { static var defaultValue: ToggleStyleBox { ToggleStyleBox("automatic") } }
extension EnvironmentValues {
  var toggleStyleBox: ToggleStyleBox {
    get { self[ToggleStyleKey.self] }
    set { self[ToggleStyleKey.self] = newValue }
  }
}
extension View {
  /// Sets the style of the toggles within.
  public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
    var box: ToggleStyleBox
    switch S.self {
    case is DefaultToggleStyle.Type, is SwitchToggleStyle.Type: box = ToggleStyleBox("switch")
    case is ButtonToggleStyle.Type: box = ToggleStyleBox("button")
    case is CheckboxToggleStyle.Type: box = ToggleStyleBox("checkbox")
    default:
      box = ToggleStyleBox("custom")
      box.make = { StyleBody(style: style, configuration: $0) { $0.makeBody(configuration: $1) } }
    }
    return environment(\.toggleStyleBox, box)
  }
}

extension Toggle where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a toggle with a title that is shown as it is, and a symbol.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { SwiftDataUI.Label(String(title), systemImage: systemImage) }
  }
}
