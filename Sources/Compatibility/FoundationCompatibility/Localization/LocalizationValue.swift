// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  extension String {
    /// The key of a localized string, with its interpolated values.
    ///
    /// ```swift
    /// let title = String(localized: "\(count) trips", comment: "Title of the list")
    /// ```
    ///
    /// The key of this one is `%lld trips`, as in the strings files of Apple's platforms.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Codable, Hashable, Sendable {
      /// What a strings file has as the key: each interpolation is a format specifier.
      let key: String
      /// The texts of the interpolations, in order.
      private let arguments: [String]

      /// A key that holds no interpolation. Percent signs stand for themselves.
      public init(_ value: String) {
        key = value.replacingOccurrences(of: "%", with: "%%")
        arguments = []
      }

      /// A key from a string literal.
      public init(stringLiteral value: String) { self.init(value) }

      /// A key from a string literal with values.
      public init(stringInterpolation: StringInterpolation) {
        key = stringInterpolation.key
        arguments = stringInterpolation.arguments
      }

      /// The text of a key without interpolations, else the key with its specifiers.
      var lookupKey: String {
        arguments.isEmpty ? key.replacingOccurrences(of: "%%", with: "%") : key
      }

      /// `format`, a translation of the key, with every interpolation filled in.
      func filling(_ format: String) -> String {
        arguments.isEmpty ? format : LocalizationFormat.fill(format, with: arguments)
      }

      /// The key with every interpolation filled in.
      var text: String { filling(lookupKey) }
    }
  }

  extension String.LocalizationValue {
    /// Collects the key and the interpolated values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
      fileprivate var key = ""
      fileprivate var arguments: [String] = []

      /// An empty key; the numbers only reserve space.
      public init(literalCapacity: Int, interpolationCount: Int) {
        key.reserveCapacity(literalCapacity + interpolationCount * 4)
      }

      /// Appends a part of the literal. Percent signs stand for themselves.
      public mutating func appendLiteral(_ literal: String) {
        key += literal.replacingOccurrences(of: "%", with: "%%")
      }

      private mutating func append(_ specifier: String, _ text: String) {
        key += specifier
        arguments.append(text)
      }

      /// Appends a string: `%@`.
      public mutating func appendInterpolation(_ string: String) { append("%@", string) }

      /// Appends a signed integer: `%lld`.
      public mutating func appendInterpolation(_ value: some SignedInteger) {
        append("%lld", String(describing: value))
      }

      /// Appends an unsigned integer: `%llu`.
      public mutating func appendInterpolation(_ value: some UnsignedInteger) {
        append("%llu", String(describing: value))
      }

      /// Appends a number: `%lf`, with six decimals unless a specifier is given.
      public mutating func appendInterpolation(_ value: Double, specifier: String = "%lf") {
        append(specifier, String(format: specifier, value))
      }

      /// Appends a number: `%f`, with six decimals.
      public mutating func appendInterpolation(_ value: Float) {
        append("%f", String(format: "%f", Double(value)))
      }

      /// Appends an integer in the format of `specifier`.
      public mutating func appendInterpolation(_ value: Int, specifier: String) {
        append(specifier, String(format: specifier, value))
      }

      /// Appends a formatted value: `%@`.
      public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
      where F.FormatOutput == String {
        append("%@", format.format(input))
      }

      /// Appends the text of another resource: `%@`.
      public mutating func appendInterpolation(_ resource: LocalizedStringResource) {
        append("%@", String(localized: resource))
      }

      /// Appends any other value by its description: `%@`.
      @_disfavoredOverload
      public mutating func appendInterpolation<T>(_ value: T) {
        append("%@", String(describing: value))
      }
    }
  }
#endif
