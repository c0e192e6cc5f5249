// SPDX-License-Identifier: Apache-2.0

import Observation
import Synchronization

/// The state of one object: what a context knows of it.
///
/// A view of the fields that lie in the object, which it keeps alive.
public struct _ModelState: @unchecked Sendable {
  // Unchecked: the fields are atomic; whose turn it is to use the object is the program's business, as of the object itself.
  /// The object that contains the storage.
  @usableFromInline let owner: AnyObject
  @usableFromInline let storage: UnsafePointer<_ModelStateStorage>

  /// - Parameters:
  ///   - owner: The object that `storage` is a constant of.
  ///   - storage: The constant itself; a constant does not move.
  @inlinable
  public init(_ owner: AnyObject, _ storage: borrowing _ModelStateStorage) {
    self.owner = owner
    self.storage = withUnsafePointer(to: storage) { $0 }
  }

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The lowest bits are the object's ``ObjectLife``.
    static let life = Flags(rawValue: 7)
    /// No column has been read yet.
    package static let fault = Flags(rawValue: 8)
    /// It stands for a row that cannot be found, and has no values.
    static let standIn = Flags(rawValue: 16)
    /// The temporary identifier has been handed out.
    package static let exposedTemporaryID = Flags(rawValue: 32)
    /// Some properties were left out when it was fetched.
    package static let partial = Flags(rawValue: 64)
    /// A fault whose row is read together with its siblings' (see `MemberFaults`).
    package static let member = Flags(rawValue: 128)
    /// The object has been registered, observed, or asked for its identity.
    package static let known = Flags(rawValue: 2048)
  }

  /// State that not all objects need. What a page shows has readers, so what is seldom lies in an object of its own.
  final class Extra {
    var tie: UnsafePointer<EntityTie>?
    /// The readers of properties, apart from Observation's.
    var readers = ModelReaders()
    var registrar: ObservationRegistrar?
    private var seldom: Seldom?

    private final class Seldom {
      var dirty = PropertyMask.none
      var sharedBitValues: SharedBitValues?
      var departures: [DepartureWatch.Tie] = []
      var lastIdentifier: PersistentIdentifier?
      var recorder: KeyPathRecorder?
      var backing: KeptBackingData?
    }

    private var ensuredSeldom: Seldom {
      if let seldom { return seldom }
      let made = Seldom()
      seldom = made
      return made
    }

    /// The changed properties, if one has no bit in the storage.
    var dirty: PropertyMask {
      get { seldom?.dirty ?? .none }
      set { ensuredSeldom.dirty = newValue }
    }
    /// Before the first unsaved change of one of the properties that share a bit.
    var sharedBitValues: SharedBitValues? {
      get { seldom?.sharedBitValues }
      set { if newValue != nil || seldom != nil { ensuredSeldom.sharedBitValues = newValue } }
    }
    /// The observers of the object's end.
    var departures: [DepartureWatch.Tie] {
      get { seldom?.departures ?? [] }
      _modify { yield &ensuredSeldom.departures }
    }
    /// The identifier that a detached object keeps after its deletion.
    var lastIdentifier: PersistentIdentifier? {
      get { seldom?.lastIdentifier }
      set { if newValue != nil || seldom != nil { ensuredSeldom.lastIdentifier = newValue } }
    }
    /// Records the properties that are read from a recording instance.
    var recorder: KeyPathRecorder? {
      get { seldom?.recorder }
      set { if newValue != nil || seldom != nil { ensuredSeldom.recorder = newValue } }
    }
    /// Where the object gets values from that it has not asked for yet.
    var backing: KeptBackingData? {
      get { seldom?.backing }
      set { if newValue != nil || seldom != nil { ensuredSeldom.backing = newValue } }
    }

    init(tie: UnsafePointer<EntityTie>?) { self.tie = tie }

    /// The extra that a link leads to, if it does not lead straight to a tie.
    static func unmanaged(_ link: UInt) -> Unmanaged<Extra>? {
      guard link & 1 != 0, let address = UnsafeRawPointer(bitPattern: link & ~1) else { return nil }
      return .fromOpaque(address)
    }
  }

  /// Where the fields lie.
  package var address: UnsafeRawPointer { UnsafeRawPointer(storage) }

  @inlinable
  var isKnown: Bool { storage.pointee.word.load(ordering: .relaxed) != 0 }
}

// MARK: Fields

extension _ModelState {
  /// The context's engine.
  package var core: ContextCore? { tie?.pointee.core.takeUnretainedValue() }
  /// The entity in the container's schema; `nil` while ``core`` is.
  var entity: _Entity? { tie?.pointee.entity.takeUnretainedValue() }
  /// Whether no context knows the object.
  var isDetached: Bool { tie == nil }

