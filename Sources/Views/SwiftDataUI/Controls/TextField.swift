// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text field with one line. See Apple's documentation of `TextField`.
public struct TextField<Label: View>: View {
  let field: TextInput<Label>
  /// An `input` element or, for many lines, a `textarea`; or what a custom style makes of it.
  public var body: some View { StyledTextField(field: field) }
}

/// A text field for secrets. See Apple's documentation of `SecureField`.
public struct SecureField<Label: View>: View {
  let field: TextInput<Label>
  /// An `input` element of the type `password`.
  public var body: some View { field }
}

/// What a text field edits: a text, or a value with its text.
struct TextSource {
  let text: (EnvironmentValues) -> String
  /// Takes what was typed so far; returns false, and changes nothing, while a value cannot be made of it.
  let input: (String, EnvironmentValues) -> Bool
  /// What the text of the value would be that is made of a text; nil if there is none.
  var meant: (String, EnvironmentValues) -> String? = { text, _ in text }
  /// Whether the text is made of a value: the field shows what is typed instead, as long as somebody types.
  var isFormatted = false
  /// What is edited; nil where closures hide it.
  let edited: () -> EditedPlace?
  /// Whether the value is known to end with the page.
  let endsWithPage: Bool
  /// Return was pressed, or the field was left, and something was typed since the last time.
  var commit: (() -> Void)?
  /// Somebody begins to edit the field, with true, or leaves it.
  var editingChanged: ((Bool) -> Void)?

  init(_ binding: Binding<String>) {
    (edited, endsWithPage) = ({ binding.edited }, binding.endsWithPage)
    text = { _ in binding.wrappedValue }
    input = { text, _ in
      if binding.wrappedValue != text { binding.wrappedValue = text }
      return true
    }
  }

  init<F: ParseableFormatStyle>(_ binding: Binding<F.FormatInput>, _ format: F) where F.FormatOutput == String {
    isFormatted = true
    (edited, endsWithPage) = ({ binding.edited }, binding.endsWithPage)
    text = { format.adapted(to: $0).format(binding.wrappedValue) }
    meant = { format.adapted(to: $1).meant($0) }
    input = { text, environment in
      guard let value = try? format.adapted(to: environment).parseStrategy.parse(text) else { return false }
      binding.wrappedValue = value
      return true
    }
  }

  init<F: ParseableFormatStyle>(_ binding: Binding<F.FormatInput?>, _ format: F) where F.FormatOutput == String {
    isFormatted = true
    (edited, endsWithPage) = ({ binding.edited }, binding.endsWithPage)
    text = { binding.wrappedValue.map(format.adapted(to: $0).format) ?? "" }
    meant = { $0.isEmpty ? "" : format.adapted(to: $1).meant($0) }
    input = { text, environment in
      if text.isEmpty {
        binding.wrappedValue = nil
        return true
      }
      guard let value = try? format.adapted(to: environment).parseStrategy.parse(text) else { return false }
      binding.wrappedValue = value
      return true
    }
  }

  init<V>(_ binding: Binding<V>, _ formatter: Formatter) {
    isFormatted = true
    (edited, endsWithPage) = ({ binding.edited }, binding.endsWithPage)
    text = { _ in formatter.string(for: binding.wrappedValue) ?? "" }
    let value: (String) -> V? = { text in
      if let formatter = formatter as? NumberFormatter {
        guard let number = formatter.number(from: text) else { return nil }
        return TextSource.held(number)
      }
      if let formatter = formatter as? DateFormatter { return formatter.date(from: text) as? V }
      return text as? V
    }
    meant = { text, _ in value(text).flatMap { formatter.string(for: $0) } }
    input = { text, _ in
      guard let value = value(text) else { return false }
      binding.wrappedValue = value
      return true
    }
  }
}

extension TextSource {
  /// A number as a value of a type; nil if that cannot hold it, as an `Int` cannot hold 1.5.
  private static func held<V>(_ number: NSNumber) -> V? {
    let double = number.doubleValue
    guard double.isFinite else { return nil }
    // Beyond that, the number may be another one than was typed.
    let whole = double.magnitude < 0x1p53 ? Int(exactly: double) : nil
    let single = Float(double)
    let decimal = number.decimalValue
    // A number is taken for any integer that it equals, however it was rounded.
    let object = V.self == Int.self ? nil : number
    let all: [Any?] = [whole, double, object, single.isFinite ? single : nil, decimal.isNaN ? nil : decimal]
    return all.compactMap { $0 }.first { $0 is V } as? V
  }
}

extension ParseableFormatStyle where FormatOutput == String {
  /// A text as the format would write its value; nil if it has none.
  fileprivate func meant(_ text: String) -> String? { (try? parseStrategy.parse(text)).map(format) }
}

