// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct VersionHashTests {
  private func hash(_ change: (inout EntityDescription) -> Void) -> Data? {
    var entity = EntityDescription(name: "Entity")
    entity.attributes = [AttributeDescription(name: "name", type: .string)]
    entity.relationships = [RelationshipDescription(name: "next", destination: "Entity")]
    change(&entity)
    return VersionHashes.hashes(of: ManagedObjectModel(entities: [entity]))["Entity"]
  }

  @Test func whatIsStoredIsHashed() {
    let changes: [(inout EntityDescription) -> Void] = [
      { _ in }, { $0.isAbstract = true }, { $0.versionHashModifier = "2" },
      { $0.uniquenessConstraints = [["name"]] }, { $0.attributes[0].name = "title" },
      { $0.attributes[0].type = .uuid }, { $0.attributes[0].isOptional = true },
      { $0.attributes[0].versionHashModifier = "2" },
      { $0.attributes[0].allowsExternalStorage = true },
      { $0.attributes[0].isTransient = true }, { $0.relationships[0].isTransient = true },
      { $0.relationships[0].inverse = "previous" }, { $0.relationships[0].destination = "Other" },
      { $0.relationships[0].minimumCount = 1 }, { $0.relationships[0].maximumCount = 0 },
      { $0.relationships[0].isOrdered = true }, { $0.relationships[0].isOptional = false },
      { $0.relationships[0].versionHashModifier = "2" },
    ]
    #expect(Set(changes.map { hash($0) }).count == changes.count)
  }

  @Test func whatIsNotStoredIsNot() {
    let plain = hash { _ in }
    let changes: [(inout EntityDescription) -> Void] = [
      { $0.className = "Class" }, { $0.renamingIdentifier = "Old" },
      { $0.userInfo = ["a": .bool(true)] },
      { $0.indexes = [FetchIndexDescription(name: "i", elements: [.init(property: "name")])] },
      { $0.attributes[0].defaultValue = .string("x") },
      { $0.attributes[0].transformerName = "x" }, { $0.attributes[0].valueClassName = "x" },
      { $0.relationships[0].deleteRule = .cascade },
      { $0.relationships[0].renamingIdentifier = "x" },
      { $0.superentity = "Elsewhere" },
      // Its own inverse.
      { $0.relationships[0].inverse = "next" },
    ]
    for change in changes { #expect(hash(change) == plain) }
  }

  @Test func ofACompositeTheElementsCount() {
    func composite(_ name: String, _ elements: [String]) -> Data? {
      hash { entity in
        var attribute = AttributeDescription(name: name, type: .composite)
        attribute.elements = elements.map { AttributeDescription(name: $0, type: .double) }
        entity.attributes = [attribute]
      }
    }
    #expect(composite("a", ["x", "y"]) == composite("b", ["y", "x"]))
    #expect(composite("a", ["x", "y"]) != composite("a", ["x", "z"]))
  }

  /// As in a store of iOS 26, of which `NeverMigratesTests` has the whole.
  @Test func compositesWithinCompositesAreFlattened() {
    func hash(_ elements: [AttributeDescription]) -> Data? {
      self.hash { entity in
        var attribute = AttributeDescription(name: "a", type: .composite)
        attribute.elements = elements
        entity.attributes = [attribute]
      }
    }
    func inner(_ name: String, _ leaves: [String]) -> AttributeDescription {
      var attribute = AttributeDescription(name: name, type: .composite)
      attribute.elements = leaves.map { AttributeDescription(name: $0, type: .double) }
      return attribute
    }
    let flat = hash(["alpha", "mid", "zed"].map { AttributeDescription(name: $0, type: .double) })
    #expect(hash([inner("x", ["zed", "alpha"]), AttributeDescription(name: "mid", type: .double)]) == flat)
    #expect(hash([inner("x", ["mid"]), inner("y", ["zed", "alpha"])]) == flat)
  }

  @Test func constraintsAreSorted() {
    func hash(_ constraints: [[String]]) -> Data? { self.hash { $0.uniquenessConstraints = constraints } }
    #expect(hash([["nextVersion"], ["id", "nextVersion"]]) == hash([["id", "nextVersion"], ["nextVersion"]]))
    #expect(hash([["id", "nextVersion"]]) != hash([["nextVersion", "id"]]))
  }

  @Test func storesOfTheFormerRulesAreRecognized() {
    var entity = EntityDescription(name: "Entity")
    var inner = AttributeDescription(name: "inner", type: .composite)
    inner.elements = [AttributeDescription(name: "leaf", type: .double)]
    var attribute = AttributeDescription(name: "a", type: .composite)
    attribute.elements = [inner]
    entity.attributes = [attribute]
    let nested = ManagedObjectModel(entities: [entity])
    #expect(VersionHashes.hashes(of: nested) != VersionHashes.hashes(of: nested, .former))
    entity.attributes = [inner]
    let plain = ManagedObjectModel(entities: [entity])
    #expect(VersionHashes.hashes(of: plain) == VersionHashes.hashes(of: plain, .former))
  }

  @Test func superentitiesCount() {
    var model = SampleModel.make()
    let before = VersionHashes.hashes(of: model)
    #expect(before.count == 3)
    // In any order.
    model.entities.reverse()
    #expect(VersionHashes.hashes(of: model) == before)
    // A change that the subentity does not repeat.
    let index = model.entities.firstIndex { $0.name == "Place" }
    if let index { model.entities[index].versionHashModifier = "third" }
    let after = VersionHashes.hashes(of: model)
    #expect(after["Place"] != before["Place"])
    #expect(after["City"] != before["City"])
    #expect(after["Trip"] == before["Trip"])
  }

  @Test func circlesEnd() {
    var one = EntityDescription(name: "One"), other = EntityDescription(name: "Other")
    one.superentity = "Other"
    other.superentity = "One"
    #expect(VersionHashes.hashes(of: ManagedObjectModel(entities: [one, other])).count == 2)
  }

  @Test(
    .enabled(if: !AppleStore.withModel.isEmpty, AppleStore.areThere),
    arguments: AppleStore.withModel)
  func hashesOfAppleStoresAreMet(_ store: AppleStore) throws {
    let metadata = try PropertyListValue(binary: store.metadata())
    let expected = try #require(metadata["NSStoreModelVersionHashes"]?.dictionary)
    let hashes = VersionHashes.hashes(of: try ModelCache.decode(store.modelCache()))
    #expect(hashes == expected.compactMapValues(\.data))
    #expect(
      metadata["NSStoreModelVersionHashesDigest"] == .string(VersionHashes.digest(hashes)))
    if let checksum = metadata["NSStoreModelVersionChecksumKey"] {
      #expect(checksum == .string(VersionHashes.checksum(hashes)))
    }
  }
}
