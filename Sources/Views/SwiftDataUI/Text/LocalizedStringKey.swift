// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The key of a localized text. See Apple's documentation of `LocalizedStringKey`.
///
/// String catalogs and strings files of the app's bundles have the translations, in the language of the page: that of the
/// browser, or what `environment(\.locale, …)` says above the view. Markdown for bold, italic, code, struck text and links
/// is understood, also around values. What is in `^[\(count) item](inflect: true)` is shown without the signs, in English
/// with the noun in the plural if the number asks for it.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The key as it was written, with its values.
  private let written: [Text.Run]
  /// What a table has as the key: each value is a format specifier. Empty where there are no tables.
  private let key: String
  private let arguments: [Argument]

  /// A value of a key.
  struct Argument: Hashable, Sendable {
    var runs: [Text.Run]
    var number: Double?
    /// A number as digits alone.
    var digits: String?

    /// What stands for it within an address.
    var address: String { digits ?? runs.map(\.text).joined() }
  }

  /// Creates a key from a string, whose Markdown is understood.
  public init(_ value: String) { self.init(stringLiteral: value) }
  /// Creates a key from a string literal, whose Markdown is understood.
  public init(stringLiteral value: String) {
    written = Markdown.runs(value, StringTables.shared.sourceLanguage)
    key = StringTables.shared.isEmpty ? "" : value
    arguments = []
  }
  /// Creates a key from a string literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    written = Markdown.runs(stringInterpolation.parts, StringTables.shared.sourceLanguage)
    key = stringInterpolation.key
    arguments = stringInterpolation.arguments
  }

  /// The text in the language of the view that is evaluated.
  var runs: [Text.Run] { runs(table: nil) }

  func runs(table: String?) -> [Text.Run] {
    if key.isEmpty { return written }
    return runs(StringTables.shared, table: table, PageLanguage.current)
  }

  func runs(_ tables: StringTables, table: String?, _ locale: Locale) -> [Text.Run] {
    guard let (translation, language) = tables.translation(key, table: table, locale) else { return written }
    let text = StringTables.text(translation, language, numbers: arguments.map(\.number))
    if arguments.isEmpty { return Markdown.runs(text.replacingOccurrences(of: "%%", with: "%"), language) }
    var parts: [Markdown.Part] = []
    var literal = "", next = 0
    var rest = Substring(text)
    while let first = rest.first {
      guard first == "%" else {
        literal.append(first)
        rest = rest.dropFirst()
        continue
      }
      guard let specifier = FormatSpecifier(rest) else {
        literal.append("%")
        rest = rest.dropFirst(rest.hasPrefix("%%") ? 2 : 1)
        continue
      }
      let index = specifier.position.map { $0 - 1 } ?? next
      if specifier.position == nil { next += 1 }
      if arguments.indices.contains(index) {
        parts += [.literal(literal), .value(arguments[index])]
        literal = ""
      }
      rest = rest.dropFirst(specifier.length)
    }
    return Markdown.runs(parts + [.literal(literal)], language)
  }

  package var plain: String { Text(runs: runs).plain }

  /// The parts of a string literal, as the compiler hands them over. Markdown is understood in what is written, also
  /// around values, which look as it says. A value has no Markdown of its own; in an address it is a part of that.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Markdown.Part] = []
    fileprivate var key = ""
    fileprivate var arguments: [Argument] = []
    private let hasTables = !StringTables.shared.isEmpty

    /// Creates an empty interpolation; the numbers are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal, whose Markdown is understood.
    public mutating func appendLiteral(_ literal: String) {
      parts.append(.literal(literal))
      if hasTables { key += literal.replacingOccurrences(of: "%", with: "%%") }
    }

    private mutating func append(_ value: Argument, _ specifier: String = "%@") {
      parts.append(.value(value))
      guard hasTables else { return }
      key += specifier
      arguments.append(value)
    }

    private mutating func append(_ new: [Text.Run]) { append(Argument(runs: new)) }
    private mutating func append(_ text: String) { append([Text.Run(text)]) }

    /// Adds a string as it is.
    public mutating func appendInterpolation(_ string: String) { append(string) }
    /// Adds the description of a value, or a number as the page's region writes it: a whole one in groups of digits,
    /// such as `12,345`, another one with six decimals.
    public mutating func appendInterpolation<T>(_ value: T) {
      let (specifier, number) = Self.format(of: value)
      let text = Self.describe(value)
      let run = Self.run(of: value) ?? Text.Run(text)
      append(Argument(runs: [run], number: number, digits: number == nil ? nil : text), specifier)
    }
    /// Adds a text, with its styles.
    public mutating func appendInterpolation(_ text: Text) { append(text.runs) }
    /// Adds an image, if it is a symbol: other images are left out.
    public mutating func appendInterpolation(_ image: Image) { append([image.run]) }
    /// Adds a date in a style, as it is written now.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      append([Text.Run(RegionalText(date, style))])
    }
    /// Adds two dates with a dash between them, each with an abbreviated date and a short time.
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) {
      append([Text.Run(RegionalText(dates))])
    }
    /// Adds a value as a format writes it.
    public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      append([Text.Run(RegionalText(value, format))])
    }
    /// Adds a number as a format of C writes it, such as `%.2f`, with the decimal mark and the groups of the page's
    /// region.
    public mutating func appendInterpolation<T: CVarArg>(_ value: T, specifier: String) {
      let number = Self.format(of: value).number
      let text = String(format: specifier, value)
      let run = number == nil ? Text.Run(text) : Text.Run(RegionalText(value, specifier: specifier))
      append(Argument(runs: [run], number: number, digits: number == nil ? nil : text), specifier)
    }
    /// Adds an object as a formatter writes it, or its description.
    public mutating func appendInterpolation<T: NSObject>(_ subject: T, formatter: Formatter? = nil) {
      append(formatter?.string(for: subject) ?? "\(subject)")
    }
    /// Adds a value of Foundation, such as a date, as a formatter writes it, or its description.
    public mutating func appendInterpolation<T: ReferenceConvertible>(_ subject: T, formatter: Formatter? = nil) {
      append(formatter?.string(for: subject) ?? "\(subject)")
    }
    /// Adds a date as a formatter writes it, or its description: not every Foundation has it refer to an `NSDate`.
    public mutating func appendInterpolation(_ subject: Date, formatter: Formatter?) {
      append(formatter?.string(for: subject) ?? "\(subject)")
    }
    /// Adds the string of a resource, which the tables of its bundle may translate.
    public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
      append(String(localized: resource))
    }

    private static func describe<T>(_ value: T) -> String { "\(value)" }

    /// A number as its region writes it; nil for other values.
    private static func run<T>(of value: T) -> Text.Run? {
      switch value {
      case let value as Double: Text.Run(RegionalText(fraction: value))
      case let value as Float: Text.Run(RegionalText(fraction: Double(value)))
      case let value as CGFloat: Text.Run(RegionalText(fraction: Double(value)))
      case let value as any BinaryInteger:
        if let whole = Int64(exactly: value) {
          Text.Run(RegionalText(whole: whole))
        } else {
          UInt64(exactly: value).map { Text.Run(RegionalText(large: $0)) }
        }
      default: nil
      }
    }

    /// How a table writes a value of a type, and the number that it is.
    private static func format<T>(of value: T) -> (specifier: String, number: Double?) {
      switch value {
      case let value as Double: ("%lf", value)
      case let value as Float: ("%f", Double(value))
      case let value as CGFloat: ("%lf", Double(value))
      case let value as Int32: ("%d", Double(value))
      case let value as UInt32: ("%u", Double(value))
      case let value as any SignedInteger: ("%lld", Double(Int64(clamping: value)))
      case let value as any UnsignedInteger: ("%llu", Double(UInt64(clamping: value)))
      default: ("%@", nil)
      }
    }
  }
}