extension TextField {
  private init(
    _ label: Label, _ source: TextSource, prompt: Text? = nil, axis: Axis = .horizontal, numeric: Bool = false
  ) {
    field = TextInput(
      label: label, source: source, prompt: prompt, kind: axis == .vertical ? .lines : .line, isNumeric: numeric)
  }

  /// Creates a field with a label of any views, whose text is its name for screen readers and, without a prompt, its
  /// placeholder.
  ///
  /// - Parameter axis: With `.vertical` the field has many lines.
  public init(text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal, @ViewBuilder label: () -> Label) {
    self.init(label(), TextSource(text), prompt: prompt, axis: axis)
  }

  /// Creates a field for a value with a label of any views. What cannot be parsed leaves the value as it is; when the
  /// field is left it shows the value again.
  public init<F: ParseableFormatStyle>(
    value: Binding<F.FormatInput>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) where F.FormatOutput == String { self.init(label(), TextSource(value, format), prompt: prompt) }

  /// Creates a field for an optional value with a label of any views; an empty field makes the value nil.
  public init<F: ParseableFormatStyle>(
    value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) where F.FormatOutput == String { self.init(label(), TextSource(value, format), prompt: prompt) }
}

extension TextField where Label == Text {
  /// Creates a field for a text, with a title that is its placeholder if there is no prompt.
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal) {
    self.init(Text(titleKey), TextSource(text), prompt: prompt, axis: axis)
  }
  /// Creates a field for a text, with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal) {
    self.init(Text(title), TextSource(text), prompt: prompt, axis: axis)
  }
  /// Creates a field for a value that a format makes a text of. What cannot be parsed leaves the value as it is.
  public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(titleKey), TextSource(value, format), prompt: prompt) }
  /// Creates a field for a value that a format makes a text of, with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol, F: ParseableFormatStyle>(
    _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(title), TextSource(value, format), prompt: prompt) }
  /// Creates a field for an optional value; an empty field makes the value nil.
  public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(titleKey), TextSource(value, format), prompt: prompt) }
  /// Creates a field for an optional value, with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol, F: ParseableFormatStyle>(
    _ title: S, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String { self.init(Text(title), TextSource(value, format), prompt: prompt) }
  /// Creates a field for a value that a formatter makes a text of.
  ///
  /// A `NumberFormatter` reads an `Int`, `Double`, `Float`, `Decimal` or `NSNumber`, a `DateFormatter` a `Date`. With
  /// other formatters only a `String` is read, as it was typed. A number that the type cannot hold, such as 1.5 for an
  /// `Int`, leaves the value as it is.
  public init<V>(_ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, prompt: Text? = nil) {
    self.init(Text(titleKey), TextSource(value, formatter), prompt: prompt)
  }
  /// Creates a field for a value that a formatter makes a text of, with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol, V>(_ title: S, value: Binding<V>, formatter: Formatter, prompt: Text? = nil) {
    self.init(Text(title), TextSource(value, formatter), prompt: prompt)
  }
  /// Creates a field that runs `onCommit` when Return is pressed, and when the field is left after something was typed
  /// that Return was not pressed for. `onEditingChanged` is called with true when the field gets the focus, and with
  /// false when it loses it.
  public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void = { _ in },
    onCommit: @escaping () -> Void
  ) { self.init(Text(titleKey), TextSource(text, onEditingChanged, onCommit)) }
  /// Creates a field that runs `onCommit` as above, with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void = { _ in },
    onCommit: @escaping () -> Void
  ) { self.init(Text(title), TextSource(text, onEditingChanged, onCommit)) }
  /// Creates a field that calls `onEditingChanged` with true when it gets the focus, and with false when it loses it.
  public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void
  ) { self.init(Text(titleKey), TextSource(text, onEditingChanged, nil)) }
  /// Creates a field that calls `onEditingChanged` as above, with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void
  ) { self.init(Text(title), TextSource(text, onEditingChanged, nil)) }
}

extension TextSource {
  fileprivate init(_ text: Binding<String>, _ editingChanged: @escaping (Bool) -> Void, _ commit: (() -> Void)?) {
    self.init(text)
    self.editingChanged = editingChanged
    self.commit = commit
  }
}

extension SecureField where Label == Text {
  /// Creates a password field with a title that is its placeholder if there is no prompt.
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
    field = TextInput(label: Text(titleKey), source: TextSource(text), prompt: prompt, kind: .secret)
  }
  /// Creates a password field with a title that is not looked for Markdown.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
    field = TextInput(label: Text(title), source: TextSource(text), prompt: prompt, kind: .secret)
  }
}

