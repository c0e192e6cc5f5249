// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// A version of an app that syncs a class no more: its objects are this device's own, and other devices keep theirs.
@Suite struct LeftClassTests {
  private let clock = TestClock()
  private let server: MemoryServer
  private let a: Device
  private let b: Device

  init() throws {
    server = MemoryServer(clock: clock)
    a = try Device(1, server, clock: clock, synced: Shapes.all, all: Shapes.all)
    b = try Device(2, server, clock: clock, synced: Shapes.all, all: Shapes.all)
  }

  private func prepare() async throws {
    try a.edit { context in
      let (trip, visitor) = (Shapes.Trip(name: "t"), Shapes.Visitor(name: "a"))
      context.insert(trip)
      context.insert(visitor)
      trip.visitors = [visitor]
    }
    try await exchange([a, b])
    try a.restart(synced: [Shapes.Trip.self], all: Shapes.all)
    try await a.sync.syncNow()
  }

  @Test func aLookAtAllObjects() async throws {
    try await prepare()
    try a.forgetHistory(with: Shapes.Trip(name: "new"))
    try await exchange([a, b])
    #expect(try Shapes.visitors(a) == ["a"])
    #expect(try ModelContext(b.container).fetch(FetchDescriptor<Shapes.Visitor>()).map(\.name) == ["a"])
    #expect(try ModelContext(b.container).fetchCount(FetchDescriptor<Shapes.Trip>()) == 3)
  }

  /// A deletion does not leave the device; when the class is synced again, the object is there again, once.
  @Test func aDeletion() async throws {
    try await prepare()
    try a.edit { try $0.delete(model: Shapes.Visitor.self) }
    try a.edit { context in try context.fetch(FetchDescriptor<Shapes.Trip>()).first?.remark = "r" }
    try await exchange([a, b])
    #expect(try Shapes.visitors(b) == ["a"])
    #expect(try ModelContext(b.container).fetch(FetchDescriptor<Shapes.Trip>()).map(\.remark) == ["r"])
    try a.restart(synced: Shapes.all, all: Shapes.all)
    try await exchange([a, b])
    for device in [a, b] {
      #expect(try Shapes.visitors(device) == ["a"])
      #expect(try ModelContext(device.container).fetchCount(FetchDescriptor<Shapes.Visitor>()) == 1)
    }
  }

  /// What was done to objects of the class while it was not synced was done here, also if sync reads of it after the update.
  @Test func whatIsReadAfterTheClassIsSyncedAgain() async throws {
    try await prepare()
    try a.edit { context in
      try context.fetch(FetchDescriptor<Shapes.Visitor>()).forEach(context.delete)
      context.insert(Shapes.Visitor(name: "own"))
    }
    try a.restart(synced: Shapes.all, all: Shapes.all)
    try await exchange([a, b])
    for device in [a, b] {
      #expect(try Shapes.visitors(device) == ["a"], "\(device.number)")
      let all = try ModelContext(device.container).fetch(FetchDescriptor<Shapes.Visitor>())
      #expect(all.map(\.name).sorted() == ["a", "own"], "\(device.number)")
    }
  }
}
