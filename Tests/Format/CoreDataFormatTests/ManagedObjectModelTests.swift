// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Testing

@Suite struct ManagedObjectModelTests {
  @Test func entitiesAreFoundByName() {
    let model = ManagedObjectModel(entities: [EntityDescription(name: "Trip")])
    #expect(model.entity(named: "Trip")?.name == "Trip")
    #expect(model.entity(named: "trip") == nil)
  }
}

/// What classes cannot say makes no other model.
@Suite struct ExpressibleTests {
  private func model(_ change: (inout EntityDescription) -> Void = { _ in }) -> ManagedObjectModel {
    var entity = EntityDescription(name: "Note")
    entity.attributes = [AttributeDescription(name: "text", type: .string)]
    var members = RelationshipDescription(name: "notes", destination: "Note")
    members.maximumCount = 0
    entity.relationships = [members]
    change(&entity)
    return ManagedObjectModel(entities: [entity])
  }

  @Test(
    arguments: [
      { $0.isAbstract = true },
      { $0.versionHashModifier = "2" },
      { $0.attributes[0].isDerived = true },
      { $0.relationships[0].isOrdered = true },
      { $0.relationships[0].maximumCount = -1 },
      { $0.relationships[0].maximumCount = Int(UInt32.max) },
    ] as [@Sendable (inout EntityDescription) -> Void])
  func sameWithout(_ change: @Sendable (inout EntityDescription) -> Void) {
    #expect(
      VersionHashes.hashes(of: model(change).expressible) == VersionHashes.hashes(of: model()))
  }

  @Test(
    arguments: [
      { $0.attributes[0].isOptional = true },
      { $0.attributes[0].versionHashModifier = "2" },
      { $0.relationships[0].maximumCount = 1 },
      { $0.relationships[0].maximumCount = 5 },
      { $0.uniquenessConstraints = [["text"]] },
    ] as [@Sendable (inout EntityDescription) -> Void])
  func anotherWith(_ change: @Sendable (inout EntityDescription) -> Void) {
    #expect(
      VersionHashes.hashes(of: model(change).expressible) != VersionHashes.hashes(of: model()))
  }
}
