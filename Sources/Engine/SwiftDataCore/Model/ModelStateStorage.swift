// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What ties one object to a context, in three words of the object itself: which
/// entity of which engine, row key, changes.
///
/// All zero until the object is registered, observed or asked for its
/// identity. When the object is deallocated, it takes the object out of the identity map.
///
/// The fields are atomic, since objects are released on any thread; they are
/// read and written without ordering, which costs what plain fields do, and no
/// checks of exclusive access.
public struct _ModelStateStorage: ~Copyable, Sendable {
  /// The address of an `EntityTie`; with the lowest bit set, of an
  /// `_ModelState.Extra` that has it. Zero: no context knows the object.
  @usableFromInline let link = Atomic<UInt>(0)
  /// Positive: the row's primary key. Negative: temporary. Zero: none yet.
  let key = Atomic<Int64>(0)
  /// From the lowest bit on: the row's version (32), flags (12), and which
  /// properties have changed (20).
  @usableFromInline let word = Atomic<UInt64>(0)

  /// Creates the state of an object that no context knows.
  @inlinable
  public init() {}

  /// Whether the object is neither registered nor observed, and its identity has not been read.
  @inlinable
  public var isUnused: Bool { word.load(ordering: .relaxed) == 0 }

  @inlinable
  deinit {
    let link = self.link.load(ordering: .relaxed)
    if link != 0 { _leave(link) }
  }

  /// The last act of an object's state.
  @usableFromInline
  func _leave(_ link: UInt) {
    var tie = UnsafePointer<EntityTie>(bitPattern: link)
    if let extra = _ModelState.Extra.unmanaged(link) {
      tie = extra._withUnsafeGuaranteedRef { $0.tie }
      extra.release()
    }
    guard let tie else { return }
    let core = tie.pointee.core
    let key = key.load(ordering: .relaxed)
    tie.pointee.map._withUnsafeGuaranteedRef { $0.leave(key, core) }
  }
}

/// An entity in the engine of one context: what each of its objects refers
/// to. Lives as long as the engine, which objects keep alive together, through
/// their identity map, at less than a reference count each.
struct EntityTie {
  let core: Unmanaged<ContextCore>
  let entity: Unmanaged<_Entity>
  /// That of the root of the hierarchy.
  let map: Unmanaged<IdentityMap>
}
