// SPDX-License-Identifier: Apache-2.0

/// How text fields look. See Apple's documentation of `TextFieldStyle`.
@MainActor @preconcurrency public protocol TextFieldStyle {
  /// The name of a style of the system's.
  var _name: String { get }
  /// The type of what ``_body(configuration:)`` returns.
  associatedtype _Body: View
  /// What a style of the app's makes of a field: the requirement that Apple's protocol has.
  @ViewBuilder func _body(configuration: TextField<_Label>) -> _Body
  /// What the style gets: the field with a label of any type.
  typealias _Label = _TextFieldStyleLabel
}

extension TextFieldStyle {
  /// The name of all styles of the app's own.
  public var _name: String { _TextFieldStyleLabel.customName }
  /// Returns the field unchanged: what the system's styles, drawn by the browser's style sheet, need.
  public func _body(configuration: TextField<_Label>) -> some View { configuration }
}

/// The label of a field, for styles.
public struct _TextFieldStyleLabel: View {
  let content: AnyView
  /// The label as it was written.
  public var body: some View { content }
  static let customName = "custom"
}

/// The style of fields that have no other: without a border.
public struct DefaultTextFieldStyle: TextFieldStyle, Sendable {
  /// Creates the style that `.automatic` stands for.
  public init() {}
  /// The name that ``View/textFieldStyle(_:)`` reads.
  public var _name: String { "automatic" }
}
/// A style without a border.
public struct PlainTextFieldStyle: TextFieldStyle, Sendable {
  /// Creates the style that `.plain` stands for.
  public init() {}
  /// The name that ``View/textFieldStyle(_:)`` reads.
  public var _name: String { "plain" }
}
/// A style with a border that has round corners.
public struct RoundedBorderTextFieldStyle: TextFieldStyle, Sendable {
  /// Creates the style that `.roundedBorder` stands for.
  public init() {}
  /// The name that ``View/textFieldStyle(_:)`` reads.
  public var _name: String { "roundedBorder" }
}
extension TextFieldStyle where Self == DefaultTextFieldStyle {
  /// Without a border, as in a row of a form.
  public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
  /// Without a border.
  public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  /// A border with round corners.
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
  /// A square border on a Mac; drawn like `roundedBorder`.
  public static var squareBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// Which keyboard a phone shows. The names are those of `UIKeyboardType`.
public enum UIKeyboardType: Int, Hashable, Sendable {
  /// All become the `inputmode` of the field, which a phone's browser goes by; those without a counterpart are `text`.
  case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
  /// As above: `twitter` is `text`, `webSearch` is `search`, `asciiCapableNumberPad` is `numeric`.
  case twitter, webSearch, asciiCapableNumberPad
  var keyboard: Element.Keyboard {
    switch self {
    case .numberPad, .asciiCapableNumberPad: .numbers
    case .decimalPad, .numbersAndPunctuation: .decimals
    case .phonePad: .phone
    case .emailAddress: .mail
    case .URL: .address
    case .webSearch: .search
    default: .text
    }
  }
}

/// What a phone begins with a capital letter. The names are those of UIKit.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable { case none, words, sentences, allCharacters }

/// What a field is for, as the value of its `autocomplete` attribute: browsers and password managers fill it in by
/// that.
public struct UITextContentType: RawRepresentable, Hashable, Sendable {
  /// The value of the attribute `autocomplete`.
  public let rawValue: String
  /// Creates a type with a value of the attribute `autocomplete`.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A person's whole name.
  public static let name = Self(rawValue: "name")
  /// A person's given name.
  public static let givenName = Self(rawValue: "given-name")
  /// A person's family name.
  public static let familyName = Self(rawValue: "family-name")
  /// An address for mail.
  public static let emailAddress = Self(rawValue: "email")
  /// A number to call.
  public static let telephoneNumber = Self(rawValue: "tel")
  /// The name of an account.
  public static let username = Self(rawValue: "username")
  /// The password of an account.
  public static let password = Self(rawValue: "current-password")
  /// A password that is being chosen; the browser may suggest one.
  public static let newPassword = Self(rawValue: "new-password")
  /// A code that is valid once, such as one from a message.
  public static let oneTimeCode = Self(rawValue: "one-time-code")
  /// An address of a page.
  public static let URL = Self(rawValue: "url")
  /// A street with the number, on as many lines as it takes.
  public static let fullStreetAddress = Self(rawValue: "street-address")
  /// The first line of a street.
  public static let streetAddressLine1 = Self(rawValue: "address-line1")
  /// The name of a town.
  public static let addressCity = Self(rawValue: "address-level2")
  /// The name of a state or province.
  public static let addressState = Self(rawValue: "address-level1")
  /// A postal code.
  public static let postalCode = Self(rawValue: "postal-code")
  /// The name of a country.
  public static let countryName = Self(rawValue: "country-name")
  /// The name of a company.
  public static let organizationName = Self(rawValue: "organization")
  /// What somebody does for a living.
  public static let jobTitle = Self(rawValue: "organization-title")
  /// The number of a card to pay with.
  public static let creditCardNumber = Self(rawValue: "cc-number")
  /// What somebody is called by friends.
  public static let nickname = Self(rawValue: "nickname")
  /// The day on which somebody was born.
  public static let birthdate = Self(rawValue: "bday")
}
/// The name of ``UITextContentType`` in apps for the Mac.
public typealias NSTextContentType = UITextContentType

/// What a phone begins with a capital letter as one types.
public struct TextInputAutocapitalization: Hashable, Sendable {
  let name: String
  /// Nothing.
  public static let never = Self(name: "none")
  /// Each word.
  public static let words = Self(name: "words")
  /// Each sentence.
  public static let sentences = Self(name: "sentences")
  /// Each character.
  public static let characters = Self(name: "characters")
}

/// What the Return key of a phone's keyboard says, as the value of the attribute `enterkeyhint`.
public struct SubmitLabel: Hashable, Sendable {
  let name: String
  /// A key that ends the typing.
  public static let done = Self(name: "done")
  /// A key that goes to what was typed.
  public static let go = Self(name: "go")
  /// A key that sends what was typed.
  public static let send = Self(name: "send")
  /// A key that joins something; the same as ``go`` here.
  public static let join = Self(name: "go")
  /// A key that shows a route; the same as ``go`` here.
  public static let route = Self(name: "go")
  /// A key that searches.
  public static let search = Self(name: "search")
  /// A key that begins a new line.
  public static let `return` = Self(name: "enter")
  /// A key that goes on to the next field.
  public static let next = Self(name: "next")
  /// A key that goes on; the same as ``next`` here.
  public static let `continue` = Self(name: "next")
}

/// Which fields ``View/onSubmit(of:_:)`` is about.
public struct SubmitTriggers: OptionSet, Sendable {
  /// The bits of the triggers.
  public let rawValue: Int
  /// Creates triggers of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Fields for text.
  public static let text = SubmitTriggers(rawValue: 1)
  /// Fields that search.
  public static let search = SubmitTriggers(rawValue: 2)
}

extension View {
  /// Sets the style of the text fields within. The fields within a style of the app's own are plain.
  public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
    let isOwn = style._name == _TextFieldStyleLabel.customName
    return environment(\.textFieldStyleName, isOwn ? "plain" : style._name)
      .environment(\.ownTextFieldStyle, isOwn ? OwnTextFieldStyle { style._body(configuration: $0) } : nil)
  }

