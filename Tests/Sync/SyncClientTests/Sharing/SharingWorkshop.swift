// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SwiftDataSyncWire
import SyncSimulation
import Synchronization
import Testing

/// A server of several accounts in this process, which speaks in bytes.
final class SharingMemoryServer: Sendable {
  let clock: TestClock
  private let server: Mutex<SharingServer>
  private let pushed = Mutex(0)
  /// Whether the next message is lost, and where.
  let loses = Mutex<@Sendable () -> MemoryServer.Loss?>({ nil })

  init(_ clock: TestClock, accounts: [String] = ["ann", "bob", "cho"]) {
    self.clock = clock
    server = Mutex(SharingServer(accounts: accounts, zone: "main") { $0 })
  }

  var pushes: Int { pushed.withLock { $0 } }

  func change(_ body: (inout SharingServer) -> Void) { server.withLock { body(&$0) } }

  func read<R: Sendable>(_ body: (SharingServer) -> R) -> R { server.withLock { body($0) } }

  func transport(_ account: String) -> any SyncTransport { Transport(server: self, account: account) }

  private struct Transport: SyncTransport {
    let server: SharingMemoryServer
    let account: String

    func send(_ message: Data) async throws(SyncError) -> Data {
      let loss = server.loses.withLock { $0 }()
      if loss == .request { throw .unreachable(reason: "lost") }
      let answer: SyncAnswer
      do throws(WireError) {
        let request = try Wire.request(Array(message), token: account)
        if case .push = request.body { server.pushed.withLock { $0 += 1 } }
        answer = server.server.withLock { $0.handle(request, now: server.clock.wall) }
      } catch {
        throw .malformedAnswer(reason: "\(error)")
      }
      if loss == .answer { throw .unreachable(reason: "lost") }
      return Data(Wire.encode(answer))
    }
  }
}

/// Two devices of Ann's and one of Bob's, and what they do with each other.
struct SharingWorkshop {
  let clock = TestClock()
  let server: SharingMemoryServer
  let phone: Device
  let tablet: Device
  let bob: Device

  init() throws {
    server = SharingMemoryServer(clock)
    phone = try Self.device(1, "ann", server)
    tablet = try Self.device(2, "ann", server)
    bob = try Self.device(3, "bob", server)
  }

  static func device(_ number: UInt64, _ account: String, _ server: SharingMemoryServer) throws -> Device {
    var options = SyncOptions()
    options.sharing = true
    return try Device(
      number, server.transport(account), clock: server.clock, options: options, account: account)
  }

  var devices: [Device] { [phone, tablet, bob] }

  /// A folder with two notes, one of which has a job, a tag and a cover.
  func makeFolder(_ uid: String = "f") throws {
    try phone.edit { context in
      let folder = App.Folder(uid: uid, name: "Songs")
      let (first, second) = (App.Note(uid: uid + "1", title: "one"), App.Note(uid: uid + "2", title: "two"))
      let (tag, cover) = (App.Tag(name: uid + "tag", color: "red"), App.Cover(uid: uid + "c"))
      context.insert(folder)
      for model in [first, second] as [App.Note] { context.insert(model) }
      context.insert(tag)
      context.insert(cover)
      folder.notes = [first, second]
      first.tags = [tag]
      first.cover = cover
      context.insert(App.Job(uid: uid + "j", note: first))
    }
  }

  func folder(_ device: Device, _ uid: String = "f") throws -> App.Folder {
    let context = ModelContext(device.container)
    return try #require(try context.fetch(FetchDescriptor<App.Folder>(predicate: #Predicate { $0.uid == uid })).first)
  }

  /// Shares the folder, and lets Bob in.
  @discardableResult func shareWithBob(_ right: SyncShare.Right = .write, _ uid: String = "f") async throws -> SyncShare
  {
    try await phone.sync.syncNow()
    let share = try await phone.sync.share(try folder(phone, uid), title: "Songs")
    try await bob.sync.accept(phone.sync.invite(to: share, as: right, account: "bob"))
    try await settle()
    return share
  }

  /// Syncs until nobody has anything for the others.
  func settle(_ comment: String = "") async throws {
    for _ in 0..<4 { for device in devices { try await device.sync.syncNow() } }
    let pushes = server.pushes
    for device in devices { try await device.sync.syncNow() }
    #expect(server.pushes == pushes, "another round sends something \(comment)")
    #expect(try phone.dump() == tablet.dump(), "\(comment)")
  }

  func lines(_ device: Device) throws -> [String] { try device.dump() }

  func title(_ device: Device, _ uid: String) throws -> String? {
    try device.note(uid, ModelContext(device.container))?.title
  }
}
