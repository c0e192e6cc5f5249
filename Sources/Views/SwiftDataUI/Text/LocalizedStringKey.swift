// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The key of a localized text. See Apple's documentation of `LocalizedStringKey`.
///
/// String catalogs and strings files of the app's bundles have the translations, in the language of the page: that of the
/// browser, or what `environment(\.locale, …)` says above the view. Markdown for bold, italic, code, struck text and links
/// is understood.
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
  }

  /// Creates a key from a string, whose Markdown is understood.
  public init(_ value: String) { self.init(stringLiteral: value) }
  /// Creates a key from a string literal, whose Markdown is understood.
  public init(stringLiteral value: String) {
    written = Markdown.runs(value)
    key = StringTables.shared.isEmpty ? "" : value
    arguments = []
  }
  /// Creates a key from a string literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) {
    written = stringInterpolation.runs
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
    if arguments.isEmpty { return Markdown.runs(text.replacingOccurrences(of: "%%", with: "%")) }
    var runs: [Text.Run] = []
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
        runs += Markdown.runs(literal) + arguments[index].runs
        literal = ""
      }
      rest = rest.dropFirst(specifier.length)
    }
    return runs + Markdown.runs(literal)
  }

  package var plain: String { runs.map(\.text).joined() }

  /// The parts of a string literal, as the compiler hands them over. Markdown is understood within one literal part,
  /// and not in interpolated values.
  public struct StringInterpolation: StringInterpolationProtocol {
    var runs: [Text.Run] = []
    fileprivate var key = ""
    fileprivate var arguments: [Argument] = []
    private let hasTables = !StringTables.shared.isEmpty

    /// Creates an empty interpolation; the numbers are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal, whose Markdown is understood.
    public mutating func appendLiteral(_ literal: String) {
      runs += Markdown.runs(literal)
      if hasTables { key += literal.replacingOccurrences(of: "%", with: "%%") }
    }

    private mutating func append(_ new: [Text.Run], _ specifier: String = "%@", number: Double? = nil) {
      runs += new
      guard hasTables else { return }
      key += specifier
      arguments.append(Argument(runs: new, number: number))
    }

    private mutating func append(_ text: String, _ specifier: String = "%@", number: Double? = nil) {
      append([Text.Run(text)], specifier, number: number)
    }

    /// Adds a string as it is.
    public mutating func appendInterpolation(_ string: String) { append(string) }
    /// Adds the description of a value.
    public mutating func appendInterpolation<T>(_ value: T) {
      let (specifier, number) = Self.format(of: value)
      append(Self.describe(value), specifier, number: number)
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
    /// Adds a number as a format of C writes it, such as `%.2f`.
    public mutating func appendInterpolation<T: CVarArg>(_ value: T, specifier: String) {
      append(String(format: specifier, value), specifier, number: Self.format(of: value).number)
    }
    /// Adds an object as a formatter writes it, or its description.
    public mutating func appendInterpolation<T: NSObject>(_ subject: T, formatter: Formatter? = nil) {
      append(formatter?.string(for: subject) ?? "\(subject)")
    }
    /// Adds a value of Foundation, such as a date, as a formatter writes it, or its description.
    public mutating func appendInterpolation<T: ReferenceConvertible>(_ subject: T, formatter: Formatter? = nil) {
      append(formatter?.string(for: subject) ?? "\(subject)")
    }
    /// Adds the string of a resource, which the tables of its bundle may translate.
    public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
      append(String(localized: resource))
    }

    private static func describe<T>(_ value: T) -> String { "\(value)" }

    /// How a table writes a value of a type, and the number that it is.
    private static func format<T>(of value: T) -> (specifier: String, number: Double?) {
      switch value {
      case let value as Double: ("%lf", value)
      case let value as Float: ("%f", Double(value))
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
  static var current: Locale {
    guard MainTurn.isHere else { return .current }
    return MainActor.assumeIsolated {
      guard let node = MainTurn.reader?.node else { return .current }
      node.readsLanguage = true
      return node.environment.locale
    }
  }
}
