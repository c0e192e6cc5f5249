#if !canImport(Darwin)
import Foundation

// Model files name their enum cases for people with `String(localized:)`,
// which Foundation on Linux lacks.

extension String {
  /// A key for a localized string, and what is interpolated into it.
  ///
  /// ```swift
  /// let title = String(localized: "\(count) trips", comment: "Title of the list")
  /// ```
  public struct LocalizationValue: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// The key with every interpolation filled in.
    let text: String

    public init(_ value: String) { text = value }
    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: DefaultStringInterpolation) {
      text = stringInterpolation.description
    }
  }

  /// The string that a bundle's table has for `key`, else the key itself.
  ///
  /// - Parameters:
  ///   - key: What to look up.
  ///   - table: The name of the strings file; `Localizable` if `nil`.
  ///   - bundle: Where to look; the main bundle if `nil`.
  ///   - locale: Kept for source compatibility: the bundle's choice holds.
  ///   - comment: For translators.
  public init(
    localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
    locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = (bundle ?? .main).localizedString(forKey: key.text, value: key.text, table: table)
  }

  /// The string that a bundle's table has for `key`, else `defaultValue`.
  public init(
    localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil,
    bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
  ) {
    self = (bundle ?? .main).localizedString(
      forKey: key.description, value: defaultValue.text, table: table)
  }
}
#endif
