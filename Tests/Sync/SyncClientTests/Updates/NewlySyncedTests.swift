// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Versions of an app that sync more than the one before, or keep a relationship at its other end.
@Suite struct NewlySyncedTests {
  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(
    _ number: UInt64, _ synced: [any PersistentModel.Type], all: [any PersistentModel.Type]? = nil,
    options: SyncOptions = SyncOptions()
  ) throws -> Device {
    try Device(number, server, clock: clock, options: options, synced: synced, all: all ?? synced)
  }

  /// Visitors were on each device alone. None of them, and no link to one, is lost when they are synced, too.
  @Test func aClassThatAnUpdateSyncs() async throws {
    let (a, b) = (
      try device(1, [Shapes.Trip.self], all: Shapes.all), try device(2, [Shapes.Trip.self], all: Shapes.all)
    )
    try a.edit { $0.insert(Shapes.Trip(name: "t")) }
    try await exchange([a, b])
    for (device, name) in [(a, "a"), (b, "b")] {
      try device.edit { context in
        let visitor = Shapes.Visitor(name: name)
        context.insert(visitor)
        try context.fetch(FetchDescriptor<Shapes.Trip>()).first?.visitors = [visitor]
      }
    }
    try await exchange([a, b])
    try a.restart(synced: Shapes.all, all: Shapes.all)
    try await a.sync.syncNow()
    #expect(try Shapes.visitors(a) == ["a"])
    try b.restart(synced: Shapes.all, all: Shapes.all)
    let c = try device(3, Shapes.all)
    try await exchange([b, a, c])
    for device in [a, b, c] { #expect(try Shapes.visitors(device) == ["a", "b"]) }
    let pushes = server.pushes
    try await exchange([a, b, c])
    #expect(server.pushes == pushes)
  }

  /// The update ends in the middle: what it has adopted is there once.
  @Test(arguments: [SyncStep.readHistory, .wroteJournal, .savedStore, .willSend])
  func anUpdateThatEnds(_ step: SyncStep) async throws {
    let a = try device(1, [Shapes.Trip.self], all: Shapes.all)
    try a.edit { context in
      let (trip, visitor) = (Shapes.Trip(name: "t"), Shapes.Visitor(name: "a"))
      context.insert(trip)
      context.insert(visitor)
      trip.visitors = [visitor]
    }
    try await a.sync.syncNow()
    try a.restart(synced: Shapes.all, all: Shapes.all)
    a.crash.arm(step)
    _ = try? await a.sync.syncNow()
    try a.restart(synced: Shapes.all, all: Shapes.all)
    let b = try device(2, Shapes.all)
    try await exchange([a, b])
    for device in [a, b] {
      #expect(try Shapes.visitors(device) == ["a"])
      #expect(try ModelContext(device.container).fetchCount(FetchDescriptor<Shapes.Visitor>()) == 1)
    }
  }

  /// What was to stay on the device is uploaded, unless it is the default value, and gives way to what others have.
  @Test func anAttributeThatWasLocal() async throws {
    var options = SyncOptions()
    options.localProperties = ["Trip": ["remark"]]
    let (a, b) = (
      try device(1, Shapes.all, options: options), try device(2, Shapes.all, options: options)
    )
    try a.edit { context in
      for name in ["1", "2"] { context.insert(Shapes.Trip(name: name)) }
    }
    try await exchange([a, b])
    for (device, text) in [(b, "b"), (a, "a")] {
      try device.edit { context in
        try context.fetch(FetchDescriptor<Shapes.Trip>()).first { $0.name == "1" }?.remark = text
      }
    }
    try await exchange([a, b])
    try a.restart(all: Shapes.all, options: SyncOptions())
    try await a.sync.syncNow()
    let remarks = server.zone.records.values.compactMap { $0.record.fields["remark"]?.value }
    #expect(remarks == [.text("a")])
    // An edit beats what was adopted, though it is older than that.
    let c = try device(3, Shapes.all)
    try await c.sync.syncNow()
    try c.edit { context in
      try context.fetch(FetchDescriptor<Shapes.Trip>()).first { $0.name == "1" }?.remark = "c"
    }
    clock.advance()
    try b.restart(all: Shapes.all, options: SyncOptions())
    try await exchange([b, c, a])
    for device in [a, b, c] {
      let trips = try ModelContext(device.container).fetch(FetchDescriptor<Shapes.Trip>())
      #expect(trips.map(\.remark).sorted() == ["", "c"])
    }
  }

  /// The relationship gets an inverse, and so is in the records of the other class.
  @Test func anInverseThatAnUpdateAdds() async throws {
    let (a, b) = (try device(1, Shapes.Plain.all), try device(2, Shapes.Plain.all))
    try a.edit { context in
      let (box, item) = (Shapes.Plain.Box(name: "b"), Shapes.Plain.Item(name: "i"))
      context.insert(box)
      context.insert(item)
      box.items = [item]
    }
    try await exchange([a, b])
    try a.restart(synced: Shapes.Inverse.all, all: Shapes.Inverse.all)
    try await a.sync.syncNow()
    let c = try device(3, Shapes.Inverse.all)
    try b.restart(synced: Shapes.Inverse.all, all: Shapes.Inverse.all)
    try await exchange([c, b, a])
    for device in [a, b, c] {
      let boxes = try ModelContext(device.container).fetch(FetchDescriptor<Shapes.Inverse.Box>())
      #expect(boxes.map { $0.items.map(\.name) } == [["i"]])
    }
  }

  /// One becomes many, under the same name.
  @Test func aToOneRelationshipThatBecomesToMany() async throws {
    let (a, b) = (try device(1, Shapes.Single.all), try device(2, Shapes.Single.all))
    try a.edit { context in
      let (box, item) = (Shapes.Single.Box(name: "b"), Shapes.Single.Item(name: "i"))
      context.insert(box)
      context.insert(item)
      box.items = item
    }
    try await exchange([a, b])
    try a.restart(synced: Shapes.Plain.all, all: Shapes.Plain.all)
    try await a.sync.syncNow()
    let c = try device(3, Shapes.Plain.all)
    try b.restart(synced: Shapes.Plain.all, all: Shapes.Plain.all)
    try await exchange([c, b, a])
    try a.edit { context in try context.fetch(FetchDescriptor<Shapes.Plain.Box>()).first?.name = "renamed" }
    try await exchange([a, b, c])
    for device in [a, b, c] {
      let boxes = try ModelContext(device.container).fetch(FetchDescriptor<Shapes.Plain.Box>())
      #expect(boxes.map(\.name) == ["renamed"] && boxes.map { $0.items.map(\.name) } == [["i"]])
    }
  }
}
