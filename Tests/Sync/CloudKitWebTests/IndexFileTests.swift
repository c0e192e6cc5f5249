// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCloudKitWeb
import SwiftDataSyncServer
import Testing

/// Files that are named as the index and are none.
@Suite struct IndexFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Index-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// An index of another version is made anew: what is no index keeps what it has.
  @Test func anotherDatabaseIsLeftAlone() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let database = try SyncDatabase(file: file)
    try database.addUser("ann", now: 1)
    #expect(throws: CloudKitError.self) { try RecordIndex(file: file, schema: MirroredSchema()) }
    #expect(try database.users(now: 1).map(\.account) == ["ann"])
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func aDestroyedIndexIsNamed() throws {
    let file = folder.appendingPathComponent("index")
    try Data(repeating: 65, count: 5_000).write(to: file)
    #expect(throws: CloudKitError.self) { try RecordIndex(file: file, schema: MirroredSchema()) }
    #expect(throws: CloudKitError.self) { try RecordIndex.forget(account: "ann", inFile: file) }
    try FileManager.default.removeItem(at: folder)
    // It can be made anew.
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for _ in 0..<2 { try RecordIndex(file: file, schema: MirroredSchema()).close() }
    try FileManager.default.removeItem(at: folder)
  }
}
