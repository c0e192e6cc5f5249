// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import GRDB
import SwiftData
import Testing

/// Stores that this library made when enums with associated values were JSON.
@Suite struct FormerLayoutTests {
  private typealias Job = FormerLayout.Job

  private let folder: TestFolder
  private var url: URL { folder.file() }

  init() throws {
    folder = try TestFolder()
    var tests = URL(fileURLWithPath: #filePath)
    while tests.lastPathComponent != "Tests" { tests.deleteLastPathComponent() }
    let sql = try String(
      contentsOf: tests.appendingPathComponent("Support/Fixtures/FormerStores/nested-values.sql"), encoding: .utf8)
    try execute(sql)
  }

  private func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: url.path)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  private func strings(_ sql: String) throws -> [String?] {
    let queue = try DatabaseQueue(path: url.path)
    defer { try? queue.close() }
    return try queue.read { try Optional<String>.fetchAll($0, sql: sql) }
  }

  private func container(allowsSave: Bool = true) throws -> ModelContainer {
    try ModelContainer(
      for: Job.self, configurations: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  private func texts(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Job>(sortBy: [SortDescriptor(\.id)])).map(FormerLayout.text)
  }

  private static let expected = (0..<FormerLayout.count).map { FormerLayout.text(Job($0)) }

  @Test func movesWithoutLoss() throws {
    #expect(try texts(ModelContext(container())) == Self.expected)
    // What was JSON is not there twice.
    let kept = try strings("SELECT name FROM pragma_table_info('ZJOB') WHERE name LIKE 'OSD_KEPT_%'")
    #expect(kept.count == 22)
    for case let column? in kept {
      #expect(try strings("SELECT quote(\(column)) FROM ZJOB WHERE \(column) IS NOT NULL") == [])
    }
    #expect(try StoreIntegrityCheck(Store(reading: url)).run().map(\.what) == [])
    let moved = try Store(reading: url)
    let fresh = folder.file("fresh.store")
    _ = try ModelContainer(for: Job.self, configurations: ModelConfiguration(url: fresh))
    let new = try Store(reading: fresh)
    #expect(moved.model == new.model)
    #expect(moved.metadata.versionHashes == new.metadata.versionHashes)
    #expect(moved.layout["Job"]?.attributes.mapValues(\.names) == new.layout["Job"]?.attributes.mapValues(\.names))
    // The next time, there is nothing to do.
    let before = try strings("SELECT sql FROM sqlite_schema")
    #expect(try texts(ModelContext(container())) == Self.expected)
    #expect(try strings("SELECT sql FROM sqlite_schema") == before)
  }

  @Test func savesAreReadAgain() throws {
    let context = ModelContext(try container())
    for job in try context.fetch(FetchDescriptor<Job>()) { job.optional = FormerLayout.notice(job.id + 3) }
    context.insert(Job(100))
    try context.save()
    for job in try ModelContext(container()).fetch(FetchDescriptor<Job>()) where job.id < 100 {
      #expect(job.optional == FormerLayout.notice(job.id + 3))
      #expect(job.notice == FormerLayout.notice(job.id))
    }
    #expect(try StoreIntegrityCheck(Store(reading: url)).run().map(\.what) == [])
  }

  @Test func opensForReadingOnly() throws {
    let bytes = try Data(contentsOf: url)
    do {
      let context = ModelContext(try container(allowsSave: false))
      #expect(try texts(context) == Self.expected)
      for (number, notice) in FormerLayout.notices.enumerated() {
        // Arrays are bytes, which cannot be compared.
        if case .place = notice { continue }
        let found = try context.fetch(FetchDescriptor<Job>(predicate: #Predicate { $0.notice == notice }))
        #expect(found.map(\.id) == [number])
      }
      let sorted = try context.fetch(FetchDescriptor<Job>(sortBy: [SortDescriptor(\.holder.count, order: .reverse)]))
      #expect(sorted.first?.id == FormerLayout.count - 1)
    }
    #expect(try Data(contentsOf: url) == bytes)
  }

  /// As many readers as there are threads have what is needed.
  @Test func isReadByManyAtOnce() async throws {
    let container = try container(allowsSave: false)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<12 {
        group.addTask {
          try ModelContext(container).fetch(FetchDescriptor<FormerLayout.Job>(sortBy: [SortDescriptor(\.id)]))
            .map(FormerLayout.text)
        }
      }
      for try await texts in group { #expect(texts == Self.expected) }
    }
  }

  @Test func whatCannotBeDecodedStaysInTheFile() throws {
    try execute("UPDATE ZJOB SET ZCUSTOM2 = x'7b' WHERE ZID = 1")
    let before = try strings("SELECT hex(ZCUSTOM2) FROM ZJOB WHERE ZID = 1")
    #expect(before == ["7B"])
    let context = ModelContext(try container())
    let others = try context.fetch(FetchDescriptor<Job>(predicate: #Predicate { $0.id != 1 }))
    #expect(others.map(FormerLayout.text) == Self.expected.enumerated().filter { $0.offset != 1 }.map(\.element))
    #expect(try strings("SELECT hex(OSD_KEPT_ZCUSTOM2) FROM ZJOB WHERE ZID = 1") == ["7B"])
  }

  @Test func digitsThatAColumnDoesNotHoldStayInTheFile() throws {
    try execute(
      "UPDATE ZJOB SET ZBYTES = CAST(replace(CAST(ZBYTES AS TEXT), '12.345', '1234567890.123456789') AS BLOB) WHERE ZID = 12"
    )
    let context = ModelContext(try container())
    let job = try #require(context.fetch(FetchDescriptor<Job>(predicate: #Predicate { $0.id == 12 })).first)
    guard case .bytes(_, _, _, let decimal, true) = job.notice else {
      Issue.record("\(job.notice)")
      return
    }
    // As any decimal: 17 digits.
    #expect(decimal == Decimal(string: "1234567890.1234567"))
    let kept = try strings("SELECT CAST(OSD_KEPT_ZBYTES AS TEXT) FROM ZJOB WHERE ZID = 12").first ?? nil
    #expect(kept?.contains("1234567890.123456789") == true)
  }

  // MARK: Stages

  enum First: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [FormerLayout.Job.self] }
  }

  enum Second: VersionedSchema {
    static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Job.self] }

    @Model final class Job {
      @Attribute(.unique) var id: Int
      var name: String
      var notice: FormerLayout.Notice
      var holder: FormerLayout.Holder
      var extra: String?
      init(_ number: Int) {
        id = number
        name = ""
        notice = .none
        holder = .init(mode: .off, only: .one(1), count: 0, maybe: nil)
      }
    }
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
    static var stages: [MigrationStage] {
      [
        .custom(fromVersion: First.self, toVersion: Second.self) { context in
          for job in try context.fetch(FetchDescriptor<FormerLayout.Job>()) {
            job.name = FormerLayout.text(job)
            job.holder.maybe = .custom("stage")
          }
          try context.save()
        } didMigrate: { context in
          for job in try context.fetch(FetchDescriptor<Second.Job>()) { job.extra = "\(job.notice)" }
          try context.save()
        }
      ]
    }
  }

  @Test func stagesFindTheVersion() throws {
    let container = try ModelContainer(
      for: Schema(versionedSchema: Second.self), migrationPlan: Plan.self,
      configurations: [ModelConfiguration(url: url)])
    let jobs = try ModelContext(container).fetch(FetchDescriptor<Second.Job>(sortBy: [SortDescriptor(\.id)]))
    #expect(jobs.map(\.name) == Self.expected)
    for job in jobs {
      #expect(job.notice == FormerLayout.notice(job.id))
      #expect(job.extra == "\(job.notice)")
      #expect(job.holder.maybe == .custom("stage"))
      #expect(job.holder.mode == FormerLayout.Job(job.id).holder.mode)
    }
  }

  @Test func anotherSchemaTakesTheValuesOver() throws {
    let schema = Schema([Second.Job.self])
    let container = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
    let jobs = try ModelContext(container).fetch(FetchDescriptor<Second.Job>())
    #expect(jobs.count == FormerLayout.count)
    for job in jobs {
      #expect(job.notice == FormerLayout.notice(job.id))
      #expect(job.holder == FormerLayout.Job(job.id).holder)
    }
  }
}
