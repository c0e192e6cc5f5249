// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Whether an interpolated value is readable in a log.
  public struct OSLogPrivacy: Sendable {
    enum Kind { case auto, `public`, `private`, sensitive }

    /// The replacement for a private value.
    public enum Mask: Sendable {
      /// A number that is equal for equal values.
      case hash
      /// `<private>`, whatever the value is.
      case none
    }

    var kind: Kind
    var mask = Mask.none

    /// Numbers and truth values can be read, texts and objects cannot.
    public static var auto: OSLogPrivacy { OSLogPrivacy(kind: .auto) }
    /// The value can be read.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(kind: .public) }
    /// The value is replaced, unless `OS_LOG_PRIVATE` says otherwise.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(kind: .private) }
    /// As `private` here.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(kind: .sensitive) }

    /// Texts and objects are replaced by their mask, numbers and truth values can be read.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .auto, mask: mask) }
    /// The value is replaced by its mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .private, mask: mask) }
    /// As `private` here: the value is replaced by its mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(kind: .sensitive, mask: mask) }

    func text(_ value: String, isPublicByDefault: Bool, showsPrivate: Bool = LogOutput.showsPrivate) -> String {
      let isReadable =
        switch kind {
        case .public: true
        case .auto: isPublicByDefault
        case .private, .sensitive: false
        }
      if isReadable || showsPrivate { return value }
      guard case .hash = mask else { return "<private>" }
      // FNV-1a: the same in every run, so that messages can be brought together.
      let hash = value.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      return "<mask.hash: '\(String(hash, radix: 16))'>"
    }
  }

  /// How a text is padded.
  public struct OSLogStringAlignment: Sendable {
    var width = 0
    var isLeft = true

    /// The text as it is.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
    /// Spaces follow the text, up to a width in characters.
    public static func left(columns: Int) -> OSLogStringAlignment { OSLogStringAlignment(width: columns) }
    /// Spaces precede the text, up to a width in characters.
    public static func right(columns: Int) -> OSLogStringAlignment {
      OSLogStringAlignment(width: columns, isLeft: false)
    }

    func pad(_ text: String) -> String {
      let gap = String(repeating: " ", count: Swift.max(0, width - text.count))
      return isLeft ? text + gap : gap + text
    }
  }

  /// How a whole number is written.
  public struct OSLogIntegerFormatting: Sendable {
    var radix = 10
    var prefix = ""
    var minDigits = 1
    var isUppercase = false
    var hasSign = false

    /// In base 10.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting() }
    /// In base 16, in lower case.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// In base 8.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// In base 10, with zeros up to a number of digits.
    public static func decimal(explicitPositiveSign: Bool = false, minDigits: Int = 1) -> OSLogIntegerFormatting {
      OSLogIntegerFormatting(minDigits: minDigits, hasSign: explicitPositiveSign)
    }

    /// In base 16; `includePrefix` adds `0x`.
    public static func hex(
      explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
      OSLogIntegerFormatting(
        radix: 16, prefix: includePrefix ? "0x" : "", minDigits: minDigits, isUppercase: uppercase,
        hasSign: explicitPositiveSign)
    }

    /// In base 8; `includePrefix` adds `0o`.
    public static func octal(
      explicitPositiveSign: Bool = false, includePrefix: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
      OSLogIntegerFormatting(
        radix: 8, prefix: includePrefix ? "0o" : "", minDigits: minDigits, hasSign: explicitPositiveSign)
    }

    func text<T: BinaryInteger>(_ value: T) -> String {
      var digits = String(value.magnitude, radix: radix, uppercase: isUppercase)
      digits = String(repeating: "0", count: Swift.max(0, minDigits - digits.count)) + digits
      return (value < 0 ? "-" : hasSign ? "+" : "") + prefix + digits
    }
  }

  /// How a number with a fraction is written.
  public struct OSLogFloatFormatting: Sendable {
    var format = "%f"

    /// With six digits after the point.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting() }
    /// With an exponent, and six digits after the point.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(format: "%e") }
    /// With six significant digits, and an exponent for very large and small numbers.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(format: "%g") }

    /// With a number of digits after the point, at most 1,100.
    public static func fixed(
      precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("f", precision, explicitPositiveSign, uppercase) }

    /// With an exponent, and a number of digits after the point, at most 1,100.
    public static func exponential(
      precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("e", precision, explicitPositiveSign, uppercase) }

    /// With a number of significant digits, at most 1,100, and an exponent for very large and small numbers.
    public static func hybrid(
      precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting { make("g", precision, explicitPositiveSign, uppercase) }

    private static func make(
      _ kind: String, _ precision: Int, _ sign: Bool, _ uppercase: Bool
    ) -> OSLogFloatFormatting {
      // No more digits than a number has: the precision goes into a format.
      let digits = Swift.min(Swift.max(0, precision), 1_100)
      return OSLogFloatFormatting(
        format: "%\(sign ? "+" : "").\(digits)\(uppercase ? kind.uppercased() : kind)")
    }

    func text(_ value: Double) -> String { String(format: format, value) }
  }

  /// The format of a truth value.
  public enum OSLogBoolFormat: Sendable {
    /// `true`, `false`
    case truth
    /// `yes`, `no`
    case answer
  }

  /// A message whose interpolated values have a privacy.
  public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// The builder that the compiler creates a message with.
    public typealias StringInterpolation = OSLogInterpolation

    let text: String

    /// A text without values.
    public init(stringLiteral value: String) { text = value }
    /// A text with values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
  }

  /// The parts of a message.
  public struct OSLogInterpolation: StringInterpolationProtocol {
    var text = ""

    /// An empty message; the numbers are not used.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal, which can always be read.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a text, which is private unless it is declared public.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text(align.pad(value()), isPublicByDefault: false)
    }

    /// Adds a whole number, which can be read unless it is declared private.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
      _ value: @autoclosure () -> T, format: OSLogIntegerFormatting = .decimal,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text(align.pad(format.text(value())), isPublicByDefault: true)
    }

    /// Adds a number, which can be read unless it is declared private.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text(align.pad(format.text(value())), isPublicByDefault: true)
    }

    /// Adds a number, which can be read unless it is declared private.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed,
      align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text(align.pad(format.text(Double(value()))), isPublicByDefault: true)
    }

    /// Adds a truth value, which can be read unless it is declared private.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) {
      let value = value()
      let word =
        switch format {
        case .truth: value ? "true" : "false"
        case .answer: value ? "yes" : "no"
        }
      text += privacy.text(word, isPublicByDefault: true)
    }

    // Numbers are texts too, but have formats and are public.
    /// Adds the description of a value, which is private unless it is declared public.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
      _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text(align.pad(value().description), isPublicByDefault: false)
    }

    /// Adds an error, which is private unless it is declared public.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> (any Error), privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text("\(value())", isPublicByDefault: false)
    }

    /// Adds the name of a type, which can be read unless it is declared private.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text(align.pad("\(value())"), isPublicByDefault: true)
    }

    /// Adds the description of an object, which is private unless it is declared public.
    public mutating func appendInterpolation(
      _ value: @autoclosure () -> NSObject?, privacy: OSLogPrivacy = .auto
    ) {
      text += privacy.text(value()?.description ?? "(null)", isPublicByDefault: false)
    }
  }
#endif