/// A specifier at the start of a text: `%@`, `%lld`, `%.2f`, `%2$@`.
private struct FormatSpecifier {
  /// The number of the argument, from 1.
  var position: Int?
  /// In characters.
  var length = 1

  /// Nil for what names no argument, such as `%%`.
  init?(_ text: Substring) {
    var rest = text.dropFirst()
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    if !number.isEmpty, rest.dropFirst(number.count).first == "$" {
      position = Int(number)
      length += number.count + 1
      rest = rest.dropFirst(number.count + 1)
    }
    let modifiers = rest.prefix { "0123456789.+-#lhqzt".contains($0) }
    length += modifiers.count + 1
    guard let conversion = rest.dropFirst(modifiers.count).first, "@diouxXeEfFgGaAcCsSp".contains(conversion) else {
      return nil
    }
  }
}

/// The language that texts are looked up in: that of the view that is evaluated.
enum PageLanguage {
  static var current: Locale { environment.locale }

  /// What the view inherits; nothing if none is evaluated.
  static var environment: EnvironmentValues {
    guard MainTurn.isHere else { return EnvironmentValues() }
    return MainActor.assumeIsolated {
      guard let node = MainTurn.reader?.node else { return Unchecked(value: EnvironmentValues()) }
      node.readsLanguage = true
      return Unchecked(value: node.environment)
    }.value
  }
}
