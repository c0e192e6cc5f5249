// SPDX-License-Identifier: Apache-2.0

extension SwiftDataError {
  /// A stored value that a property's type refuses.
  ///
  /// - Parameters:
  ///   - error: What the codec, or the type's own `init(from:)`, threw.
  ///   - type: The property's type.
  static func unreadable(_ error: any Error, as type: Any.Type, entity: String, property: String?)
    -> SwiftDataError
  {
    let known = error as? SwiftDataError
    return SwiftDataError(
      .storeIsCorrupted,
      "A stored value cannot be read as \(type): \(known?.explanation ?? "\(error).")",
      entity: entity, property: property, value: known?.context?.value,
      advice: known?.advice
        ?? "Check that the property's type is the one the store was written with.",
      underlying: known == nil ? error : nil)
  }
}
