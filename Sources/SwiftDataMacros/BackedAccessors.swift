import SwiftSyntax
import SwiftSyntaxBuilder

extension AccessedProperty {
  /// Accessors over a `_$backingData` that the class declares itself, as hand-written models do.
  func backedAccessors(_ suffix: String) -> [AccessorDeclSyntax] {
    [
      """
      @storageRestrictions(accesses: _$backingData, initializes: \(raw: storage))
      init(initialValue) {
        _$backingData.set\(raw: suffix)Value(forKey: \\.\(raw: identifier), to: initialValue)
        \(raw: storage) = _SwiftDataNoType()
      }
      """,
      """
      get {
        _$observationRegistrar.access(self, keyPath: \\.\(raw: identifier))
        return self.get\(raw: suffix)Value(forKey: \\.\(raw: identifier))
      }
      """,
      """
      set {
        _$observationRegistrar.withMutation(of: self, keyPath: \\.\(raw: identifier)) {
          self.set\(raw: suffix)Value(forKey: \\.\(raw: identifier), to: newValue)
        }
      }
      """,
    ]
  }

  /// The empty storage that the init accessor initializes.
  var backedPeer: DeclSyntax {
    let mark =
      if type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true {
        "!"
      } else if type?.is(OptionalTypeSyntax.self) == true {
        "?"
      } else {
        ""
      }
    let value = initializer == nil ? "" : " = _SwiftDataNoType()"
    return "@Transient private var \(raw: storage): _SwiftDataNoType\(raw: mark)\(raw: value)"
  }
}
