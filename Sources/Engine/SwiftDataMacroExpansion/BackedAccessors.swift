// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension AccessedProperty {
  /// Accessors over a `_$backingData` that the class declares itself, as hand-written models do.
  func backedAccessors(_ suffix: String) -> [String] {
    [
      """
      @storageRestrictions(accesses: _$backingData, initializes: \(storage))
      init(initialValue) {
        _$backingData.set\(suffix)Value(forKey: \\.\(identifier), to: initialValue)
        \(storage) = _SwiftDataNoType()
      }
      """,
      """
      get {
        _$observationRegistrar.access(self, keyPath: \\.\(identifier))
        return self.get\(suffix)Value(forKey: \\.\(identifier))
      }
      """,
      """
      set {
        _$observationRegistrar.withMutation(of: self, keyPath: \\.\(identifier)) {
          self.set\(suffix)Value(forKey: \\.\(identifier), to: newValue)
        }
      }
      """,
    ]
  }

  /// The empty storage that the init accessor initializes.
  var backedPeer: String {
    let mark =
      if type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true {
        "!"
      } else if type?.is(OptionalTypeSyntax.self) == true {
        "?"
      } else {
        ""
      }
    let value = initializer == nil ? "" : " = _SwiftDataNoType()"
    return "@Transient private var \(storage): _SwiftDataNoType\(mark)\(value)"
  }
}
