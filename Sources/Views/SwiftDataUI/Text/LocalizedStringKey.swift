// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The key of a localized text. See Apple's documentation of `LocalizedStringKey`.
///
/// The key is looked up in the strings of the app's main bundle; mostly there is none, and the key is shown. Markdown
/// for bold, italic, code and links is supported.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  var runs: [Text.Run]

  public init(_ value: String) { runs = Markdown.runs(value) }
  public init(stringLiteral value: String) { runs = Markdown.runs(value) }
  public init(stringInterpolation: StringInterpolation) { runs = stringInterpolation.runs }

  package var plain: String { runs.map(\.text).joined() }

  public struct StringInterpolation: StringInterpolationProtocol {
    var runs: [Text.Run] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { runs += Markdown.runs(literal) }

    private mutating func append(_ text: String) { runs.append(Text.Run(text)) }

    public mutating func appendInterpolation(_ string: String) { append(string) }
    public mutating func appendInterpolation<T>(_ value: T) { append(Self.describe(value)) }
    public mutating func appendInterpolation(_ text: Text) { runs += text.runs }
    public mutating func appendInterpolation(_ image: Image) { runs.append(image.run) }
    public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
      append(style.string(date))
    }
    public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { append(Text.DateStyle.string(dates)) }
    public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
      append(format.format(value))
    }
    public mutating func appendInterpolation<T: CVarArg>(_ value: T, specifier: String) {
      append(String(format: specifier, value))
    }
    public mutating func appendInterpolation<T: NSObject>(_ subject: T, formatter: Formatter? = nil) {
      append(formatter?.string(for: subject) ?? "\(subject)")
    }
    public mutating func appendInterpolation<T: ReferenceConvertible>(_ subject: T, formatter: Formatter? = nil) {
      append(formatter?.string(for: subject) ?? "\(subject)")
    }
    public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
      append(String(localized: resource))
    }

    private static func describe<T>(_ value: T) -> String { "\(value)" }
  }
}
