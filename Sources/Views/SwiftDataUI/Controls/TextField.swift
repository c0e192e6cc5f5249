// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text field with one line. See Apple's documentation of `TextField`.
public struct TextField<Label: View>: View {
  let field: TextInput<Label>
  public var body: some View { StyledTextField(field: field) }
}

/// A text field for secrets. See Apple's documentation of `SecureField`.
public struct SecureField<Label: View>: View {
  let field: TextInput<Label>
  public var body: some View { field }
}

/// What a text field edits: a text, or a value with its text.
struct TextSource {
  let text: () -> String
  /// Takes what was typed so far; returns false, and changes nothing, while a value cannot be made of it.
  let input: (String) -> Bool
  /// Whether the text is made of a value: the field shows what is typed instead, as long as somebody types.
  var isFormatted = false
  /// The field was left.
  var commit: ((String) -> Void)?

  init(_ binding: Binding<String>) {
    text = { binding.wrappedValue }
    input = {
      if binding.wrappedValue != $0 { binding.wrappedValue = $0 }
      return true
    }
  }

  init<F: ParseableFormatStyle>(_ binding: Binding<F.FormatInput>, _ format: F) where F.FormatOutput == String {
    isFormatted = true
    text = { format.format(binding.wrappedValue) }
    input = { text in
      guard let value = try? format.parseStrategy.parse(text) else { return false }
      binding.wrappedValue = value
      return true
    }
  }

  init<F: ParseableFormatStyle>(_ binding: Binding<F.FormatInput?>, _ format: F) where F.FormatOutput == String {
    isFormatted = true
    text = { binding.wrappedValue.map(format.format) ?? "" }
    input = { text in
      if text.isEmpty {
        binding.wrappedValue = nil
        return true
      }
      guard let value = try? format.parseStrategy.parse(text) else { return false }
      binding.wrappedValue = value
      return true
    }
  }

  init<V>(_ binding: Binding<V>, _ formatter: Formatter) {
    isFormatted = true
    text = { formatter.string(for: binding.wrappedValue) ?? "" }
    input = { text in
      if let formatter = formatter as? NumberFormatter {
        guard let number = formatter.number(from: text) else { return false }
        let all: [Any] = [number.intValue, number.doubleValue, number, Float(number.doubleValue), number.decimalValue]
        guard let value = all.first(where: { $0 is V }) as? V else { return false }
        binding.wrappedValue = value
      } else if let formatter = formatter as? DateFormatter {
        guard let date = formatter.date(from: text) as? V else { return false }
        binding.wrappedValue = date
      } else if let value = text as? V {
        binding.wrappedValue = value
      } else {
        return false
      }
      return true
    }
  }
}

extension TextField {
  private init(
    _ label: Label, _ source: TextSource, prompt: Text? = nil, axis: Axis = .horizontal, numeric: Bool = false
  ) {
    field = TextInput(
      label: label, source: source, prompt: prompt, kind: axis == .vertical ? .lines : .line, isNumeric: numeric)
  }

  public init(text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal, @ViewBuilder label: () -> Label) {
    self.init(label(), TextSource(text), prompt: prompt, axis: axis)
  }

  public init<F: ParseableFormatStyle>(
    value: Binding<F.FormatInput>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) where F.FormatOutput == String { self.init(label(), TextSource(value, format), prompt: prompt) }

  public init<F: ParseableFormatStyle>(
    value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) where F.FormatOutput == String { self.init(label(), TextSource(value, format), prompt: prompt) }
}

extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal) {
    self.init(Text(titleKey), TextSource(text), prompt: prompt, axis: axis)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal) {
    self.init(Text(title), TextSource(text), prompt: prompt, axis: axis)
  }
  public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(titleKey), TextSource(value, format), prompt: prompt) }
  @_disfavoredOverload
  public init<S: StringProtocol, F: ParseableFormatStyle>(
    _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(title), TextSource(value, format), prompt: prompt) }
  public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(titleKey), TextSource(value, format), prompt: prompt) }
  @_disfavoredOverload
  public init<S: StringProtocol, F: ParseableFormatStyle>(
    _ title: S, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(title), TextSource(value, format), prompt: prompt) }
  public init<V>(_ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, prompt: Text? = nil) {
    self.init(Text(titleKey), TextSource(value, formatter), prompt: prompt)
  }
  @_disfavoredOverload
  public init<S: StringProtocol, V>(_ title: S, value: Binding<V>, formatter: Formatter, prompt: Text? = nil) {
    self.init(Text(title), TextSource(value, formatter), prompt: prompt)
  }
  public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void = { _ in },
    onCommit: @escaping () -> Void
  ) {
    var source = TextSource(text)
    source.commit = { _ in onCommit() }
    self.init(Text(titleKey), source)
  }
}

