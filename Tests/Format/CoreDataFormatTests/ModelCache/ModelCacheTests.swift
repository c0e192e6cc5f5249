// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct ModelCacheTests {
  @Test func aModelReturns() throws {
    let model = SampleModel.make()
    let decoded = try ModelCache.decode(ModelCache.encode(model))
    for (entity, expected) in zip(decoded.entities, model.entities) {
      for (attribute, expected) in zip(entity.attributes, expected.attributes) {
        #expect(attribute == expected)
      }
      #expect(entity == expected)
    }
    #expect(decoded == model)
    #expect(decoded.entities.map(\.name) == ["Place", "City", "Trip"])
  }

  @Test func equalModelsGiveEqualContent() throws {
    #expect(
      try ModelCache.encode(SampleModel.make()) == ModelCache.encode(SampleModel.make()))
  }

  @Test func anEmptyModelReturns() throws {
    let model = ManagedObjectModel(entities: [])
    #expect(try ModelCache.decode(ModelCache.encode(model)) == model)
  }

  @Test func inheritedPropertiesAreProxies() throws {
    let archive = try KeyedArchive(ModelCache.archive(of: SampleModel.make()))
    let inventory = try ArchiveInventory(archive)
    #expect(
      inventory.keys["_NSPropertyDescriptionProxy"]
        == ["NSUnderlyingProperty", "NSEntityDescription"])
    // `name` and `trips` of Place, once each although City has them too.
    #expect(inventory.counts["_NSPropertyDescriptionProxy"] == 2)
    #expect(inventory.counts["NSRelationshipDescription"] == 4)
  }

  @Test func entitiesAreOrderedAsCoreDataNumbersThem() {
    let entities = ["b", "A", "c", "B1", "a2", "loop", "pool"].map { EntityDescription(name: $0) }
    var changed = entities
    changed[2].superentity = "A"
    changed[4].superentity = "c"
    changed[3].superentity = "Elsewhere"
    changed[5].superentity = "pool"
    changed[6].superentity = "loop"
    #expect(
      ManagedObjectModel.ordered(changed).map(\.name)
        == ["A", "c", "a2", "b", "B1", "loop", "pool"])
  }
}

/// The classes in an archive, with the keys of their objects.
struct ArchiveInventory {
  var keys: [String: Set<String>] = [:]
  /// Those that every object of the class has.
  var commonKeys: [String: Set<String>] = [:]
  var counts: [String: Int] = [:]
  var superclasses: [String: [String]] = [:]

  init(_ archive: KeyedArchive) throws {
    var number: UInt32 = 1
    while let item = try? archive.item(.uid(number)) {
      number += 1
      guard case .object(let object) = item else { continue }
      keys[object.className, default: []].formUnion(object.keys)
      commonKeys[object.className, default: object.keys].formIntersection(object.keys)
      counts[object.className, default: 0] += 1
      superclasses[object.className] = object.classNames
    }
  }
}
