// SPDX-License-Identifier: Apache-2.0

/// A field as the style makes it that the app has set, if it has set one of its own.
struct StyledTextField<Label: View>: View {
  let field: TextInput<Label>
  @Environment(\.ownTextFieldStyle) private var style

  var body: some View {
    if let style {
      AnyView(style.make(TextField(field: field.erased))).environment(\.ownTextFieldStyle, nil)
    } else {
      field
    }
  }
}

/// A style of the app's own.
struct OwnTextFieldStyle {
  let make: @MainActor (TextField<_TextFieldStyleLabel>) -> any View
}

extension TextInput {
  var erased: TextInput<_TextFieldStyleLabel> {
    typealias Erased = TextInput<_TextFieldStyleLabel>
    let sameKind: Erased.Kind =
      switch kind {
      case .line: .line
      case .lines: .lines
      case .secret: .secret
      case .editor: .editor
      }
    return Erased(
      label: _TextFieldStyleLabel(content: AnyView(label)), source: source, prompt: prompt, kind: sameKind,
      isNumeric: isNumeric)
  }
}

private enum OwnTextFieldStyleKey: EnvironmentKey {
  static var defaultValue: OwnTextFieldStyle? { nil }
}

extension EnvironmentValues {
  var ownTextFieldStyle: OwnTextFieldStyle? {
    get { self[OwnTextFieldStyleKey.self] }
    set { self[OwnTextFieldStyleKey.self] = newValue }
  }
}
