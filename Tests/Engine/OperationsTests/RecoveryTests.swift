// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import SwiftDataRecovery
import Testing

/// Stores that cannot be opened: what is said of them, and what is left when a container is there all the same.
@Suite struct RecoveryTests {
  /// Albums with songs and covers, on many pages, all in the file.
  private func fill(_ folder: TestFolder, _ count: Int = 600) throws {
    let context = ModelContext(try folder.container())
    for number in 0..<count {
      let album = Album("album \(number)", year: 1000 + number)
      context.insert(album)
      Song("song \(number)").album = album
    }
    let blue = Album("Blue")
    blue.cover = Data(repeating: 7, count: 300_000)
    context.insert(blue)
    try context.save()
    try settle(folder)
  }

  private func settle(_ folder: TestFolder) throws {
    let queue = try DatabaseQueue(path: folder.file().path)
    try queue.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try queue.close()
  }

  /// Zeros in the first leaf of a table.
  private func damage(_ folder: TestFolder, _ table: String = "ZALBUM", kind: String = "leaf") throws {
    let queue = try DatabaseQueue(path: folder.file().path)
    let page = try queue.inDatabase {
      try Int.fetchOne(
        $0, sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? LIMIT 1", arguments: [table, kind])
    }
    try queue.close()
    let start = (try #require(page) - 1) * 4096
    var bytes = try Data(contentsOf: folder.file())
    bytes.replaceSubrange(start..<(start + 4096), with: Data(count: 4096))
    try bytes.write(to: folder.file())
  }

  private func contents(_ folder: TestFolder) throws -> [String: Data] {
    let names = try folder.names().filter { !$0.hasSuffix("-shm") }
    return names.reduce(into: [:]) { $0[$1] = try? Data(contentsOf: folder.url.appendingPathComponent($1)) }
  }

  private func recover(
    _ folder: TestFolder, _ steps: [StoreRecovery.Step], for schema: Schema = Schema([Album.self, Tag.self]),
    checksPages: Bool = true
  ) throws -> (container: ModelContainer, recoveries: [StoreRecovery]) {
    try ModelContainer.recovering(
      for: schema, configurations: [ModelConfiguration(url: folder.file())], by: steps, checksPages: checksPages)
  }

  @Test func aSoundStoreIsLeftAlone() throws {
    let folder = try TestFolder()
    try fill(folder, 3)
    let (container, recoveries) = try recover(folder, [.salvage, .startEmpty])
    #expect(recoveries.isEmpty)
    #expect(try ModelContext(container).titles().count == 4)
    #expect(!FileManager.default.fileExists(atPath: folder.file("Quarantine").path))
  }

  @Test func salvagedRowsAreAsTheyWere() throws {
    let folder = try TestFolder()
    try fill(folder)
    try damage(folder)
    let damaged = try Data(contentsOf: folder.file())
    let (container, recoveries) = try recover(folder, [.salvage])
    let recovery = try #require(recoveries.first)
    #expect(recoveries.count == 1 && recovery.step == .salvage && recovery.reason == .storeIsCorrupted)
    let context = ModelContext(container)
    let albums = try context.fetch(FetchDescriptor<Album>())
    #expect(albums.count > 400 && albums.count < 601)
    #expect(recovery.rows["Album"] == albums.count && recovery.rows["Song"] == 600)
    for album in albums where album.title != "Blue" {
      #expect(album.title == "album \(album.year - 1000)")
      #expect(album.songs.map(\.name) == ["song \(album.year - 1000)"])
    }
    if let blue = albums.first(where: { $0.title == "Blue" }) {
      #expect(blue.cover == Data(repeating: 7, count: 300_000))
    }
    // Songs of lost albums are there, without one.
    #expect(try context.fetchCount(FetchDescriptor<Song>(predicate: #Predicate { $0.album == nil })) > 0)
    #expect(recovery.losses.contains { $0.hasPrefix("ZALBUM: ") })
    // What was damaged is kept as it was, beside a report.
    #expect(try Data(contentsOf: recovery.quarantine.appendingPathComponent("test.store")) == damaged)
    let report = try String(contentsOf: recovery.quarantine.appendingPathComponent("report.txt"), encoding: .utf8)
    #expect(report.contains("ZALBUM"))
    // New rows get keys of their own, and everything can be saved and opened again.
    let new = Album("new")
    context.insert(new)
    try context.save()
    #expect(try ModelContext(try folder.container()).fetchCount(FetchDescriptor<Album>()) == albums.count + 1)
  }

  /// Nothing is moved unless the caller has allowed what follows, and something follows.
  @Test(arguments: [[], [StoreRecovery.Step.salvage]]) func filesStayWithoutAWayOn(_ steps: [StoreRecovery.Step]) throws
  {
    let folder = try TestFolder()
    try fill(folder, 30)
    if steps.isEmpty {
      try damage(folder)
    } else {
      // No page tells what the tables are.
      var bytes = try Data(contentsOf: folder.file())
      bytes.replaceSubrange(100..<4096, with: Data(count: 3996))
      try bytes.write(to: folder.file())
    }
    let before = try contents(folder)
    let error = failure { _ = try recover(folder, steps) }
    #expect(error == .storeIsCorrupted && error?.file?.lastPathComponent == "test.store")
    #expect(try contents(folder) == before)
  }

  @Test func aFileThatIsNoStoreMakesWay() throws {
    let folder = try TestFolder()
    try Data("This is a letter.".utf8).write(to: folder.file())
    #expect(failure { _ = try recover(folder, [.salvage]) } == .storeIsNotADatabase)
    let (container, recoveries) = try recover(folder, [.salvage, .startEmpty])
    #expect(recoveries.map(\.step) == [.startEmpty])
    #expect(try ModelContext(container).titles() == [])
    let kept = try #require(recoveries.first).quarantine.appendingPathComponent("test.store")
    #expect(try String(contentsOf: kept, encoding: .utf8) == "This is a letter.")
  }

  /// A sound store of another schema is not salvaged, and starts again only if that is allowed.
  @Test func aStoreOfAnotherSchemaStays() throws {
    let folder = try TestFolder()
    let other = Schema([RecoveryOther.Album.self])
    try {
      let made = ModelContext(try ModelContainer(for: other, configurations: ModelConfiguration(url: folder.file())))
      made.insert(RecoveryOther.Album("x"))
      try made.save()
    }()
    try settle(folder)
    let wanted = Schema([RecoveryNewer.Album.self])
    let error = failure { _ = try recover(folder, [.salvage], for: wanted) }
    #expect(error == .unknownDataStoreSchema)
    #expect(!FileManager.default.fileExists(atPath: folder.file("Quarantine").path))
    let (container, recoveries) = try recover(folder, [.salvage, .startEmpty], for: wanted)
    #expect(recoveries.map(\.step) == [.startEmpty])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<RecoveryNewer.Album>()) == 0)
  }

  /// The salvaged store does not fit either: everything is where it was.
  @Test func aSalvageThatDoesNotHelpIsTakenBack() throws {
    let folder = try TestFolder()
    try fill(folder)
    try damage(folder)
    let before = try contents(folder)
    let error = failure { _ = try recover(folder, [.salvage], for: Schema([RecoveryNewer.Album.self])) }
    #expect(error == .storeIsCorrupted)
    #expect(try contents(folder).filter { $0.key != "Quarantine" } == before)
  }

  @Test func anOpenStoreIsNotMoved() throws {
    let folder = try TestFolder()
    try fill(folder)
    let open = try folder.container()
    let context = ModelContext(open)
    #expect(try context.titles().count == 601)
    try damage(folder)
    let error = failure { _ = try recover(folder, [.salvage, .startEmpty]) }
    #expect(error == .storeIsBusy)
    #expect(FileManager.default.fileExists(atPath: folder.file().path))
    #expect(!FileManager.default.fileExists(atPath: folder.file("Quarantine").path))
    withExtendedLifetime(open) {}
  }

  // MARK: Diagnosis

  private func state(_ folder: TestFolder, _ schema: Schema, checksPages: Bool = false) throws -> StoreDiagnosis.State {
    let found = try StoreDiagnosis.of(
      [ModelConfiguration(url: folder.file())],
      for: schema, checksPages: checksPages)
    return try #require(found.first).state
  }

  @Test func diagnosisSaysWhatOpeningWouldDo() throws {
    let folder = try TestFolder()
    let (first, second) = (Schema([RecoveryOther.Album.self]), Schema([RecoveryNewer.Album.self]))
    guard case .absent = try state(folder, first) else { Issue.record("absent"); return }
    #expect(!FileManager.default.fileExists(atPath: folder.file().path))
    try ModelContext(
      try ModelContainer(for: first, configurations: ModelConfiguration(url: folder.file()))
    ).save()
    try settle(folder)
    let before = try contents(folder)
    guard case .fits = try state(folder, first) else { Issue.record("fits"); return }
    guard case .migrates(let steps) = try state(folder, second) else { Issue.record("migrates"); return }
    #expect(steps.contains("The column ZLABEL is added to ZALBUM."))
    #expect(try contents(folder) == before)
    let context = ModelContext(
      try ModelContainer(for: first, configurations: ModelConfiguration(url: folder.file())))
    context.insert(RecoveryOther.Album("x"))
    try context.save()
    // Now there is a row that would need a label.
    guard case .fails(let error) = try state(folder, second) else { Issue.record("fails"); return }
    #expect(error == .unknownDataStoreSchema && error.property == "label")
  }

  @Test func diagnosisFindsDamage() throws {
    let folder = try TestFolder()
    try fill(folder)
    try damage(folder)
    let schema = Schema([Album.self, Tag.self])
    guard case .fits = try state(folder, schema) else { Issue.record("Opening does not meet this damage."); return }
    guard case .fails(let error) = try state(folder, schema, checksPages: true) else { Issue.record("fails"); return }
    #expect(error == .storeIsCorrupted)
  }
}

private enum RecoveryOther {
  @Model final class Album {
    var title: String
    init(_ title: String) { self.title = title }
  }
}

private enum RecoveryNewer {
  @Model final class Album {
    var title: String
    var label: String
    init(_ title: String, label: String) {
      self.title = title
      self.label = label
    }
  }
}
