// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Synchronization

/// The registered objects of one entity hierarchy in one context, by key.
///
/// It does not keep objects alive, and costs no side table per object: an
/// object's state takes itself out when the object is deallocated. An object may be
/// released on any thread, hence the lock; while it is held, a pointer found
/// is to memory that is still there, and `swift_tryRetain` says whether the
/// object is.
final class IdentityMap: Sendable {
  private let table = Mutex(Contents())

  private struct Contents: ~Copyable {
    var keys = KeyTable()
    /// The second word of every `any PersistentModel` here: objects of one
    /// hierarchy share the conformance of their root class.
    var conformance: UInt = 0
    /// How many objects are tied to the engine through this map.
    var ties = 0

    /// The object at an address, unless it is being destroyed.
    @inline(__always)
    borrowing func retained(_ object: UInt) -> (any PersistentModel)? {
      guard let pointer = UnsafeMutableRawPointer(bitPattern: object),
        osd_try_retain(pointer) != nil
      else { return nil }
      // The cast retains once more; the first retain is given back.
      // An existential of a class is its address and the conformance, which all classes of a hierarchy inherit.
      let model = unsafeBitCast((object, conformance), to: Box.self).model
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
      return model
    }
  }

  /// An existential in a box, or a cast would be of the object that it holds.
  private struct Box { let model: any PersistentModel }

  /// The two words that `retained` puts together again: an existential of a class is the object's address and its
  /// conformance.
  @inline(__always)
  private static func words(_ object: any PersistentModel) -> (address: UInt, conformance: UInt) {
    // A box of one field has the field's layout.
    unsafeBitCast(Box(model: object), to: (UInt, UInt).self)
  }

  func object(_ key: Int64) -> (any PersistentModel)? {
    table.withLock { $0.retained($0.keys.object(key)) }
  }

  func insert(_ object: any PersistentModel, _ key: Int64) {
    let (address, conformance) = Self.words(object)
    table.withLock {
      $0.conformance = conformance
      $0.keys.insert(address, key)
    }
  }

  /// Registers an object that is new to the engine, and keeps the engine
  /// alive until the last such object is deallocated.
  func tie(_ object: any PersistentModel, _ key: Int64, to core: ContextCore) {
    let (address, conformance) = Self.words(object)
    table.withLock {
      $0.conformance = conformance
      $0.keys.insert(address, key)
      // Given back by whoever takes out the last tie (`untie`, `leave`).
      if $0.ties == 0 { _ = Unmanaged.passRetained(core) }
      $0.ties &+= 1
    }
  }

  /// The opposite of ``tie(_:_:to:)``.
  func untie(_ object: any PersistentModel, _ key: Int64, from core: ContextCore) {
    let address = Self.address(object)
    let isLast = table.withLock {
      $0.keys.remove(address, key)
      $0.ties &-= 1
      return $0.ties == 0
    }
    // What the first tie has retained. Outside the lock: the map may go with the engine.
    if isLast { Unmanaged.passUnretained(core).release() }
  }

  /// Called by an object on its way out, for the key it was registered with.
  ///
  /// Its entry may be that of another object by now, which has been made for
  /// the same row. If that one is alive, it stays; if it is on its way out too,
  /// it can be left out.
  func leave(_ key: Int64, _ core: Unmanaged<ContextCore>) {
    var other: UnsafeMutableRawPointer?
    let isLast = table.withLock { contents in
      let address = contents.keys.object(key)
      if let pointer = UnsafeMutableRawPointer(bitPattern: address) {
        other = osd_try_retain(pointer)
        if other == nil { contents.keys.remove(address, key) }
      }
      contents.ties &-= 1
      return contents.ties == 0
    }
    // What was retained above, and by the first tie. Outside the lock: the other may have been let go meanwhile, and
    // the map may go with the engine.
    if let other { Unmanaged<AnyObject>.fromOpaque(other).release() }
    if isLast { core.release() }
  }

  /// Takes `object` out, unless another one has the key by now.
  func remove(_ object: AnyObject, _ key: Int64) { remove(Self.address(object), key) }

  func remove(_ address: UInt, _ key: Int64) { table.withLock { $0.keys.remove(address, key) } }

  private static func address(_ object: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  var count: Int { table.withLock { $0.keys.count } }

  /// Every registered object that is still alive.
  func all() -> [any PersistentModel] {
    table.withLock { contents in
      var objects: [any PersistentModel] = []
      objects.reserveCapacity(contents.keys.count)
      contents.keys.forEach { if let object = contents.retained($0) { objects.append(object) } }
      return objects
    }
  }
}
