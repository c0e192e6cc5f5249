// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@testable import EverythingModels

/// Stores that are made without classes, opened with those that `schema --swift` writes.
@Suite struct DerivedStoreTests {
  private static let models: [any PersistentModel.Type] = [
    SetModel.self, Link_Model.self, Node.self, Empty.self, __Class.self,
  ]

  /// The tables, indexes and version hashes are those that the classes would have made.
  @Test func isTheStoreOfTheGeneratedModels() throws {
    let folder = try TemporaryFolder()
    let derived = folder.url.appendingPathComponent("derived.store")
    let made = folder.url.appendingPathComponent("made.store")
    try StoreCreation.create(ManagedObjectModel(ModelPlan(Schemas.everything)), at: derived)
    _ = try ModelContainer(
      for: Schema(Self.models), configurations: [ModelConfiguration(url: made)])
    let (first, second) = (try Store(reading: derived), try Store(reading: made))
    #expect(first.metadata.versionHashes == second.metadata.versionHashes)
    #expect(first.metadata.versionHashes.count == 9)
    let statements = [first, second].map { store in
      Set((try? store.tableStatements())?.split(separator: "\n") ?? [])
    }
    let unlike = statements[0].symmetricDifference(statements[1])
    #expect(unlike.isEmpty && statements[0].count > 20, "\(unlike.sorted())")
    for entity in second.model.entities {
      #expect(first.model.entity(named: entity.name)?.attributes.map(\.type) == entity.attributes.map(\.type))
    }
  }

  @Test func everythingIsThere() async throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appendingPathComponent("everything.realm")
    let store = folder.url.appendingPathComponent("everything.store")
    try RealmFiles.writeEverything(to: source)
    let before = try Data(contentsOf: source)
    let importer = RealmImporter(url: source)
    let migration = importer.migrate(to: store)
    var last: RealmProgress?
    for try await progress in migration { last = progress }
    #expect(last?.phase == .done)
    #expect(last?.done == last?.total)
    #expect(migration.summary?.inserted == 10)
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.links > 10)
    #expect(verification.omissions.map(\.className) == ["Event"])
    #expect(verification.losses.map(\.reason) == [.objectInAnyValue])
    #expect(try Data(contentsOf: source) == before)

    let container = try ModelContainer(
      for: Schema(Self.models), configurations: [ModelConfiguration(url: store)])
    let context = ModelContext(container)
    let set = try #require(
      try context.fetch(FetchDescriptor<SetModel>(predicate: #Predicate { $0.id2 < 0 })).first)
    #expect(set._id == "000000050000000000000000")
    #expect(set.id2 == .min)
    #expect(set.descriptionValue == "Ünï\u{0}code")
    #expect(set.class == "c")
    #expect(set.with_space && set._1st == -2.5 && set.selfValue == 1.5)
    #expect(set.hashValueValue == Decimal(string: "-12.5"))
    #expect(set.type.uuidString == "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    #expect(set._class2 == Data([0, 1, 255]))
    let day = Date(timeIntervalSince1970: 1_700_000_000.5)
    #expect(set.modelContextValue == day)
    #expect(set.numbers == [3, 1, 3])
    #expect(set.perhaps == ["x", nil])
    #expect(set.days == [day])
    #expect(set.prices == ["a.b": 12.5, "b": nil])
    #expect(
      set.any
        == .dictionary([
          "list": .list([.int(1), .null, .date(day), .data(Data([1]))]),
          "deep": .dictionary(["d": .double(0.5)]),
        ]))
    #expect(set.anys == [.string("x"), .bool(true), .object(type: "Set", key: 5), .null])
    #expect(set.anyByName.count == 1)
    let model = try #require(
      try context.fetch(FetchDescriptor<Link_Model>()).first { $0.one != nil })
    #expect(model.one?._id == "00000005" + "0000000000000002")
    #expect(model.set.count == 2)
    #expect(model.list.map(\._id).map { $0.suffix(1) } == ["2", "0", "2"])
    #expect(model.byNameElements.map(\.key).sorted() == ["none", "x"])
    #expect(model.byName["x"]?._id.last == "1")
    #expect(model.address?.street == "Street 0" && model.address?.country?.code == "PL")
    #expect(model.address?.tags == ["t0", "u"])
    #expect(model.addresses.map(\.street) == ["Street 2", "Street 1"])
    #expect(model.addressByName["home"]?.street == "Street 3")
    #expect(model.node?.name == "root" && model.node?.next?.name == "leaf")
    #expect(model.nodes.map(\.name) == ["b", "a"])
    #expect(model.nodeByName["n"]?.name == "c")
    // New objects get keys of their own.
    context.insert(SetModel(_id: "new"))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<SetModel>()) == 4)
    _ = container
    let findings = try StoreIntegrityCheck(Store(reading: store)).run()
    #expect(findings.filter { $0.severity == .error || $0.kind == .brokenInverse }.isEmpty, "\(findings)")
  }
}
