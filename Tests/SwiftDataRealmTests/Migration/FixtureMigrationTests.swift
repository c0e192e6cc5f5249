import Foundation
import RealmTransfer
import Testing

/// Files of Realm's SDKs, migrated and compared.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct FixtureMigrationTests {
  @Test(arguments: Fixtures.plain)
  func migratesAndVerifiesClean(_ url: URL) throws {
    let folder = try TemporaryFolder()
    let store = folder.url.appendingPathComponent("target.store")
    let importer = RealmImporter(url: url)
    let summary = try importer.migrate(to: store, isCancelled: { false }, progress: { _ in })
    let objects = try RealmFile(url: url).tables.filter { !$0.type.isInternal }
    let models = ModelPlan(try RealmFile(url: url).schema)
    #expect(
      summary.inserted
        == objects.filter { models[$0.name] != nil }.reduce(0) { $0 + $1.count })
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.losses.isEmpty, "\(verification.losses)")
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