extension SecureField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
    field = TextInput(label: Text(titleKey), source: TextSource(text), prompt: prompt, kind: .secret)
  }
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
    field = TextInput(label: Text(title), source: TextSource(text), prompt: prompt, kind: .secret)
  }
}

/// A text field with many lines. See Apple's documentation of `TextEditor`.
public struct TextEditor: View {
  let text: Binding<String>
  public init(text: Binding<String>) { self.text = text }
  public var body: some View {
    TextInput(label: EmptyView(), source: TextSource(text), prompt: nil, kind: .editor)
  }
}

/// A field of any kind.
struct TextInput<Label: View>: PrimitiveView {
  enum Kind { case line, lines, secret, editor }

  let label: Label
  let source: TextSource
  let prompt: Text?
  let kind: Kind
  var isNumeric = false

  func update(_ node: Node) { node.child(0, label) }

  func assemble(_ node: Node) -> Output {
    let environment = node.environment
    let isLine = kind == .line || kind == .secret
    let field = node.element(isLine ? "input" : "textarea", [.textField], key: 1)
    if kind == .editor { field.add(.textEditor) }
    let text = node.track { source.text() }
    let name = node.elements(0).compactMap(\.traits.plainText).joined(separator: " ")
    if isLine { field.attribute("type", kind == .secret ? "password" : "text") }
    if !source.isFormatted { field.attribute("value", text) }
    let hint = prompt?.plain ?? name
    if !hint.isEmpty { field.attribute("placeholder", hint) }
    if !name.isEmpty { field.attribute("aria-label", name) }
    for attribute in environment.inputAttributes { field.attribute(attribute.name, attribute.value) }
    if kind == .lines, let limit = environment.lineLimit { field.attribute("rows", String(limit)) }
    if environment.textFieldStyleName == "roundedBorder" { field.add(.textFieldRounded) }
    if environment.textFieldStyleName == "plain" { field.add(.textFieldPlain) }
    if !environment.isEnabled { field.attribute("disabled", "") }
    if source.isFormatted {
      let input = source.input
      node.draft(field, shown: text, take: { text, _ in input(text) }, submit: environment.submitAction)
    } else {
      listen(field, submit: isLine ? environment.submitAction : nil, isLine: isLine)
    }
    field.grows = isLine || kind == .lines ? .horizontal : [.horizontal, .vertical]
    return Output(field)
  }

  private func listen(_ field: Rendered, submit: (() -> Void)?, isLine: Bool) {
    let input = source.input
    let commit = source.commit
    let current = source.text
    field.on(.input) { value in if let value { _ = input(value) } }
    if let commit { field.on(.change) { commit($0 ?? "") } }
    guard isLine else { return }
    field.on(.submit) { _ in
      commit?(current())
      submit?()
    }
  }
}

private enum TextFieldStyleKey: EnvironmentKey { static let defaultValue = "automatic" }
private enum SubmitKey: EnvironmentKey { static var defaultValue: (() -> Void)? { nil } }
private enum InputAttributesKey: EnvironmentKey { static var defaultValue: [InputAttribute] { [] } }

struct InputAttribute: Hashable {
  let name: String
  let value: String
}

extension EnvironmentValues {
  var textFieldStyleName: String {
    get { self[TextFieldStyleKey.self] }
    set { self[TextFieldStyleKey.self] = newValue }
  }
  var submitAction: (() -> Void)? {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
  var inputAttributes: [InputAttribute] {
    get { self[InputAttributesKey.self] }
    set { self[InputAttributesKey.self] = newValue }
  }
}
