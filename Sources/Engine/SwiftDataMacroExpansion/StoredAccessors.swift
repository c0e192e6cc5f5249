// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension AccessedProperty {
  /// Accessors over the typed storage. A loaded value costs an observation check and a load.
  func storedAccessors(owner: String, index: Int) -> [String] {
    let index = "\(owner)._$first + \(index)"
    let suffix = form.rawValue
    let write = "SwiftData._write\(suffix)(self, \(index), newValue)"
    // An object that no context knows just stores; a relationship keeps its inverse there, too.
    let relationship =
      form == .any ? ", SwiftData._isJustStored(self.\(storage), newValue)" : ""
    let settling = isNamed ? "SwiftData._settle(_$backingData, self)\n  " : ""
    let initAccessor = """
      @storageRestrictions(initializes: \(storage))
      init(initialValue) {
        \(storage) = .value(initialValue)
      }
      """
    return [
      isNamed ? namedInitAccessor(owner: owner) : initAccessor,
      """
      get {
        \(settling)if !SwiftData._isTracking, case .value(let value) = self.\(storage) {
          return value
        }
        return SwiftData._read\(suffix)(self, \(index))
      }
      """,
      """
      set {
        \(settling)if self._$storage.isUnused\(relationship) {
          self.\(storage) = .value(newValue)
        } else {
          \(write)
        }
      }
      """,
    ]
  }

  /// The typed storage: absent while the object is a fault.
  var storedPeer: String {
    let generic = form == .attribute ? "SwiftData._StoredAttribute" : "SwiftData._Stored"
    // The class may be isolated; the store fills the storage wherever the context lives.
    let prefix = "\(Self.safety)@exclusivity(unchecked) nonisolated(unsafe) private var \(storage)"
    guard let type = type?.storageSource ?? initializer?.literalType else {
      let source = initializer?.trimmedDescription ?? "fatalError()"
      // The closure is never called: it hands its type over.
      return "\(prefix) = SwiftData._Stored(typeOf: { \(source) })"
    }
    let startsAsNil = initializer == nil && self.type?.optionalWrapped != nil
    // The hand-written code gives it no value.
    let value = startsAsNil ? " = .value(nil)" : isNamed ? " = .absent" : ""
    return "\(prefix): \(generic)<\(type)>\(value)"
  }

  /// Says to a module that checks memory safety strictly that the accessors keep the storage safe.
  static var safety: String {
    #if compiler(>=6.2)
      "@safe "
    #else
      ""
    #endif
  }
}
