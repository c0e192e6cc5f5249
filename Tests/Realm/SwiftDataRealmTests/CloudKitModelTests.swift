// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealm
import SwiftDataRealmMigration
import Testing

@testable import CloudModels

/// What `schema --swift --cloudkit` writes, with a database of CloudKit's.
@Suite struct CloudKitModelTests {
  private static let schema = Schema([
    SetModel.self, Link_Model.self, Node.self, Empty.self, __Class.self, Link_ModelListElement.self,
    Link_ModelByNameElement.self, Link_ModelNodesElement.self, Link_ModelNodeByNameElement.self,
  ])

  private func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(
      for: Self.schema,
      configurations: ModelConfiguration(
        schema: Self.schema, url: url, cloudKitDatabase: .private("iCloud.com.example.everything")))
  }

  /// The file that is compiled is what is written now.
  @Test func theCompiledModelsAreGenerated() throws {
    let compiled = try ModelSourceTests.compiled("CloudModels")
    let text = RealmModelSource(Schemas.everything, file: "everything.realm", forCloudKit: true).text
    #expect(text == compiled)
    #expect(!text.contains(".unique"))
  }

  @Test func aContainerAcceptsThem() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder.url.appendingPathComponent("cloud.store"))
    let context = ModelContext(container)
    let sets = (0..<3).map { SetModel(_id: "\($0)") }
    for set in sets { context.insert(set) }
    let model = Link_Model()
    context.insert(model)
    model.list = [sets[2], sets[0], sets[2], sets[1]]
    model.byName = ["a": sets[1], "b": sets[0]]
    model.set = [Link_Model(), Link_Model()]
    model.nodes = [Node(name: "x", next: nil), Node(name: "y", next: nil)]
    try context.save()
    model.list.append(sets[1])
    model.nodes.swapAt(0, 1)
    try context.save()

    let found = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Link_Model>()).first { !$0.list.isEmpty })
    #expect(found.list.map(\._id) == ["2", "0", "2", "1", "1"])
    #expect(found.byName.mapValues(\._id) == ["a": "1", "b": "0"])
    #expect(found.set?.count == 2)
    #expect(found.nodes.map(\.name) == ["y", "x"])
  }

  /// What was migrated without classes opens with them.
  @Test func aMigratedStoreOpens() throws {
    let folder = try TemporaryFolder()
    let source = folder.url.appendingPathComponent("everything.realm")
    let store = folder.url.appendingPathComponent("everything.store")
    try RealmFiles.writeEverything(to: source)
    try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
    let context = ModelContext(try container(store))
    let model = try #require(try context.fetch(FetchDescriptor<Link_Model>()).first { $0.one != nil })
    #expect(model.list.map(\._id).map { $0.suffix(1) } == ["2", "0", "2"])
    #expect(model.set?.count == 2)
    #expect(model.nodes.map(\.name) == ["b", "a"])
    #expect(model.nodeByName["n"]?.name == "c")
    #expect(model.node?.next?.name == "leaf")
    #expect(try context.fetchCount(FetchDescriptor<SetModel>()) == 3)
  }
}
