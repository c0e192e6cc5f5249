// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension ModelClass {
  /// The state of an object, and what `PersistentModel` and Observation ask of it.
  /// A subclass inherits all of them.
  var stateMembers: [String] {
    guard superclass == nil else { return [] }
    return isolatedIdentity + [
      "nonisolated public let _$storage = SwiftData._ModelStateStorage()",
      """
      nonisolated public var _$ownState: SwiftData._ModelState {
        \(settling)\(usesStorageNames ? "return " : "")SwiftData._ModelState(self, _$storage)
      }
      """,
      """
      nonisolated public var persistentBackingData: any SwiftData.BackingData<\(name)> {
        get { SwiftData._backingData(of: self) }
        set { SwiftData._adopt(newValue, for: self) }
      }
      """,
      """
      nonisolated var _$observationRegistrar: SwiftData.ObservationRegistrar {
        SwiftData._registrar(of: self)
      }
      """,
      """
      nonisolated func access<_M>(keyPath: Swift.KeyPath<\(name), _M>) {
        _$observationRegistrar.access(self, keyPath: keyPath)
      }
      """,
      """
      nonisolated func withMutation<_M, _MR>(
        keyPath: Swift.KeyPath<\(name), _M>, _ mutation: () throws -> _MR
      ) rethrows -> _MR {
        try _$observationRegistrar.withMutation(of: self, keyPath: keyPath, mutation)
      }
      """,
    ]
  }

  /// An isolated class with an `id` of its own keeps the default one as the
  /// witness of `Identifiable`, which is not isolated.
  private var isolatedIdentity: [String] {
    guard globalActor != nil, properties.contains(where: { $0.name == "id" }) else { return [] }
    return ["public typealias ID = SwiftData.PersistentIdentifier"]
  }
}

extension ModelClass {
  /// Releases chains of objects one by one.
  ///
  /// For a plain class with a stored property of its own type, optional, the compiler makes a deinitializer that walks
  /// along the chain, so that one of any length fits on the stack. The storage of a persisted property hides its type
  /// from the compiler. A class with a deinitializer of its own keeps that one.
  var chainMembers: [String] {
    let links = properties.filter { $0.isOptional(of: name) && $0.form == .any }
    guard !links.isEmpty, !hasDeinitializer else { return [] }
    let releases = links.map {
      "SwiftData._releaseChain(SwiftData._take(&\($0.storage))) { SwiftData._take(&$0.\($0.storage)) }"
    }
    return ["deinit {\n\(releases.indented(2))\n}"]
  }
}

extension PersistedProperty {
  /// Whether the annotation says `Name?`.
  fileprivate func isOptional(of name: String) -> Bool {
    guard !isConstant, let wrapped = type?.as(OptionalTypeSyntax.self)?.wrappedType else { return false }
    return wrapped.as(IdentifierTypeSyntax.self)?.name.text == name
  }
}
