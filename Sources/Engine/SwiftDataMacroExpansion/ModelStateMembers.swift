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
