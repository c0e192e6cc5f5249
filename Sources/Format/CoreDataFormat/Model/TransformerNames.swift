// SPDX-License-Identifier: Apache-2.0

/// The names of value transformers that Core Data itself brings.
package enum TransformerNames {
  /// What Apple's frameworks name where an attribute does not.
  package static let standard = "NSSecureUnarchiveFromData"

  private static let archiving: Set<String> = [
    "", standard, "NSSecureUnarchiveFromDataTransformer", "NSKeyedUnarchiveFromData",
    "NSKeyedUnarchiveFromDataTransformer",
  ]

  /// Whether the values of an attribute with this transformer lie in keyed
  /// archives. What any other transformer makes is known to itself alone.
  ///
  /// - Parameter name: `nil` if the attribute names none.
  package static func areArchives(_ name: String?) -> Bool { name.map(archiving.contains) ?? true }
}