  var tie: UnsafePointer<EntityTie>? {
    get {
      if let extra = unmanagedExtra { return extra._withUnsafeGuaranteedRef { $0.tie } }
      return UnsafePointer(bitPattern: link)
    }
    nonmutating set {
      if let extra = unmanagedExtra { return extra._withUnsafeGuaranteedRef { $0.tie = newValue } }
      link = UInt(bitPattern: newValue)
    }
  }

  /// Takes an object out of the identity map, whether it is alive or not.
  func unregister(_ address: UInt) {
    tie?.pointee.map._withUnsafeGuaranteedRef { $0.remove(address, key) }
  }

  private var link: UInt {
    get { storage.pointee.link.load(ordering: .relaxed) }
    nonmutating set { storage.pointee.link.store(newValue, ordering: .relaxed) }
  }

  private var unmanagedExtra: Unmanaged<Extra>? { Extra.unmanaged(link) }

  var extra: Extra? { unmanagedExtra?.takeUnretainedValue() }

  var ensuredExtra: Extra {
    if let extra { return extra }
    let extra = Extra(tie: tie)
    // The link owns it, and the storage's `deinit` releases it; the lowest bit tells it from a tie.
    link = UInt(bitPattern: Unmanaged.passRetained(extra).toOpaque()) | 1
    return extra
  }

  /// Positive: the row's primary key. Negative: temporary. Zero: none yet.
  package var key: Int64 {
    get { storage.pointee.key.load(ordering: .relaxed) }
    nonmutating set { storage.pointee.key.store(newValue, ordering: .relaxed) }
  }

  private var word: UInt64 {
    get { storage.pointee.word.load(ordering: .relaxed) }
    nonmutating set { storage.pointee.word.store(newValue, ordering: .relaxed) }
  }

  /// The row's optimistic-lock counter, as last read or written.
  package var version: Int32 {
    get { Int32(truncatingIfNeeded: word) }
    nonmutating set { word = word & ~0xFFFF_FFFF | UInt64(UInt32(bitPattern: newValue)) }
  }

  package var flags: Flags {
    get { Flags(rawValue: UInt16(truncatingIfNeeded: word &>> Self.flagsShift) & 0xFFF) }
    nonmutating set { word = word & ~Self.flagsMask | UInt64(newValue.rawValue) &<< Self.flagsShift }
  }

  /// Properties changed since the last save.
  ///
  /// The storage has bits for nineteen; if others have changed, the twentieth
  /// bit says so, and all are in the extra.
  package var dirty: PropertyMask {
    get {
      let bits = word &>> Self.dirtyShift
      return bits & Self.manyDirty == 0 ? PropertyMask(bits: bits) : extra?.dirty ?? .none
    }
    nonmutating set {
      var bits = newValue.bits
      if bits >= Self.manyDirty {
        ensuredExtra.dirty = newValue
        bits = Self.manyDirty
      } else if word &>> Self.dirtyShift & Self.manyDirty != 0 {
        extra?.sharedBitValues = nil
      }
      word = word & Self.dirtyRest | bits &<< Self.dirtyShift
    }
  }

  // How the word is shared: the version has the lowest 32 bits, the flags 12, the changed properties 20.
  private static var flagsShift: UInt64 { 32 }
  private static var flagsMask: UInt64 { 0xFFF &<< flagsShift }
  private static var dirtyShift: UInt64 { 44 }
  /// The bits for anything but changed properties.
  private static var dirtyRest: UInt64 { 1 &<< dirtyShift &- 1 }
  private static var manyDirty: UInt64 { 1 &<< 19 }

  /// The state of the object in its context.
  package var life: ObjectLife {
    ObjectLife(rawValue: flags.rawValue & Flags.life.rawValue) ?? .unregistered
  }

  /// For ``ContextCore/move(_:_:to:)`` and ``ContextCore/settle(_:as:)``, and for objects that are being made.
  func _setLife(_ life: ObjectLife) {
    flags = Flags(rawValue: flags.rawValue & ~Flags.life.rawValue | life.rawValue)
  }

  /// An instance for what cannot be found: it reports `isDeleted`, and cannot be inserted.
  func _becomeStandIn() {
    _setLife(.gone)
    flags.insert(.standIn)
  }

  var isInserted: Bool { life == .inserted }
  var isDeleted: Bool { life == .deleted }
  var isFault: Bool { flags.contains(.fault) }
  /// Whether its row is gone, or there has never been one.
  var isRowGone: Bool {
    let life = life
    return life == .gone || life == .lost
  }
}

extension PersistentModel {
  /// The state; `nil` until the object is registered, observed or asked for
  /// its identity.
  @inlinable
  public var _$state: _ModelState? {
    let state = _$ownState
    return state.isKnown ? state : nil
  }

  /// The state, from now on known.
  package var ensuredState: _ModelState {
    let state = _$ownState
    state.flags.insert(.known)
    return state
  }
}
