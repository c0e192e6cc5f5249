// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSyncCore
import SwiftDataSyncWire

/// What a driver has from outside.
package struct SyncEnvironment: Sendable {
  package var now: @Sendable () -> Date = { Date() }
  /// From how many bytes on a value travels beside its record.
  package var largeValue = 64 << 10
  /// How many bytes of it travel at once.
  package var partSize = 1 << 20
  /// From how many records on they are written on a thread of its own, while their objects are made.
  package var manyRecords = 1_000
  /// Below how many bytes the state file is never written anew.
  package var shortState = 1 << 20
  /// For tests; nil: the system's randomness.
  package var seed: UInt64?
  /// Called after each step; what it throws ends the round there, as a crash would.
  package var step: (@Sendable (SyncStep) throws -> Void)?
  /// Rules that tests switch off.
  package var disabled: Set<DriverRule> = []
  /// The app's own functions for attributes, by `"Class.property"`. Options have none: what they would compare are the
  /// core's values.
  package var policies: [String: FieldPolicy] = [:]

  package init() {}
}

/// Where a process may end.
package enum SyncStep: String, CaseIterable, Sendable {
  case readHistory, willRead, wroteJournal, willSave, savedStore, wroteIdentities, willSend, hasAnswer, handledAnswer,
    sentPart,
    receivedPart, willCompact, compacted
}

/// The rules that keep a device's store and its state alike. Tests switch one off, and must notice it; nothing else does.
package enum DriverRule: String, CaseIterable, Sendable {
  /// What is on its way into the store is in the state file first.
  case journal
  /// Who finds a journal looks in the history whether the store's transaction was committed.
  case arming
  /// What the user saves while sync writes is read before it could be overwritten.
  case freshEdits
  /// What this device cannot show is not taken for something that the user has removed.
  case hiddenEnds
  /// What the store does not take is set aside, the rest goes on.
  case setAside
  /// An object whose record was taken in by a new one stays.
  case takeOver
  /// A device with other models than before looks at all records.
  case signature
  /// History that is gone is replaced by a look at all objects.
  case expiredHistory
  /// A store that was replaced by an older copy is brought up to date.
  case replacedStore
  /// A store that was synced before is not uploaded a second time without its state.
  case stateMissing
  /// An edit whose user had not been shown what has come yet is merged with that by the attribute's rule.
  case unshownValues
}

