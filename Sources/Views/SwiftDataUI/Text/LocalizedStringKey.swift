// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The key of a localized text. See Apple's documentation of `LocalizedStringKey`.
///
/// The key itself is shown: no table of strings is asked for a translation of it. Markdown for bold, italic, code,
/// struck text and links is understood.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  var runs: [Text.Run]

  /// Creates a key from a string, whose Markdown is understood.
  public init(_ value: String) { runs = Markdown.runs(value) }
  /// Creates a key from a string literal, whose Markdown is understood.
  public init(stringLiteral value: String) { runs = Markdown.runs(value) }
  /// Creates a key from a string literal with interpolated values.
  public init(stringInterpolation: StringInterpolation) { runs = stringInterpolation.runs }

  package var plain: String { runs.map(\.text).joined() }

  /// The parts of a string literal, as the compiler hands them over. Markdown is understood within one literal part,
  /// and not in interpolated values.
  public struct StringInterpolation: StringInterpolationProtocol {
    var runs: [Text.Run] = []

    /// Creates an empty interpolation; the numbers are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal, whose Markdown is understood.
    public mutating func appendLiteral(_ literal: String) { runs += Markdown.runs(literal) }

    private mutating func append(_ text: String) { runs.append(Text.Run(text)) }

    /// Adds a string as it is.
    public mutating func appendInterpolation(_ string: String) { append(string) }
    /// Adds the description of a value.
    public mutating func appendInterpolation<T>(_ value: T) { append(Self.describe(value)) }
    /// Adds a text, with its styles.
    public mutating func appendInterpolation(_ text: Text) { runs += text.runs }
    /// Adds an image, if it is a symbol: other images are left out.
    public mutating func appendInterpolation(_ image: Image) { runs.append(image.run) }
    /// Adds a date in a style, as it is written now.
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      runs.append(Text.Run(RegionalText(date, style)))
    }
    /// Adds two dates with a dash between them, each with an abbreviated date and a short time.
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) {
      runs.append(Text.Run(RegionalText(dates)))
    }
    /// Adds a value as a format writes it.
    public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      runs.append(Text.Run(RegionalText(value, format)))
    }
    /// Adds a number as a format of C writes it, such as `%.2f`.
    public mutating func appendInterpolation<T: CVarArg>(_ value: T, specifier: String) {
      append(String(format: specifier, value))
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
  }
}
