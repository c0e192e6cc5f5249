// SPDX-License-Identifier: Apache-2.0

/// Casts a destination to its relationship's class.
@inline(__always)
func _destination<V: AnyObject>(_ object: AnyObject, _: V.Type) -> V {
  // Members are assigned with that type; rows are selected by entity, single ones checked (`toOne`).
  unsafeDowncast(object, to: V.self)
}

/// An attribute or relationship in storage of type `_Stored<V>`.
class TypedPropertyDescription<M: PersistentModel, V>: StoredPropertyDescription<M, _Stored<V>> {
  /// The storage seen as that of another type of the same layout, so that no
  /// metadata of `_Stored<V>` has to be looked up: that was two thirds of what
  /// assigning a relationship cost.
  @inline(__always)
  final func address<U>(_ model: any PersistentModel, as _: U.Type)
    -> UnsafeMutablePointer<_Stored<U>>?
  {
    guard let offset else { return nil }
    // As `StoredPropertyDescription.pointer`. `U` is `V`, or a class in its place: a reference either way.
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    return base.advanced(by: offset).assumingMemoryBound(to: _Stored<U>.self)
  }

  /// Where the list of a loaded to-many relationship lies: at the beginning
  /// of its storage, whose size shows that a tag follows it.
  @inline(__always)
  final func list<Member>(_ model: any PersistentModel, of _: Member.Type)
    -> UnsafeMutablePointer<[Member]>?
  {
    guard let offset, MemoryLayout<_Stored<[AnyObject]>>.size == 9 else { return nil }
    // As `address`: nine bytes are an array's reference and the tag.
    let base = UnsafeMutableRawPointer(Unmanaged.passUnretained(model as AnyObject).toOpaque())
    return base.advanced(by: offset).assumingMemoryBound(to: [Member].self)
  }

  /// Members as an array of their class. Written as references, since `map` in
  /// generic code copies each through its metadata: a tenth of prefetching.
  static func list<Member: AnyObject>(_ members: ArraySlice<any PersistentModel>) -> [Member] {
    // The standard library writes the count of every array that it makes this way, also of the empty one, which all
    // threads share.
    if members.isEmpty { return [] }
    return [Member](unsafeUninitializedCapacity: members.count) { buffer, count in
      guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      // `Member` is a class: its array is one of references.
      let references = base.assumingMemoryBound(to: Unmanaged<AnyObject>.self)
      for member in members {
        references[count] = Unmanaged.passRetained(member as AnyObject)
        count += 1
      }
    }
  }
}
