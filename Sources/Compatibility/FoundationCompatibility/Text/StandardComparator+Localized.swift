// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// The comparators of a `SortDescriptor` that Foundation leaves out here.
  ///
  /// ```swift
  /// FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name, comparator: .localizedStandard)])
  /// ```
  ///
  /// They carry the same options as on Apple's platforms. A fetch reads which one it is and sorts by
  /// ``StandardStringOrder``; sorting an array with one is Foundation's own work, without a locale.
  extension String.StandardComparator {
    /// The order of a file browser: digits by their numbers, without regard to case.
    public static let localizedStandard = foundation(
      options: [.numeric, .caseInsensitive, .widthInsensitive, .forcedOrdering])

    /// The order of a dictionary.
    public static let localized = foundation(options: [])

    /// A comparator with `options` that is localized.
    ///
    /// Foundation has no initializer for it, and decodes none. So the two stored properties, of which
    /// the first is public in `String.Comparator`, are written into a copy of `lexical`; the result is
    /// only taken if it encodes as what was asked for. `lexical` is the way out, should the layout
    /// change.
    private static func foundation(options: String.CompareOptions) -> String.StandardComparator {
      let flag = MemoryLayout<UInt>.size
      var comparator = lexical
      guard _isPOD(String.StandardComparator.self),
        MemoryLayout<String.StandardComparator>.size > flag, Shape(lexical) == Shape(0, false)
      else { return lexical }
      withUnsafeMutableBytes(of: &comparator) { bytes in
        bytes.storeBytes(of: options.rawValue, as: UInt.self)
        bytes.storeBytes(of: true, toByteOffset: flag, as: Bool.self)
      }
      return Shape(comparator) == Shape(options.rawValue, true) ? comparator : lexical
    }

    /// The encoded form of a comparator.
    private struct Shape: Codable, Equatable {
      let options: UInt
      let isLocalized: Bool
      let order: SortOrder

      init(_ options: UInt, _ isLocalized: Bool) {
        self.options = options
        self.isLocalized = isLocalized
        order = .forward
      }

      init?(_ comparator: String.StandardComparator) {
        guard let data = try? JSONEncoder().encode(comparator),
          let shape = try? JSONDecoder().decode(Shape.self, from: data)
        else { return nil }
        self = shape
      }
    }
  }
#endif
