// SPDX-License-Identifier: Apache-2.0

/// What a translator of predicates needs to know of attribute types.
package enum TypeInspection {
  /// The stored property of a struct that a key path leads to.
  package static func field(_ keyPath: AnyKeyPath) -> String? {
    let type = type(of: keyPath)
    func offset<Root>(_ root: Root.Type) -> Int? {
      (keyPath as? PartialKeyPath<Root>).flatMap { MemoryLayout<Root>.offset(of: $0) }
    }
    guard TypeReflection.kind(of: type.rootType) == .structure,
      let offset = _openExistential(type.rootType, do: offset)
    else { return nil }
    return TypeReflection.fields(ofStruct: type.rootType).first {
      $0.offset == offset && $0.type == type.valueType
    }?.name
  }

  /// All values of an enum that has no payloads; `nil` for other types.
  package static func values(ofEnum type: any Any.Type) -> [Any]? {
    guard TypeReflection.kind(of: type) == .enumeration else { return nil }
    let cases = TypeReflection.cases(ofEnum: type)
    guard !cases.isEmpty, !cases.contains(where: \.hasPayload) else { return nil }
    func make<V>(_ type: V.Type) -> [Any] {
      // An enum without payloads is its tag.
      cases.indices.map { tag in
        withUnsafeTemporaryAllocation(
          byteCount: max(MemoryLayout<V>.size, 8), alignment: 8
        ) { memory in
          memory.storeBytes(of: tag, as: Int.self)
          return memory.load(as: V.self) as Any
        }
      }
    }
    return _openExistential(type, do: make)
  }

  /// Whether a key path leads from a model to its identifier: spelled
  /// `persistentModelID`, or `id` where the model declares none, or either
  /// through a protocol.
  package static func isIdentity(_ keyPath: AnyKeyPath, _ description: _ModelDescription) -> Bool {
    guard type(of: keyPath).valueType == PersistentIdentifier.self else { return false }
    func open<M: PersistentModel>(_ type: M.Type) -> Bool {
      if keyPath == \M.persistentModelID || keyPath == \M.id { return true }
      guard let instance = description.make() as? M else { return false }
      let value =
        (keyPath as? PartialKeyPath<M>).map { instance[keyPath: $0] as Any }
        ?? instance[keyPath: keyPath]
      return value as? PersistentIdentifier == instance.persistentModelID
    }
    return open(description.type)
  }

  /// A value as an element of an array or dictionary attribute is stored.
  package static func json(_ value: some Encodable) throws -> [UInt8] {
    Array(try JSONArchive.encoder.encode([value]))
  }
}
