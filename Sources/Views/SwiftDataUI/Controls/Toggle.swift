// SPDX-License-Identifier: Apache-2.0

/// A control that turns something on and off. See Apple's documentation of `Toggle`.
public struct Toggle<Label: View>: View {
  let isOn: Binding<Bool>
  let label: Label
  public typealias Body = Never

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }
}

extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }
}

extension Toggle where Label == SwiftDataUI.Label<Text, Image> {
  public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { SwiftDataUI.Label(titleKey, systemImage: systemImage) }
  }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
  public init(_ configuration: ToggleStyleConfiguration) {
    self.init(isOn: configuration.$isOn) { configuration.label }
  }
}

extension Toggle: PrimitiveView {
  func update(_ node: Node) {
    if let make = node.environment.toggleStyleBox.make {
      let environment = node.environment { $0.toggleStyleBox = ToggleStyleBox("automatic") }
      let configuration = ToggleStyleConfiguration(label: .init(content: AnyView(label)), isOn: isOn)
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
      let button = node.element("button", [.button, .buttonBordered], children: content.elements)
      button.attribute("type", "button")
      button.attribute("aria-pressed", value ? "true" : "false")
      if value { button.add(.selected) }
      if !node.environment.isEnabled { button.attribute("disabled", "") }
      button.on(.click) { _ in isOn.wrappedValue.toggle() }
      return Output(button, content.preferences)
    }
    let box = node.element("input", [.toggle], key: 1)
    box.attribute("type", "checkbox")
    if style.name != "checkbox" { box.attribute("role", "switch") }
    if value { box.attribute("checked", "") }
    if !node.environment.isEnabled { box.attribute("disabled", "") }
    box.on(.change) { isOn.wrappedValue = $0 == "true" }
    let label = node.element("span", [.controlLabel], key: 2, children: content.elements)
    let name = content.elements.compactMap(\.traits.plainText).joined(separator: " ")
    if !name.isEmpty { box.attribute("aria-label", name) }
    let element = node.element(
      "label", [.control],
      children: node.environment.labelsHidden ? [box] : style.name == "checkbox" ? [box, label] : [label, box])
    element.grows = node.environment.labelsHidden ? [] : .horizontal
    return Output(element, content.preferences)
  }
}

/// How switches look. See Apple's documentation of `ToggleStyle`.
@MainActor @preconcurrency public protocol ToggleStyle {
  associatedtype Body: View
  @ViewBuilder func makeBody(configuration: Configuration) -> Body
  typealias Configuration = ToggleStyleConfiguration
}

public struct ToggleStyleConfiguration {
  public struct Label: View {
    let content: AnyView
    public var body: some View { content }
  }
  public let label: Label
  @Binding public var isOn: Bool
  public var isMixed: Bool { false }
  init(label: Label, isOn: Binding<Bool>) {
    self.label = label
    _isOn = isOn
  }
}

struct ToggleStyleBox {
  let name: String
  var make: (@MainActor (ToggleStyleConfiguration) -> any View)?
  init(_ name: String) { self.name = name }
}

public struct DefaultToggleStyle: ToggleStyle {
  public nonisolated init() {}
  public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
public struct SwitchToggleStyle: ToggleStyle {
  public nonisolated init() {}
  public nonisolated init(tint: Color) {}
  public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
public struct ButtonToggleStyle: ToggleStyle {
  public nonisolated init() {}
  public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}
public struct CheckboxToggleStyle: ToggleStyle {
  public nonisolated init() {}
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
