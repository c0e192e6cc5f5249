// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataSyncWire
import Synchronization
import Testing

/// Models with encrypted attributes.
enum Vault {
  @Model final class Diary {
    var uid: String
    var title: String
    /// Without a default value: an object whose value cannot be read is not shown.
    @Attribute(.allowsCloudEncryption) var secret: String
    @Attribute(.allowsCloudEncryption) var mood: Int = 0
    @Attribute(.allowsCloudEncryption) var remark: String?
    @Attribute(.externalStorage, .allowsCloudEncryption) var photo: Data?

    init(uid: String, title: String, secret: String) {
      self.uid = uid
      self.title = title
      self.secret = secret
    }
  }

  @Model final class Card {
    var uid: String
    var name: String
    @Attribute(.allowsCloudEncryption) var pin: String = "none"

    init(uid: String, name: String, pin: String) {
      self.uid = uid
      self.name = name
      self.pin = pin
    }
  }

  @Model final class Label {
    @Attribute(.unique) var name: String
    @Attribute(.allowsCloudEncryption) var color: String = "grey"

    init(name: String, color: String) {
      self.name = name
      self.color = color
    }
  }

  static let all: [any PersistentModel.Type] = [Diary.self, Card.self, Label.self]

  static func dump(_ device: Device) throws -> [String] {
    let context = ModelContext(device.container)
    var lines: [String] = []
    for diary in try context.fetch(FetchDescriptor<Diary>()) {
      lines.append(
        "Diary \(diary.uid) \(diary.title) \(diary.secret) \(diary.mood) \(diary.remark ?? "-") \(diary.photo?.count ?? 0)"
      )
    }
    for card in try context.fetch(FetchDescriptor<Card>()) { lines.append("Card \(card.uid) \(card.name) \(card.pin)") }
    for label in try context.fetch(FetchDescriptor<Label>()) { lines.append("Label \(label.name) \(label.color)") }
    return lines.sorted()
  }

  static func device(
    _ number: UInt64, _ transport: any SyncTransport, _ clock: TestClock, options: SyncOptions = SyncOptions()
  ) throws -> Device {
    try Device(number, transport, clock: clock, options: options, synced: all, all: all)
  }
}

extension Device {
  func card(_ uid: String, _ context: ModelContext) throws -> Vault.Card? {
    try context.fetch(FetchDescriptor<Vault.Card>(predicate: #Predicate { $0.uid == uid })).first
  }

  func pin(_ uid: String) throws -> String? { try card(uid, ModelContext(container))?.pin }

  func restartVault() throws { try restart(synced: Vault.all, all: Vault.all) }
}

/// Syncs until nobody has anything for the others.
func settleVault(_ devices: [Device], _ server: MemoryServer, _ comment: String = "") async throws {
  for _ in 0..<4 { for device in devices { try await device.sync.syncNow() } }
  let pushes = server.pushes
  for device in devices { try await device.sync.syncNow() }
  #expect(server.pushes == pushes, "another round sends something \(comment)")
}

/// A server with its file, in this process, which keeps all bytes that it has received.
final class RecordingServer: SyncTransport {
  let database: SyncDatabase
  let clock: TestClock
  private let received = Mutex(Data())

  init(_ database: SyncDatabase, _ clock: TestClock) { (self.database, self.clock) = (database, clock) }

  var messages: Data { received.withLock { $0 } }

  func send(_ message: Data) async throws(SyncError) -> Data {
    received.withLock { $0.append(message) }
    do {
      return Data(Wire.encode(try database.answer(Wire.request(Array(message), token: "t"), now: clock.wall)))
    } catch { throw .unreachable(reason: "\(error)") }
  }
}

extension MemoryServer {
  /// A value of the server's, as it has it.
  func value(_ type: String, _ field: String, where matches: (SyncRecord) -> Bool = { _ in true }) -> (
    RecordID, SyncValue
  )? {
    let all = zone.records.values.filter { $0.id.type == type && !$0.record.isDeleted && matches($0.record) }
    return all.min { $0.id < $1.id }.flatMap { stored in stored.record.fields[field].map { (stored.id, $0.value) } }
  }

  /// Somebody with access to the server writes a value, as a device would.
  func write(_ id: RecordID, _ field: String, _ value: SyncValue, stamp: Stamp? = nil, clock: TestClock) throws {
    let stored = try #require(zone.records[id])
    var change = RecordChange(id: id, base: stored.version, created: stored.record.created)
    clock.advance()
    change.fields[field] = Register(value, stamp ?? Stamp(wall: clock.wall, node: 666))
    let number = UniqueNumber(high: UInt64(clock.wall), low: UInt64(zone.head))
    let push = Push(id: number, generation: zone.lineage.generation, seen: zone.head, changes: [change])
    let request = SyncRequest(account: "ann", token: "t", zone: "main", body: .push(push))
    self.change { server in
      let answer = server.handle(request, now: clock.wall)
      guard case .pushed(let result) = answer.body, case .applied = result.outcome else {
        Issue.record("the server has not taken it: \(answer.body)")
        return
      }
    }
  }
}
