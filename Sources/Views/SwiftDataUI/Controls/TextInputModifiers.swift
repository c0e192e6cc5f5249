// SPDX-License-Identifier: Apache-2.0

/// How text fields look. See Apple's documentation of `TextFieldStyle`.
@MainActor @preconcurrency public protocol TextFieldStyle {
  /// The name of a style of the system's.
  var _name: String { get }
  associatedtype _Body: View
  /// What a style of the app's makes of a field: the requirement that Apple's protocol has.
  @ViewBuilder func _body(configuration: TextField<_Label>) -> _Body
  typealias _Label = _TextFieldStyleLabel
}

extension TextFieldStyle {
  public var _name: String { _TextFieldStyleLabel.customName }
  public func _body(configuration: TextField<_Label>) -> some View { configuration }
}

/// The label of a field, for styles.
public struct _TextFieldStyleLabel: View {
  let content: AnyView
  public var body: some View { content }
  static let customName = "custom"
}

public struct DefaultTextFieldStyle: TextFieldStyle, Sendable {
  public init() {}
  public var _name: String { "automatic" }
}
public struct PlainTextFieldStyle: TextFieldStyle, Sendable {
  public init() {}
  public var _name: String { "plain" }
}
public struct RoundedBorderTextFieldStyle: TextFieldStyle, Sendable {
  public init() {}
  public var _name: String { "roundedBorder" }
}
extension TextFieldStyle where Self == DefaultTextFieldStyle {
  public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
  public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
  public static var squareBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// Which keyboard a phone shows. The names are those of `UIKeyboardType`.
public enum UIKeyboardType: Int, Hashable, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
  case twitter, webSearch, asciiCapableNumberPad
  var inputMode: String {
    switch self {
    case .numberPad, .asciiCapableNumberPad: "numeric"
    case .decimalPad, .numbersAndPunctuation: "decimal"
    case .phonePad: "tel"
    case .emailAddress: "email"
    case .URL: "url"
    case .webSearch: "search"
    default: "text"
    }
  }
}

public enum UITextAutocapitalizationType: Int, Hashable, Sendable { case none, words, sentences, allCharacters }

public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let name = Self(rawValue: "name")
  public static let givenName = Self(rawValue: "given-name")
  public static let familyName = Self(rawValue: "family-name")
  public static let emailAddress = Self(rawValue: "email")
  public static let telephoneNumber = Self(rawValue: "tel")
  public static let username = Self(rawValue: "username")
  public static let password = Self(rawValue: "current-password")
  public static let newPassword = Self(rawValue: "new-password")
  public static let oneTimeCode = Self(rawValue: "one-time-code")
  public static let URL = Self(rawValue: "url")
  public static let fullStreetAddress = Self(rawValue: "street-address")
  public static let streetAddressLine1 = Self(rawValue: "address-line1")
  public static let addressCity = Self(rawValue: "address-level2")
  public static let addressState = Self(rawValue: "address-level1")
  public static let postalCode = Self(rawValue: "postal-code")
  public static let countryName = Self(rawValue: "country-name")
  public static let organizationName = Self(rawValue: "organization")
  public static let jobTitle = Self(rawValue: "organization-title")
  public static let creditCardNumber = Self(rawValue: "cc-number")
  public static let nickname = Self(rawValue: "nickname")
  public static let birthdate = Self(rawValue: "bday")
}
public typealias NSTextContentType = UITextContentType

public struct TextInputAutocapitalization: Hashable, Sendable {
  let name: String
  public static let never = Self(name: "none")
  public static let words = Self(name: "words")
  public static let sentences = Self(name: "sentences")
  public static let characters = Self(name: "characters")
}

public struct SubmitLabel: Hashable, Sendable {
  let name: String
  public static let done = Self(name: "done")
  public static let go = Self(name: "go")
  public static let send = Self(name: "send")
  public static let join = Self(name: "go")
  public static let route = Self(name: "go")
  public static let search = Self(name: "search")
  public static let `return` = Self(name: "enter")
  public static let next = Self(name: "next")
  public static let `continue` = Self(name: "next")
}

public struct SubmitTriggers: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let text = SubmitTriggers(rawValue: 1)
  public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
  public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
    let isOwn = style._name == _TextFieldStyleLabel.customName
    return environment(\.textFieldStyleName, isOwn ? "plain" : style._name)
      .environment(\.ownTextFieldStyle, isOwn ? OwnTextFieldStyle { style._body(configuration: $0) } : nil)
  }

  private func input(_ name: String, _ value: String) -> some View {
    EnvironmentWriter(
      content: self,
      change: { values in
        values.inputAttributes.removeAll { $0.name == name }
        values.inputAttributes.append(InputAttribute(name: name, value: value))
      }, isSame: { $0.inputAttributes == $1.inputAttributes })
  }

  public func keyboardType(_ type: UIKeyboardType) -> some View { input("inputmode", type.inputMode) }
  public func textContentType(_ type: UITextContentType?) -> some View {
    input("autocomplete", type?.rawValue ?? "off")
  }
  public func textInputAutocapitalization(_ mode: TextInputAutocapitalization?) -> some View {
    input("autocapitalize", mode?.name ?? "sentences")
  }
  public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View {
    input("autocapitalize", ["none", "words", "sentences", "characters"][style.rawValue])
  }
  public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
    input("autocorrect", disable ? "off" : "on")
  }
  public func disableAutocorrection(_ disable: Bool?) -> some View {
    input("autocorrect", disable == true ? "off" : "on")
  }
  public func submitLabel(_ label: SubmitLabel) -> some View { input("enterkeyhint", label.name) }

  /// Does something when Return is pressed in a field. See Apple's documentation of `onSubmit(of:_:)`.
  public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
    environment(\.submitAction, action)
  }
}
