// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Relationships whose ends are objects of a subclass that is not synced.
@Suite struct LocalEndTests {
  @Model final class Home {
    var name: String
    var pet: App.Animal?
    var guests: [App.Animal] = []

    init(name: String) { self.name = name }
  }

  private static let synced: [any PersistentModel.Type] = [Home.self, App.Animal.self, App.Folder.self, App.Note.self]
  private static let all: [any PersistentModel.Type] = [Home.self] + App.all

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(_ number: UInt64) throws -> Device {
    try Device(number, server, clock: clock, synced: Self.synced, all: Self.all)
  }

  private func state(_ device: Device) throws -> [String] {
    let homes = try ModelContext(device.container).fetch(FetchDescriptor<Home>())
    return homes.map { "\($0.name) \($0.pet?.name ?? "-") \($0.guests.map(\.name).sorted())" }
  }

  @Test func theyStayAndTheOthersAreSynced() async throws {
    let (a, b) = (try device(1), try device(2))
    try a.edit { $0.insert(Home(name: "h")) }
    try await exchange([a, b])
    try a.edit { context in
      let dog = App.Dog(uid: "d", name: "dog", trick: "sit")
      context.insert(dog)
      let home = try context.fetch(FetchDescriptor<Home>()).first
      home?.pet = dog
      home?.guests = [dog]
    }
    try b.edit { context in try context.fetch(FetchDescriptor<Home>()).first?.name = "renamed" }
    try await exchange([a, b])
    #expect(try state(a) == ["renamed dog [\"dog\"]"] && state(b) == ["renamed - []"])
    // Other guests come and go.
    try a.edit { context in
      let cat = App.Animal(uid: "c", name: "cat")
      context.insert(cat)
      try context.fetch(FetchDescriptor<Home>()).first?.guests.append(cat)
    }
    try await exchange([a, b])
    #expect(try state(a) == ["renamed dog [\"cat\", \"dog\"]"] && state(b) == ["renamed - [\"cat\"]"])
    try b.edit { context in
      let home = try context.fetch(FetchDescriptor<Home>()).first
      home?.pet = home?.guests.first
      home?.guests = []
    }
    try await exchange([b, a])
    #expect(try state(a) == ["renamed cat [\"dog\"]"] && state(b) == ["renamed cat []"])
    // Instead of one that all know.
    try a.edit { context in
      let home = try context.fetch(FetchDescriptor<Home>()).first
      home?.pet = home?.guests.first
    }
    try await exchange([a, b])
    #expect(try state(a) == ["renamed dog [\"dog\"]"] && state(b) == ["renamed - []"])
  }

  private static let allSynced: [any PersistentModel.Type] = synced + [App.Dog.self]

  /// A dog that is the pet and the only guest of the home.
  private func addDog(_ device: Device) throws {
    try device.edit { context in
      let dog = App.Dog(uid: "d", name: "dog", trick: "sit")
      context.insert(dog)
      let home = try context.fetch(FetchDescriptor<Home>()).first
      home?.pet = dog
      home?.guests = [dog]
    }
  }

  /// An update syncs the subclass no more. What others have of it stays when something else of its owner is edited here.
  @Test func aSubclassThatIsSyncedNoMore() async throws {
    let (a, b) = (
      try Device(1, server, clock: clock, synced: Self.allSynced, all: Self.all),
      try Device(2, server, clock: clock, synced: Self.allSynced, all: Self.all)
    )
    try a.edit { $0.insert(Home(name: "h")) }
    try addDog(a)
    try await exchange([a, b])
    #expect(try state(b) == ["h dog [\"dog\"]"])
    try a.restart(synced: Self.synced, all: Self.all)
    try a.edit { context in try context.fetch(FetchDescriptor<Home>()).first?.name = "renamed" }
    try await exchange([a, b])
    for device in [a, b] { #expect(try state(device) == ["renamed dog [\"dog\"]"], "\(device.number)") }
  }

  /// An update syncs the subclass, too: its objects stay where they were, and are so on all devices.
  @Test func aSubclassThatAnUpdateSyncs() async throws {
    let (a, b) = (try device(1), try device(2))
    try a.edit { context in
      let home = Home(name: "h")
      context.insert(home)
      let cat = App.Animal(uid: "c", name: "cat")
      context.insert(cat)
      home.guests = [cat]
    }
    try await exchange([a, b])
    try addDog(a)
    try await exchange([a, b])
    #expect(try state(a) == ["h dog [\"dog\"]"] && state(b) == ["h - []"])
    // Not read before the update.
    try a.edit { context in
      let cat = try context.fetch(FetchDescriptor<App.Animal>()).first { $0.name == "cat" }
      try context.fetch(FetchDescriptor<Home>()).first?.guests += cat.map { [$0] } ?? []
    }
    for device in [a, b] { try device.restart(synced: Self.allSynced, all: Self.all) }
    try await exchange([a, b])
    for device in [a, b] { #expect(try state(device) == ["h dog [\"cat\", \"dog\"]"], "\(device.number)") }
    let pushes = server.pushes
    try await exchange([a, b])
    #expect(server.pushes == pushes)
  }
}
