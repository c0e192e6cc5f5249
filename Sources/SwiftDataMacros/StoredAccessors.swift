import SwiftSyntax
import SwiftSyntaxBuilder

extension AccessedProperty {
  /// Accessors over the typed storage. A loaded value costs an observation check and a load.
  func storedAccessors(index: String) -> [AccessorDeclSyntax] {
    let suffix = form.rawValue
    // What was there matters to relationships only.
    let old = form == .attribute ? "" : "self.\(storage), "
    return [
      """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
        \(raw: storage) = .value(initialValue)
      }
      """,
      """
      get {
        SwiftData._access(self, \\.\(raw: identifier))
        if case .value(let value) = self.\(raw: storage) {
          return value
        }
        SwiftData._fault(self, \(raw: index))
        return SwiftData._resolve\(raw: suffix)(self, self.\(raw: storage), \(raw: index)) {
          self.\(raw: storage) = .value($0)
        }
      }
      """,
      """
      set {
        SwiftData._set\(raw: suffix)(self, \\.\(raw: identifier), \(raw: index), \(raw: old)newValue) {
          self.\(raw: storage) = .value($0)
        }
      }
      """,
    ]
  }

  /// The typed storage: absent while the object is a fault.
  var storedPeer: DeclSyntax {
    let generic = form == .attribute ? "SwiftData._StoredAttribute" : "SwiftData._Stored"
    // The class may be isolated; the store fills the storage wherever the context lives.
    let prefix = "@exclusivity(unchecked) nonisolated(unsafe) private var \(storage)"
    guard let type = type?.storageSource ?? initializer?.literalType else {
      let source = initializer?.trimmedDescription ?? "fatalError()"
      // The closure is never called: it hands its type over.
      return "\(raw: prefix) = SwiftData._Stored(typeOf: { \(raw: source) })"
    }
    let startsAsNil = initializer == nil && self.type?.optionalWrapped != nil
    return "\(raw: prefix): \(raw: generic)<\(raw: type)>\(raw: startsAsNil ? " = .value(nil)" : "")"
  }
}
