// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFixtures
import RealmTransfer
import Testing

/// Files of Realm's SDKs, migrated and compared.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct FixtureMigrationTests {
  private func importer(_ fixture: RealmFixture) throws -> RealmImporter {
    RealmImporter(url: try fixture.url(), key: try fixture.realmKey())
  }

  @Test(arguments: Fixtures.all)
  func migratesAndVerifiesClean(_ fixture: RealmFixture) throws {
    let folder = try TemporaryFolder()
    let store = folder.url.appendingPathComponent("target.store")
    let importer = try importer(fixture)
    let summary = try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
    let file = try fixture.open()
    let plan = ModelPlan(file.schema)
    let tables = file.tables.filter { plan[$0.name] != nil }
    #expect(summary.inserted == tables.reduce(0) { $0 + $1.count })
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.losses.isEmpty, "\(verification.losses)")
    // What the models do not have is said, class by class and property by property.
    let report = RealmReport(verification)
    for loss in plan.losses {
      #expect(
        verification.omissions.contains { $0.className == loss.className && $0.property == loss.property }, "\(loss)")
      for format in RealmReport.Format.allCases { #expect(try report.text(format).contains(loss.className)) }
    }
  }

  /// Without their keys, or with others, nothing is made.
  @Test(arguments: Fixtures.all.filter(\.isEncrypted))
  func encryptedFilesNeedTheirKeys(_ fixture: RealmFixture) throws {
    let folder = try TemporaryFolder()
    let store = folder.url.appendingPathComponent("target.store")
    let url = try fixture.url()
    let wrong = try RealmKey([UInt8](repeating: 7, count: 64))
    let before = try Data(contentsOf: url)
    for (key, code) in [(nil, RealmFileError.Code.keyRequired), (wrong, .wrongKey)] {
      let importer = RealmImporter(url: url, key: key)
      let error = #expect(throws: RealmFileError.self) {
        try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
      }
      #expect(error?.code == code)
      #expect(error?.file?.hasSuffix(fixture.file) == true)
      #expect(
        !(try FileManager.default.contentsOfDirectory(atPath: folder.url.path)).contains { $0.hasPrefix("target") })
    }
    try importer(fixture).migrate(to: store, isCancelled: { false }, progress: { _ in })
    for (key, code) in [(nil, RealmFileError.Code.keyRequired), (wrong, .wrongKey)] {
      let error = #expect(throws: RealmFileError.self) { try RealmImporter(url: url, key: key).verify(store) }
      #expect(error?.code == code)
    }
    #expect(try Data(contentsOf: url) == before)
  }

  /// A key for a file that has none is a mistake that is told.
  @Test func plainFilesTakeNoKey() throws {
    let folder = try TemporaryFolder()
    let importer = RealmImporter(
      url: try Fixtures.file("fmt24-realm-studio"), key: try RealmKey([UInt8](repeating: 7, count: 64)))
    let error = #expect(throws: RealmFileError.self) {
      try importer.migrate(
        to: folder.url.appendingPathComponent("target.store"), isCancelled: { false }, progress: { _ in })
    }
    #expect(error?.code == .notEncrypted)
  }

  @Test func theCommandWithAKey() throws {
    let path = try Fixtures.file("alltypes-default-encrypted").path
    let folder = try TemporaryFolder()
    let store = folder.url.appendingPathComponent("all.store").path
    let missing = try Tool.run("realm", "migrate", path, "--to", store)
    #expect(missing.code == 2)
    #expect(missing.errors.contains("Give its key"))
    let wrong = try Tool.run(
      "realm", "migrate", path, "--to", store, "--key", String(repeating: "02", count: 64))
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("The key does not fit"))
    #expect(!FileManager.default.fileExists(atPath: store))
    let key = String(repeating: "01", count: 64)
    let result = try Tool.run("realm", "migrate", path, "--to", store, "--key", key)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try Tool.run("realm", "verify", path, "--to", store, "--key", key).code == 0)
    #expect(try Tool.run("realm", "verify", path, "--to", store).code == 2)
  }

  @Test func theCommand() throws {
    let path = try Fixtures.file("fmt24-realm-studio").path
    let folder = try TemporaryFolder()
    let store = folder.url.appendingPathComponent("cats.store").path
    let reports = RealmReport.Format.allCases.map {
      folder.url.appendingPathComponent("report." + $0.rawValue).path
    }
    let result = try Tool.run(
      "realm", "migrate", path, "--to", store, "--report", reports[0], "--report", reports[1],
      "--report", reports[2])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("23 inserted"))
    #expect(result.output.contains("Nothing was lost."))
    for report in reports { #expect(FileManager.default.fileExists(atPath: report)) }
    #expect(try Tool.run("realm", "verify", path, "--to", store).code == 0)
    // Again is nothing new; by another mapping it is refused.
    #expect(try Tool.run("realm", "migrate", path, "--to", store).code == 0)
    #expect(try Tool.run("realm", "migrate", path, "--to", store, "--skip", "Cat").code == 2)
    let rolledBack = try Tool.run("realm", "migrate", path, "--to", store, "--rollback")
    #expect(rolledBack.code == 0, "\(rolledBack.errors)")
    #expect(!FileManager.default.fileExists(atPath: store))
    #expect(try Tool.run("realm", "verify", path, "--to", store).code == 2)
    #expect(try Tool.run("realm", "migrate", path, "--to", store, "--skip", "Nobody").code == 64)
  }
}
