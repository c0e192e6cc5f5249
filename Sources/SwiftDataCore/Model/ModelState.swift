import Observation

/// What ties one object to a context: row key, changes, observers.
///
/// An object has none until it is registered, observed or asked for its
/// identity, so creating objects stays cheap. The object owns its state;
/// when the object goes, the state takes it out of the identity map.
///
/// Its fields are read on every access to a property, and never handed out
/// `inout` across a call: the checks of exclusive access, a tenth of a large
/// fetch, are off.
public final class _ModelState: @unchecked Sendable {
  /// The context's engine, which lives as long as objects are tied to it:
  /// its identity maps see to that, at less than a reference count each.
  public internal(set) var core: ContextCore? {
    get { unretainedCore?.takeUnretainedValue() }
    set { unretainedCore = newValue.map { .passUnretained($0) } }
  }
  /// The entity in the container's schema; `nil` while `core` is.
  var entity: _Entity? {
    get { unretainedEntity?.takeUnretainedValue() }
    set { unretainedEntity = newValue.map { .passUnretained($0) } }
  }
  // For the places that every object passes: no reference is counted.
  @exclusivity(unchecked) private var unretainedCore: Unmanaged<ContextCore>?
  @exclusivity(unchecked) private var unretainedEntity: Unmanaged<_Entity>?
  /// Positive: the row's primary key. Negative: temporary. Zero: none yet.
  @exclusivity(unchecked) public internal(set) var key: Int64 = 0
  /// The object this belongs to, which outlives it.
  private let address: UnsafeRawPointer
  var model: AnyObject { Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue() }
  /// Properties changed since the last save.
  @exclusivity(unchecked) public internal(set) var dirty: _PropertyMask = .none
  /// The row's optimistic-lock counter, as last read or written.
  @exclusivity(unchecked) public internal(set) var version: Int32 = 0
  @exclusivity(unchecked) var flags: Flags = []
  /// Rarely needed parts.
  @exclusivity(unchecked) var extra: Extra?

  struct Flags: OptionSet {
    let rawValue: UInt16
    static let inserted = Flags(rawValue: 1)
    static let deleted = Flags(rawValue: 2)
    /// No column has been read yet.
    static let fault = Flags(rawValue: 4)
    static let vanished = Flags(rawValue: 8)
    static let updated = Flags(rawValue: 16)
    static let recording = Flags(rawValue: 32)
    /// The temporary identifier has been handed out.
    static let exposedTemporaryID = Flags(rawValue: 64)
    /// Some to-many relationship or cached to-one is loaded (see `LoadedRelationships`).
    static let tracked = Flags(rawValue: 128)
    /// The context is changing the object on its own account.
    static let silent = Flags(rawValue: 256)
    /// Some properties were left out when it was fetched.
    static let partial = Flags(rawValue: 512)
    /// A fault whose row is read together with its siblings' (see `MemberFaults`).
    static let member = Flags(rawValue: 1024)
  }

  final class Extra {
    var registrar: ObservationRegistrar?
    /// The identifier that a detached object keeps after its deletion.
    var lastIdentifier: PersistentIdentifier?
    /// The values of a hand-written model.
    var backingData: AnyObject?
    /// What a recording instance has been asked for.
    var recorder: KeyPathRecorder?
  }

  init(model: AnyObject) {
    address = UnsafeRawPointer(Unmanaged.passUnretained(model).toOpaque())
  }

  deinit {
    guard let unretainedCore, let unretainedEntity else { return }
    unretainedCore._withUnsafeGuaranteedRef { $0.unregister(address, key, unretainedEntity) }
  }

  /// Whether no context knows the object.
  var isDetached: Bool { unretainedCore == nil }
  var isInserted: Bool { flags.contains(.inserted) }
  var isDeleted: Bool { flags.contains(.deleted) }
  var isFault: Bool { flags.contains(.fault) }
  var isVanished: Bool { flags.contains(.vanished) }

  var ensuredExtra: Extra {
    if let extra { return extra }
    let extra = Extra()
    self.extra = extra
    return extra
  }
}

extension PersistentModel {
  /// The state, made now if there is none.
  var ensuredState: _ModelState {
    if let state = _$state { return state }
    let state = _ModelState(model: self)
    _$state = state
    return state
  }
}
