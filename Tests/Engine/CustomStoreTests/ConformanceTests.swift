// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData
import SwiftDataTesting
import Testing

@Suite struct ConformanceTests {
  @Test(arguments: StoreCheck.all([.persistence, .erasing, .uniqueValues]))
  func memory(_ check: StoreCheck) throws {
    try check.run { MemoryStoreConfiguration("memory", schema: $0) }
  }

  @Test(arguments: StoreCheck.all([.persistence, .erasing]))
  func json(_ check: StoreCheck) throws {
    let folder = try TemporaryFolder()
    try check.run { JSONStoreConfiguration("json", schema: $0, file: folder.url.appending(path: "store.json")) }
  }

  /// A store in the pattern that most people begin with, and one that answers as a server does.
  @Test(arguments: StoreCheck.all(), SampleCoding.all.indices)
  func sample(_ check: StoreCheck, _ coding: Int) throws {
    // It finds no subclasses, and this form of a date has no fractions.
    if check.name.contains("subclasses") || coding == 1 && check.name == "keeps values of every type" { return }
    let folder = try TemporaryFolder()
    try check.run {
      SampleConfiguration(schema: $0, file: folder.url.appending(path: "sample.json"), coding: SampleCoding.all[coding])
    }
  }

  /// A store that returns each model that it has saved, to be registered anew, as sync engines do.
  @Test(arguments: StoreCheck.all()) func server(_ check: StoreCheck) throws {
    // It finds no subclasses.
    if check.name.contains("subclasses") { return }
    try check.run {
      let configuration = StampingConfiguration(schema: $0)
      configuration.shelf.state.withLock { $0.isPlain = true }
      return configuration
    }
  }

  /// One that changes texts on the way passes where only that counts.
  @Test func stamping() throws {
    let check = try #require(StoreCheck.all().first { $0.name.hasPrefix("lets contexts show what it has made") })
    try check.run { StampingConfiguration(schema: $0) }
  }

  /// The SQLite store as a container uses it, which makes rows and no snapshots.
  @Test(arguments: StoreCheck.all(.everything))
  func sqlite(_ check: StoreCheck) throws {
    let folder = try TemporaryFolder()
    try check.run { ModelConfiguration("sqlite", schema: $0, url: folder.url.appending(path: "a.store")) }
  }

  /// The SQLite store, used through the protocol `DataStore`.
  @Test(arguments: StoreCheck.all(.everything))
  func sqliteByItsDoor(_ check: StoreCheck) throws {
    let folder = try TemporaryFolder()
    try check.run { DoorConfiguration(name: "door", schema: $0, file: folder.url.appending(path: "a.store")) }
  }

  @Test func capabilitiesSelectChecks() {
    #expect(StoreCheck.all().count < StoreCheck.all(.everything).count)
    #expect(StoreCheck.all().allSatisfy { $0.capability.isEmpty })
    #expect(Set(StoreCheck.all(.everything).map(\.name)).count == StoreCheck.all(.everything).count)
  }

  @Test func failuresAreAllReported() throws {
    // A store that has forgotten everything after each save.
    let storage = MemoryStorage()
    let check = try #require(
      StoreCheck.all().first { $0.name == "keeps subclasses apart, and finds them by their superclass" })
    storage.fail = { if case .fetch = $0 { storage.snapshots = [] } }
    let failure = try #require(throws: StoreCheckFailure.self) {
      try check.run { MemoryStoreConfiguration("forgetful", schema: $0, storage: storage) }
    }
    #expect(failure.failures.count >= 4, "\(failure)")
  }
}

extension StoreCapabilities {
  static let everything: StoreCapabilities = [
    .filtering, .sorting, .batchDeletion, .history, .uniqueValues, .persistence, .erasing,
  ]
}
