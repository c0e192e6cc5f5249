import SwiftSyntax

extension AccessedProperty {
  /// Accessors over the typed storage. A loaded value costs an observation check and a load.
  func storedAccessors(index: String) -> [String] {
    let suffix = form.rawValue
    // What was there matters to relationships only.
    let old = form == .attribute ? "" : "self.\(storage), "
    return [
      """
      @storageRestrictions(initializes: \(storage))
      init(initialValue) {
        \(storage) = .value(initialValue)
      }
      """,
      """
      get {
        SwiftData._access(self, \\.\(identifier))
        if case .value(let value) = self.\(storage) {
          return value
        }
        SwiftData._fault(self, \(index))
        return SwiftData._resolve\(suffix)(self, self.\(storage), \(index)) {
          self.\(storage) = .value($0)
        }
      }
      """,
      """
      set {
        SwiftData._set\(suffix)(self, \\.\(identifier), \(index), \(old)newValue) {
          self.\(storage) = .value($0)
        }
      }
      """,
    ]
  }

  /// The typed storage: absent while the object is a fault.
  var storedPeer: String {
    let generic = form == .attribute ? "SwiftData._StoredAttribute" : "SwiftData._Stored"
    // The class may be isolated; the store fills the storage wherever the context lives.
    let prefix = "@exclusivity(unchecked) nonisolated(unsafe) private var \(storage)"
    guard let type = type?.storageSource ?? initializer?.literalType else {
      let source = initializer?.trimmedDescription ?? "fatalError()"
      // The closure is never called: it hands its type over.
      return "\(prefix) = SwiftData._Stored(typeOf: { \(source) })"
    }
    let startsAsNil = initializer == nil && self.type?.optionalWrapped != nil
    return "\(prefix): \(generic)<\(type)>\(startsAsNil ? " = .value(nil)" : "")"
  }
}
