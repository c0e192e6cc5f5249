// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

/// Models in stores that Apple's software wrote.
@Suite(.enabled(if: !AppleStore.withModel.isEmpty, AppleStore.areThere))
struct AppleModelCacheTests {
  @Test(arguments: AppleStore.withModel)
  func modelsAreAsDescribed(_ store: AppleStore) throws {
    let model = try ModelCache.decode(store.modelCache())
    let expected = try store.json("modelcache")
    #expect(Set(model.entities.map(\.name)) == Set(expected.keys))
    for entity in model.entities {
      let expected = try #require(expected[entity.name] as? [String: Any])
      try ModelDescriptionJSON.compare(entity, expected)
    }
    let metadata = try PropertyListValue(binary: store.metadata())
    #expect(
      model.versionIdentifiers
        == metadata["NSStoreModelVersionIdentifiers"]?.members?.compactMap(\.string))
  }

  @Test(arguments: AppleStore.withModel)
  func modelsReturn(_ store: AppleStore) throws {
    let model = try ModelCache.decode(store.modelCache())
    #expect(try ModelCache.decode(ModelCache.encode(model)) == model)
  }

  @Test(arguments: AppleStore.withModel)
  func theArchiveHasTheirClassesAndKeys(_ store: AppleStore) throws {
    let theirs = try Deflate.decompress(store.modelCache())
    let model = try ModelCache.decode(archive: theirs)
    let expected = try ArchiveInventory(KeyedArchive(theirs))
    let actual = try ArchiveInventory(KeyedArchive(ModelCache.archive(of: model)))
    #expect(Set(actual.keys.keys) == Set(expected.keys.keys))
    for (className, keys) in expected.keys {
      var keys = keys
      // SwiftData always writes constraints, Core Data where there are some.
      if className == "NSEntityDescription" { keys.insert("NSUniqueTuples") }
      #expect(actual.keys[className] == keys, "\(className)")
      #expect(actual.superclasses[className] == expected.superclasses[className])
      if className.hasSuffix("Description") {
        #expect(actual.counts[className] == expected.counts[className], "\(className)")
        let common = expected.commonKeys[className]?.union(
          className == "NSEntityDescription" ? ["NSUniqueTuples"] : [])
        #expect(actual.commonKeys[className] == common, "\(className)")
      }
    }
  }

  /// Field by field: each property of the re-written archive has the plain
  /// values of the original, `_P` among them.
  @Test(arguments: AppleStore.withModel)
  func propertiesHaveTheirValues(_ store: AppleStore) throws {
    let theirs = try Deflate.decompress(store.modelCache())
    let ours = try ModelCache.archive(of: ModelCache.decode(archive: theirs))
    let expected = try values(in: KeyedArchive(theirs))
    let actual = try values(in: KeyedArchive(ours))
    #expect(Set(actual.keys) == Set(expected.keys))
    #expect(!expected.isEmpty)
    for (path, fields) in expected {
      #expect(actual[path] == fields, "\(path)")
    }
  }

  /// The fields of each property and element, by path; of objects the class.
  private func values(in archive: KeyedArchive) throws -> [String: [String: String]] {
    var all: [String: [String: String]] = [:]
    func visit(_ property: KeyedArchive.Object, _ path: String) throws {
      let path = try "\(path).\(property.string("NSPropertyName") ?? "")"
      var fields: [String: String] = [:]
      // In the oldest archives elements of composites have no entity.
      for key in property.keys where key != "NSEntity" {
        switch try property.item(key) {
        case nil, .null: fields[key] = "nothing"
        case .value(let value): fields[key] = "\(value)"
        case .object(let value): fields[key] = value.className
        }
      }
      all[path] = fields
      guard let elements = try property.object("NSCompositeElements") else { return }
      for case .object(let element) in try elements.members() { try visit(element, path) }
    }
    var number: UInt32 = 1
    while let item = try? archive.item(.uid(number)) {
      number += 1
      guard case .object(let entity) = item, entity.className == "NSEntityDescription" else {
        continue
      }
      let properties = try #require(try entity.object("NSProperties"))
      for case .object(let property) in try properties.entries().map(\.value) {
        try visit(property, try entity.string("NSEntityName") ?? "")
      }
    }
    return all
  }
}
