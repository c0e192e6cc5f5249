// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// A localized string that is looked up later, where it is shown.
  ///
  /// ```swift
  /// enum Kind: String, Codable {
  ///   case work, leisure
  ///   var title: LocalizedStringResource { self == .work ? "Work" : "Leisure" }
  /// }
  /// String(localized: Kind.work.title)
  /// ```
  public struct LocalizedStringResource: ExpressibleByStringInterpolation, Codable, Hashable,
    Sendable
  {
    /// Where the strings file is.
    public enum BundleDescription: Codable, Hashable, Sendable {
      /// The program's own bundle.
      case main
      /// The bundle of a folder.
      case atURL(URL)

      /// The bundle of a class.
      public static func forClass(_ type: AnyClass) -> BundleDescription {
        .atURL(Bundle(for: type).bundleURL)
      }
    }

    /// The key in the strings file.
    public let key: String
    /// The string if there is no translation.
    public let defaultValue: String.LocalizationValue
    /// The name of the strings file; `Localizable` if `nil`.
    public let table: String?
    /// Kept for source compatibility: the bundle's choice holds.
    public var locale: Locale
    /// Where the strings file is.
    public let bundle: BundleDescription

    /// A string that is its own key.
    public init(
      _ keyAndValue: String.LocalizationValue, table: String? = nil, locale: Locale = .current,
      bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
      key = keyAndValue.lookupKey
      defaultValue = keyAndValue
      self.table = table
      self.locale = locale
      self.bundle = bundle
    }

    /// A string with a key.
    public init(
      _ key: StaticString, defaultValue: String.LocalizationValue, table: String? = nil,
      locale: Locale = .current, bundle: BundleDescription = .main, comment: StaticString? = nil
    ) {
      self.key = key.description
      self.defaultValue = defaultValue
      self.table = table
      self.locale = locale
      self.bundle = bundle
    }

    /// A key from a string literal, looked up in the main bundle.
    public init(stringLiteral value: String) { self.init(String.LocalizationValue(value)) }

    /// A key from a string literal with values, looked up in the main bundle.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
      self.init(String.LocalizationValue(stringInterpolation: stringInterpolation))
    }
  }

  /// A type with a name for people.
  public protocol CustomLocalizedStringResourceConvertible {
    /// The name.
    var localizedStringResource: LocalizedStringResource { get }
  }

  extension LocalizedStringResource: CustomLocalizedStringResourceConvertible {
    /// The resource itself.
    public var localizedStringResource: LocalizedStringResource { self }
  }
#endif
