// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

@Suite struct MaintenanceTests {
  @Test func theCheckNamesWhatIsMissing() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    let album = Album("Blue")
    album.cover = Data(repeating: 1, count: 200_000)
    album.tags = [Tag("jazz")]
    context.insert(album)
    for name in ["One", "Two"] { Song(name).album = album }
    try context.save()
    #expect(try await container.integrityCheck().problems == [])

    let queue = try DatabaseQueue(path: folder.file().path)
    try await queue.write { database in
      try database.execute(sql: "UPDATE ZSONG SET ZALBUM = 4711")
      try database.execute(sql: "DELETE FROM ZTAG")
      try database.execute(sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Album'")
    }
    try queue.close()
    let files = folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA", isDirectory: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
      try FileManager.default.removeItem(at: files.appendingPathComponent(name))
    }
    let report = try await container.integrityCheck()
    let found = report.problems.map { "\($0.kind.rawValue) \($0.entity ?? "") \($0.property ?? "") \($0.count)" }
    #expect(found.contains("missingDestination Song album 2"), "\(report)")
    #expect(found.contains("missingExternalFile   1"), "\(report)")
    #expect(found.contains("loweredCounter Album  1"), "\(report)")
    #expect(found.contains { $0.hasPrefix("missingDestination") && $0.hasSuffix("1") }, "\(report)")
    #expect(report.problems.count == 4, "\(report)")
    #expect(!report.isSound)
  }

  @Test func vacuumGivesRoomBack() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    try context.insertRows(
      of: Tag.self, from: 0..<40_000
    ) { number, row in row.set(\.word, "word \(number), with some text behind it") }
    context.insert(Album("Blue"))
    try context.save()
    try context.delete(model: Tag.self)
    try context.save()
    let freed = try await container.vacuum()
    #expect(freed > 500_000)
    #expect(try context.titles() == ["Blue"])
    #expect(try await container.integrityCheck().isSound)
    context.insert(Tag("after"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 1)
  }
}