/// A text field with many lines. See Apple's documentation of `TextEditor`.
public struct TextEditor: View {
  let text: Binding<String>
  /// Creates an editor of a text.
  public init(text: Binding<String>) { self.text = text }
  /// Creates an editor of a text. What is selected in it is neither set nor told.
  public init(text: Binding<String>, selection: Binding<TextSelection?>) {
    self.text = text
    TextSelection.noteUnfollowed()
  }
  /// A `textarea` element that takes all the room there is.
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
    let text = node.track { source.text(environment) }
    let edited = node.track(source.edited)
    let draft = source.isFormatted ? node.draft(of: edited, shown: text) : nil
    let place = source.isFormatted ? nil : node.remembered(TypedPlace.self)
    place?.follow(edited)
    let field = node.element(
      kind == .secret ? .secretField : isLine ? .textField : .textArea, [.textField],
      key: draft?.elementKey ?? place?.elementKey ?? 1)
    if kind == .editor { field.add(.textEditor) }
    field.attribute(.fieldKey, FieldKey.of(node, edited, endsWithPage: source.endsWithPage))
    let name = node.elements(0).compactMap(\.plainText).joined(separator: " ")
    if !source.isFormatted { field.attribute(.value, text) }
    let hint = prompt?.plain ?? name
    if !hint.isEmpty { field.attribute(.placeholder, hint) }
    // Fields without a name are called what stands in them while they are empty.
    let spoken = !name.isEmpty ? name : !hint.isEmpty ? hint : "Text"
    field.attribute(.label, spoken)
    for attribute in environment.inputAttributes { field.attribute(attribute) }
    if kind == .lines, let limit = environment.lineLimit { field.attribute(.lines, String(limit)) }
    if environment.textFieldStyleName == "roundedBorder" { field.add(.textFieldRounded) }
    if environment.textFieldStyleName == "plain" { field.add(.textFieldPlain) }
    if !environment.isEnabled { field.attribute(.isDisabled, true) }
    if let draft {
      let source = source
      let value = DraftValue(
        shown: { source.text(environment) }, take: { text, _ in source.input(text, environment) },
        meant: { source.meant($0, environment) })
      node.show(draft, in: field, of: edited, shown: text, value, submit: environment.submit(.text))
    } else {
      listen(field, node, edited, submit: isLine ? environment.submit(.text) : nil, isLine: isLine)
    }
    field.grows = isLine || kind == .lines ? .horizontal : [.horizontal, .vertical]
    return Output(field, node.content.preferences)
  }

  /// Whether something was typed that was not committed yet.
  private final class Typed { var isPending = false }

  private func listen(
    _ field: Rendered, _ node: Node, _ edited: EditedPlace?, submit: (() -> Void)?, isLine: Bool
  ) {
    let environment = node.environment
    let input: (String) -> Bool = { [weak node] text in
      if edited?.isSteady == true { node?.remember { TypedPlace() }.note(edited) }
      return source.input(text, environment)
    }
    var commit: (() -> Void)?
    if let run = source.commit {
      let typed = node.remember { Typed() }
      field.on(.input) { value in
        if let value { _ = input(value) }
        typed.isPending = true
      }
      field.on(.change) { _ in
        // A browser tells of the change also after Return.
        guard typed.isPending else { return }
        typed.isPending = false
        run()
      }
      commit = {
        typed.isPending = false
        run()
      }
    } else {
      field.on(.input) { value in if let value { _ = input(value) } }
    }
    if let editingChanged = source.editingChanged {
      field.on(.focus) { _ in editingChanged(true) }
      field.on(.blur) { _ in editingChanged(false) }
    }
    guard isLine else { return }
    field.on(.submit) { _ in
      commit?()
      submit?()
    }
  }
}

private enum TextFieldStyleKey: EnvironmentKey { static let defaultValue = "automatic" }
private enum SubmitKey: EnvironmentKey { static var defaultValue: [SubmitAction] { [] } }
private enum InputAttributesKey: EnvironmentKey { static var defaultValue: [Element.Attribute] { [] } }

/// What `onSubmit` does.
struct SubmitAction {
  let triggers: SubmitTriggers
  let run: () -> Void
}

extension EnvironmentValues {
  var textFieldStyleName: String {
    get { self[TextFieldStyleKey.self] }
    set { self[TextFieldStyleKey.self] = newValue }
  }
  /// The outermost first.
  var submitActions: [SubmitAction] {
    get { self[SubmitKey.self] }
    set { self[SubmitKey.self] = newValue }
  }
  /// What Return does in a field of some kind: all actions for it, from the inside out; nil if there is none.
  func submit(_ trigger: SubmitTriggers) -> (() -> Void)? {
    let actions = submitActions.filter { !$0.triggers.isDisjoint(with: trigger) }.map(\.run)
    return actions.isEmpty ? nil : { for action in actions.reversed() { action() } }
  }
  var inputAttributes: [Element.Attribute] {
    get { self[InputAttributesKey.self] }
    set { self[InputAttributesKey.self] = newValue }
  }
}
