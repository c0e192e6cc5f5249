// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  // Model files name their enum cases for people with `String(localized:)`,
  // which Foundation on Linux lacks.

  extension String {
    /// The string that a bundle's table has for `key`, else the key itself.
    ///
    /// - Parameters:
    /// - key: The key to look up.
    ///   - table: The name of the strings file; `Localizable` if `nil`.
    /// - bundle: The bundle to search; the main bundle if `nil`.
    /// - locale: Has no effect; part of Foundation's signature. The bundle chooses the language.
    ///   - comment: For translators.
    public init(
      localized key: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
      locale: Locale = .current, comment: StaticString? = nil
    ) {
      self.init(key.lookupKey, default: key, table: table, bundle: bundle ?? .main)
    }

    /// The string that a bundle's table has for `key`, else `defaultValue`.
    public init(
      localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil,
      bundle: Bundle? = nil, locale: Locale = .current, comment: StaticString? = nil
    ) {
      self.init(key.description, default: defaultValue, table: table, bundle: bundle ?? .main)
    }

    /// The string of a resource.
    public init(localized resource: LocalizedStringResource) {
      let bundle: Bundle? =
        switch resource.bundle {
        case .main: .main
        case .atURL(let url): Bundle(url: url)
        }
      self.init(
        resource.key, default: resource.defaultValue, table: resource.table,
        bundle: bundle ?? .main)
    }

    private init(
      _ key: String, default value: LocalizationValue, table: String?, bundle: Bundle
    ) {
      self = value.filling(
        bundle.localizedString(forKey: key, value: value.lookupKey, table: table))
    }
  }
#endif