  private func input(_ attribute: Element.Attribute) -> some View {
    EnvironmentWriter(
      content: self,
      change: { values in
        values.inputAttributes.removeAll { $0.name == attribute.name }
        values.inputAttributes.append(attribute)
      }, isSame: { $0.inputAttributes == $1.inputAttributes })
  }

  /// Asks for a keyboard for the fields within; only devices without keys follow.
  public func keyboardType(_ type: UIKeyboardType) -> some View { input(.init(.keyboard, .keyboard(type.keyboard))) }
  /// Says what the fields within are for, so that the browser can fill them in; nil asks it not to.
  public func textContentType(_ type: UITextContentType?) -> some View {
    input(.init(.contentType, type?.rawValue ?? "off"))
  }
  /// Sets what begins with a capital letter in the fields within; nil stands for each sentence.
  public func textInputAutocapitalization(_ mode: TextInputAutocapitalization?) -> some View {
    input(.init(.capitalization, mode?.name ?? "sentences"))
  }
  /// Sets what begins with a capital letter in the fields within: the older form of
  /// ``textInputAutocapitalization(_:)``.
  public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View {
    input(.init(.capitalization, ["none", "words", "sentences", "characters"][style.rawValue]))
  }
  /// Keeps the browser from correcting what is typed in the fields within.
  public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
    input(.init(.correctsText, !disable))
  }
  /// Keeps the browser from correcting what is typed in the fields within: the older form, in which nil means no.
  public func disableAutocorrection(_ disable: Bool?) -> some View {
    input(.init(.correctsText, disable != true))
  }
  /// Sets what the Return key of a phone's keyboard says in the fields within.
  public func submitLabel(_ label: SubmitLabel) -> some View { input(.init(.returnKey, label.name)) }

  /// Does something when Return is pressed in a field within: one for text, or one that searches. Where views within do
  /// something, too, this comes after them. See Apple's documentation of `onSubmit(of:_:)`.
  public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
    EnvironmentWriter(
      content: self, change: { $0.submitActions.append(SubmitAction(triggers: triggers, run: action)) })
  }
  /// Keeps what is done above the view when Return is pressed from being done for the fields within.
  public func submitScope(_ isBlocking: Bool = true) -> some View {
    EnvironmentWriter(content: self, change: { if isBlocking { $0.submitActions = [] } })
  }
}
