// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// What becomes of a device whose user signs out, and of the others.
@Suite struct SigningOutTests {
  private func pair() async throws -> (Device, Device, MemoryServer) {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let (a, b) = (try Device(1, server, clock: clock), try Device(2, server, clock: clock))
    try a.edit { context in
      let note = App.Note(uid: "1", title: "t")
      context.insert(note)
      let tag = App.Tag(name: "red", color: "r")
      context.insert(tag)
      note.tags = [tag]
      context.insert(App.Job(uid: "j", note: note))
      context.insert(App.Draft(text: "mine"))
    }
    try await settle([a, b], server)
    return (a, b, server)
  }

  private func names(_ device: Device) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: device.folder.path).filter { $0.hasPrefix("state") }
  }

  @Test func removedObjectsAreRemovedHereOnly() async throws {
    let (a, b, server) = try await pair()
    let (before, pushes) = (try b.dump(), server.pushes)
    try await a.sync.signOut(keepingData: false)
    #expect(try a.dump().isEmpty)
    #expect(try ModelContext(a.container).fetchCount(FetchDescriptor<App.Draft>()) == 1, "its class is not synced")
    #expect(try names(a) == ["state.emptied"])
    #expect(!a.sync.status.isFirstImportDone && a.sync.status.isPaused && server.pushes == pushes)
    try await b.sync.syncNow()
    #expect(try b.dump() == before)

    // Who signs in next has what that account has, and what was made meanwhile.
    try a.restart()
    try a.edit { $0.insert(App.Note(uid: "2", title: "made alone")) }
    try await settle([a, b], server)
    #expect(try a.dump().count == before.count + 1)
    #expect(try !names(a).contains("state.emptied"))
  }

  /// Signed in again with the same object.
  @Test func theSameSyncMayGoOn() async throws {
    let (a, b, server) = try await pair()
    try await a.sync.signOut(keepingData: false)
    try await settle([a, b], server)
    #expect(try a.dump().count == b.dump().count)
  }

  /// What the store does not let go of is not the next account's.
  @Test func whatCannotBeRemovedIsNotUploadedAgain() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let a = try Device(1, server, clock: clock)
    // It has only uploaded: no transaction of the store is sync's.
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try await a.sync.syncNow()
    let pushes = server.pushes
    let hook = a.container.beforeSave { _ in throw SwiftDataError.storeIsBusy }
    await #expect(throws: SyncError.self) { try await a.sync.signOut(keepingData: false) }
    hook.remove()
    try a.restart()
    await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
    guard case .stateMissing? = a.sync.status.lastError else {
      Issue.record("\(String(describing: a.sync.status.lastError))")
      return
    }
    #expect(server.pushes == pushes)
    try await a.sync.signOut(keepingData: false)
    #expect(try a.dump().isEmpty && names(a) == ["state.emptied"])
  }

  /// What the app saves while nobody is signed in makes no state of the former account.
  @Test func whatIsSavedMeanwhileIsNobodys() async throws {
    let (a, _, _) = try await pair()
    a.sync.resume()
    try await a.sync.signOut(keepingData: false)
    try a.edit { $0.insert(App.Note(uid: "2", title: "meanwhile")) }
    try await a.sync.supportBundle(to: a.folder.appendingPathComponent("bundle"))
    #expect(try names(a) == ["state.emptied"])
  }

  @Test func keptObjectsAreNotUploadedAgainUnasked() async throws {
    let (a, b, _) = try await pair()
    let before = try a.dump()
    try await a.sync.signOut(keepingData: true)
    #expect(try a.dump() == before && names(a) == ["state.kept"])
    try a.restart()
    await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
    guard case .stateMissing? = a.sync.status.lastError else {
      Issue.record("\(String(describing: a.sync.status.lastError))")
      return
    }
    try await b.sync.syncNow()
    #expect(try b.dump() == before)
  }
}
