import CSwiftDataRuntime
import Synchronization

/// The registered objects of one entity hierarchy in one context, by key.
///
/// It does not keep objects alive, and costs no side table per object: an
/// object's state takes itself out when the object goes. An object may be
/// released on any thread, hence the lock; while it is held, a pointer found
/// is to memory that is still there, and `swift_tryRetain` says whether the
/// object is.
final class IdentityMap: Sendable {
  private let objects = Mutex<[Int64: Entry]>([:])

  /// The two words of an `any PersistentModel`, without a reference count:
  /// looking an object up needs no conformance look-up.
  private struct Box { let model: any PersistentModel }

  private struct Entry: Sendable {
    let object: UInt
    let conformance: UInt

    init(_ object: any PersistentModel) {
      // In a box, or the cast would be of the object that the existential holds.
      (self.object, conformance) = unsafeBitCast(Box(model: object), to: (UInt, UInt).self)
    }

    /// The object, unless it is being destroyed.
    func retained() -> (any PersistentModel)? {
      guard let pointer = UnsafeMutableRawPointer(bitPattern: object),
        osd_try_retain(pointer) != nil
      else { return nil }
      // The cast retains once more; the first retain is given back.
      let model = unsafeBitCast((object, conformance), to: Box.self).model
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
      return model
    }
  }

  func object(_ key: Int64) -> (any PersistentModel)? {
    objects.withLock { $0[key]?.retained() }
  }

  func insert(_ object: any PersistentModel, _ key: Int64) {
    let entry = Entry(object)
    objects.withLock { $0[key] = entry }
  }

  /// Takes `object` out, unless another one has the key by now.
  func remove(_ object: AnyObject, _ key: Int64) { remove(pointer(object), key) }

  func remove(_ pointer: UnsafeRawPointer, _ key: Int64) {
    objects.withLock { objects in
      guard let entry = objects[key], entry.object == UInt(bitPattern: pointer) else { return }
      objects[key] = nil
    }
  }

  func reserve(_ count: Int) { objects.withLock { $0.reserveCapacity($0.count + count) } }

  var count: Int { objects.withLock { $0.count } }

  /// Every registered object that is still alive.
  func all() -> [any PersistentModel] {
    objects.withLock { $0.values.compactMap { $0.retained() } }
  }

  private func pointer(_ object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }
}
