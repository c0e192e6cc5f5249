// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Joins items to a list, such as "ham, eggs, and tea": Foundation's class, which Foundation lacks on this platform.
  ///
  /// ```swift
  /// ListFormatter.localizedString(byJoining: ["ham", "eggs"])  // "ham and eggs"
  /// ```
  open class ListFormatter: Formatter {
    /// Whose rules apply; nil for the current locale.
    open var locale: Locale!
    /// What makes a text of an item that is none; without one, its description is taken.
    open var itemFormatter: Formatter?

    /// Returns a list of texts, in the current locale.
    open class func localizedString(byJoining strings: [String]) -> String { strings.formatted() }

    /// Returns a list of items. Nil if one is neither a text nor anything that the formatter takes.
    open func string(from items: [Any]) -> String? {
      var texts: [String] = []
      for item in items {
        if let text = itemFormatter?.string(for: item) ?? (item as? String) {
          texts.append(text)
        } else if itemFormatter == nil {
          texts.append(String(describing: item))
        } else {
          return nil
        }
      }
      return texts.formatted(.list(type: .and).locale(locale ?? .current))
    }

    /// Returns a list of the items of an array; nil for anything else.
    open override func string(for obj: Any?) -> String? { (obj as? [Any]).flatMap(string(from:)) }
  }
#endif
