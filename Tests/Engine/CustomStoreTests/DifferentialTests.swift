// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData
import SwiftDataTesting
import Testing

/// Random operations over SQLite and over custom stores lead to equal models, at every step.
@Suite struct DifferentialTests {
  @Test(arguments: 1...12)
  func memory(_ seed: UInt64) throws {
    try compare(seed) { MemoryStoreConfiguration("memory", schema: $0) }
  }

  @Test(arguments: 101...102)
  func json(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try compare(seed) { JSONStoreConfiguration("json", schema: $0, file: folder.url.appending(path: "a.json")) }
  }

  @Test(arguments: 201...204)
  func door(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    try compare(seed) { DoorConfiguration(name: "door", schema: $0, file: folder.url.appending(path: "a.store")) }
  }

  private func compare(_ seed: UInt64, _ configuration: (Schema) -> any DataStoreConfiguration) throws {
    try RandomOperations.compare(seed, configuration)
  }
}