/// What a device does between the core, the store, the state file and the server.
///
/// The store and the state file share no transaction, so each step can be done again after a crash:
/// - What the app has saved is read from the store's history after a place that is written together with the edits that
///   were made of it.
/// - What came from the server is written to the file first, with a journal of the records that change for the app; then
///   the store is changed in one transaction; then the file gets the identities of new objects. A driver that
///   finds a journal checks in the history whether that transaction was committed (see `recover`).
actor SyncDriver {
  let container: ModelContainer
  /// With the names that fields had in earlier versions of the app, once the state file was read.
  var schema: SyncedSchema
  let options: SyncOptions
  let account: String
  let file: URL
  let user = StateFileUser()
  let transport: any SyncTransport
  let environment: SyncEnvironment
  let report: @Sendable (SyncStatus?, [SyncEvent]) -> Void
  var history: StoreHistory
  var client: SyncClient
  var core: ClientState
  var state = DriverState()
  var log: StateLog?
  var ring: KeyRing
  var large: LargeValues
  /// Values that this process has sent, or has found on the server.
  var sentValues: Set<SentValue> = []
  /// Large values that could not be loaded, why, and until when they are not asked for.
  var unloadable: [BlobReference: (reason: String, until: Date)] = [:]
  /// Fields that this version of the app is the first one here to know, while sync looks at what was saved before: the store
  /// has default values of them, which are no edits.
  var newFields: Set<String> = []
  /// Classes that this version of the app is the first one here to sync, until what the store has of them was adopted.
  var newModels: Set<String> = []
  /// Objects that went with their owners in a part of what came, and are to come back with the whole.
  var spared: Set<RecordID> = []
  /// Records that have taken over objects, and whose they were, until it is noted what the app sees of them.
  var replaced: [RecordID: RecordID] = [:]
  /// All is to be encrypted with a key that was made here, when the server has that.
  var sealsEverything = false
  /// From the beginning of a round to its end: what is told in between is no end of it.
  var isSyncing = false
  /// What the round that runs has to do.
  var goal = RoundGoal()
  /// Why the last round failed, whatever the app asks for since.
  var lastFailure: SyncError?
  /// The server has refused this version of the app, and has answered no message since.
  var isUpdateNeeded = false
  /// The account has signed out here, and nobody has asked for a round since: what the app saves is not this account's.
  var isSignedOut = false
  /// The server has said of a share that the account is not in it.
  var lacksAccess = false
  /// Objects in shares with values of encrypted attributes that stay here, and why.
  var unshared: [RecordID: String] = [:]
  /// What happened since the status was told last.
  var untold: [SyncEvent] = []
  var random: DriverRandom
  /// For apps that were written for CloudKit.
  let notices: RoundNotices
  /// What bundles for support hide names with, as long as the server has told no better secret.
  let supportSecret = [UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)]
  private var written: (device: ClientHeader, header: DriverHeader)?
  /// What was begun last: its end is that of all before it, too.
  private var latest: Task<Void, Never>?

  init(
    container: ModelContainer, schema: SyncedSchema, options: SyncOptions, account: String, file: URL,
    transport: any SyncTransport, environment: SyncEnvironment,
    report: @escaping @Sendable (SyncStatus?, [SyncEvent]) -> Void
  ) {
    self.container = container
    self.schema = schema
    self.options = options
    self.account = account
    self.file = file
    self.transport = transport
    self.environment = environment
    self.report = report
    history = StoreHistory(container: container)
    notices = RoundNotices(container)
    client = SyncClient(schema: schema.core)
    client.mainZone = options.zone
    ring = KeyRing(zone: options.zone)
    large = LargeValues(
      folder: BlobFolder(stateFile: file), limit: transport.carriesLargeValues ? environment.largeValue : nil)
    random = DriverRandom(seed: environment.seed)
    core = ClientState(account: account, token: "", node: 0, zones: [options.zone])
  }

  /// The account's own zone.
  var zone: ZoneReplica { core.zones[options.zone] ?? ZoneReplica() }
  /// All that the app sees: the own zone and shares.
  var space: RecordSpace { RecordSpace(core, main: options.zone, schema: client.schema) }
  var followedZones: [String] { [options.zone] + core.shares.keys.sorted() }
  var now: Int64 { Int64((environment.now().timeIntervalSince1970 * 1_000).rounded()) }

  /// One round after the other, in the order of the calls.
  ///
  /// Each waits for the one before it. If all looked whether something runs, and waited for its end, one that is woken first
  /// would look again and again: waiting for what has ended does not let others have the actor.
  func exclusively<R: Sendable>(_ body: @escaping @Sendable (isolated SyncDriver) async throws -> R) async throws -> R {
    let before = latest
    let task = Task {
      await before?.value
      if log == nil, !user.isGone { await OpenStateFiles.awaitFormer(of: file, for: user, atMost: Self.patience) }
      defer { if log == nil { OpenStateFiles.release(file, by: user) } }
      do { return try await body(self) } catch {
        closeAfter(error)
        throw error
      }
    }
    latest = Task { _ = await task.result }
    return try await task.value
  }

  /// How long to wait for the last round of another sync with the same state file, which is gone.
  private static let patience = Duration.seconds(30)

  /// Something has failed between the store and the state file: what of memory is in them, the next call reads.
  private func closeAfter(_ error: any Error) {
    switch error as? SyncError {
    case nil, .store, .stateFile: close()
    default: break
    }
  }

  /// Whether the server has changes of a zone that this device has not seen.
  func isBehind(_ number: UInt64, in zone: String) -> Bool { log == nil || core.zones[zone]?.cursor ?? 0 < number }

  /// Whether the server's latest change is another one than this device's.
  func isElsewhere(_ number: UInt64, in zone: String) -> Bool { log == nil || core.zones[zone]?.cursor ?? 0 != number }

  /// The records that look different to the app since this was asked last. They are shown next.
  func takeVisible() -> Set<RecordID> {
    noteUnshown()
    var changed: Set<RecordID> = []
    for name in core.zones.keys {
      let own = core.zones[name]?.takeVisibleChanges() ?? []
      if changed.isEmpty { changed = own } else { changed.formUnion(own) }
    }
    return changed.isEmpty ? [] : space.shown(changed)
  }

  /// The store has all of them already.
  func forgetVisible() { for name in core.zones.keys { core.zones[name]?.forgetVisibleChanges() } }

  func follows(_ rule: DriverRule) -> Bool { !environment.disabled.contains(rule) }

  func step(_ step: SyncStep) throws { try environment.step?(step) }

  /// Tells the status, and then what has happened: who hears of that finds it in the status.
  func tell() {
    noteUnshared()
    let events = untold
    untold = []
    report(currentStatus, events)
  }

  /// Reads the state file, and finishes what was begun before.
  func open() throws {
    guard log == nil else { return }
    state = DriverState()
    history = StoreHistory(container: container)
    core = ClientState(account: account, token: "", node: random.next(), zones: [options.zone])
    written = nil
    var isNew = true
    let log = try StateLog(file: file, user: user) { entry in
      isNew = false
      state.apply(entry)
      if let changes = entry.client {
        core.apply(changes, schema: schema.core)
        // Readers of the file see all rows as changed.
        _ = core.takeChanges()
      }
    }
    guard core.account == account else { throw SyncError.otherAccount(core.account, file: file.path) }
    try followNames()
    self.log = log
    if core.zones[options.zone] == nil { core.zones[options.zone] = ZoneReplica() }
    forgetVisible()
    do {
      if isNew { try large.folder.make() }
      try openValues()
      if isNew {
        guard
          try !follows(.stateMissing) || options.uploadsSyncedStore || wasEmptied
            || !wasKept && !history.wasSynced({ schema.models[$0] != nil })
        else {
          throw SyncError.stateMissing(file: file.path)
        }
        (state.header.signature, state.header.fieldNames) = (schema.signature, schema.names)
        try readKeys()
        try scan()
      } else {
        try compact()
      }
      if !isNew { try readKeys() }
      let former = state.header.signature
      let isUpdated = !schema.matches(former) && follows(.signature)
      // Until all is shown: what was saved before the update says nothing of them, nor does the store.
      if isUpdated { (newFields, newModels) = (schema.newFields(since: former), schema.newModels(since: former)) }
      defer { (newFields, newModels) = ([], []) }
      // What was saved before the update may lead to their objects.
      try identifyNew()
      try recover()
      // What had kept them from the store may be gone; nothing else may ever change.
      if let refused = state.header.refusedSaves, !refused.isEmpty { try commit(refused.sorted()) }
      if isUpdated { try update() } else { try noteModels() }
      try resumeSealing()
      forgetSigningOut()
    } catch {
      self.log = nil
      throw error
    }
  }

  /// After an error nobody knows what of memory was written: the next round reads the file again.
  func close() { log = nil }

  /// Writes what has changed, as one entry.
  func write() throws { try write(log) { try $0.append($1) } }

  /// The same beside work that does not write, if it is about many records; `finish` waits for it, and for the disk.
  func beginWriting(_ count: Int) throws -> PendingWrite? {
    // To start a thread takes longer than to write a few.
    guard count >= environment.manyRecords else {
      try write()
      return nil
    }
    var pending: PendingWrite?
    try write(log) { pending = PendingWrite($0, $1) }
    return pending
  }

  func finish(_ pending: PendingWrite?) throws {
    do {
      try pending?.wait()
      try log?.synchronize()
    } catch {
      // What was taken is not in the file: it is made again, of what is there.
      close()
      throw error
    }
  }

  private func write(_ log: StateLog?, _ append: (StateLog, StateEntry) throws -> Void) throws {
    guard let log else { return }
    let changes = core.takeChanges()
    let identities = state.takeIdentities()
    if changes.zones.isEmpty, identities.isEmpty, let written, written.device == changes.device,
      written.header == state.header
    {
      return
    }
    let records = state.header.journal?.records
    let isKnown = records == nil || records == written?.header.journal?.records
    do {
      let entry = StateEntry(
        header: state.header, journal: isKnown ? nil : records, identities: identities, client: changes)
      try append(log, entry)
    } catch {
      // What was taken is not in the file: it is made again, of what is there.
      close()
      throw error
    }
    written = (changes.device, state.header)
  }

  /// Writes the file anew if most of it is of the past: who opens it reads all of it.
  func compact() throws {
    guard let log, log.isLong(environment.shortState) else { return }
    try write()
    try step(.willCompact)
    var changes = ClientChanges(device: core.header)
    for (name, zone) in core.zones { changes.zones[core.account, default: [:]][name] = zone.everything }
    do {
      try log.replace(
        with: StateEntry(
          header: state.header, journal: state.header.journal?.records, identities: state.allIdentities,
          client: changes))
    } catch SyncError.stateFile where log.isLong(environment.shortState) {
      // No room for a copy, for instance: the former file goes on.
      return
    }
    try step(.compacted)
  }

  func handle(_ event: ClientEvent) throws -> [ClientEffect] {
    do { return try client.handle(event, &core, now: now, using: &random) } catch {
      throw SyncError.store(reason: "\(error)")
    }
  }
}

/// The system's randomness, or that of a test.
struct DriverRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64?

  init(seed: UInt64?) { state = seed }

  mutating func next() -> UInt64 {
    guard let seed = state else { return UInt64.random(in: .min ... .max) }
    // SplitMix64.
    let next = seed &+ 0x9e37_79b9_7f4a_7c15
    state = next
    var mixed = (next ^ (next >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func uuid() -> String {
    // Version 4.
    let (high, low) = (next() & 0xffff_ffff_ffff_0fff | 0x4000, next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
    return String(unsafeUninitializedCapacity: 36) { text in
      var place = 0
      for (index, word) in [high, low].enumerated() {
        for shift in stride(from: 60, through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift)) & 0xf
          text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
          place += 1
          let isEnd = index == 0 ? shift == 32 || shift == 16 || shift == 0 : shift == 48
          guard isEnd else { continue }
          text[place] = UInt8(ascii: "-")
          place += 1
        }
      }
      return place
    }
  }
}
