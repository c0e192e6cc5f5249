// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct HostileModelCacheTests {
  private static let model = ArchivedClass("NSManagedObjectModel")
  private static let entity = ArchivedClass("NSEntityDescription")
  private static let attribute = ArchivedClass("NSAttributeDescription", "NSPropertyDescription")
  private static let proxy = ArchivedClass("_NSPropertyDescriptionProxy")

  /// Decodes a model with one entity, whose fields are added to it.
  private func decode(
    _ fields: (inout KeyedArchiveWriter, PropertyListValue) -> [String: PropertyListValue]
  ) throws -> ManagedObjectModel {
    var writer = KeyedArchiveWriter()
    let entity = writer.reserve()
    var all = ["NSEntityName": writer.add(.string("Entity"))]
    all.merge(fields(&writer, entity)) { $1 }
    writer.set(entity, Self.entity, all)
    let entities = writer.add(.array, ["NS.objects": .array([entity])])
    let root = writer.add(Self.model, ["NSEntities": entities])
    return try ModelCache.decode(archive: writer.archive(root: root))
  }

  private func properties(
    _ property: PropertyListValue, in writer: inout KeyedArchiveWriter
  ) -> [String: PropertyListValue] {
    ["NSProperties": writer.add(.array, ["NS.objects": .array([property])])]
  }

  private func reason(
    _ fields: (inout KeyedArchiveWriter, PropertyListValue) -> [String: PropertyListValue]
  ) -> String? {
    do {
      _ = try decode(fields)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func anEntityNeedsAName() throws {
    #expect(try decode { _, _ in [:] }.entities.count == 1)
    #expect(reason { _, _ in ["NSEntityName": .uid(0)] } != nil)
    #expect(reason { _, _ in ["NSEntityName": .integer(1)] } != nil)
  }

  @Test func anEntityThatInheritsFromItselfIsRead() throws {
    let model = try decode { _, entity in ["NSSuperentity": entity] }
    #expect(model.entities.first?.superentity == "Entity")
    #expect(VersionHashes.hashes(of: model).count == 1)
    #expect(try ModelCache.decode(ModelCache.encode(model)) == model)
  }

  @Test func circlesOfPropertiesAreRefused() {
    let looped = reason { writer, _ in
      let proxy = writer.reserve()
      writer.set(proxy, Self.proxy, ["NSUnderlyingProperty": proxy])
      return properties(proxy, in: &writer)
    }
    #expect(looped == "Entity: An inherited property refers to itself.")

    let composite = reason { writer, _ in
      let attribute = writer.reserve()
      let elements = writer.add(.array, ["NS.objects": .array([attribute, attribute])])
      writer.set(
        attribute, Self.attribute,
        [
          "NSPropertyName": writer.add(.string("itself")), "NSAttributeType": .integer(2100),
          "NSCompositeElements": elements,
        ])
      return properties(attribute, in: &writer)
    }
    #expect(composite == "Entity.itself: It is a composite of itself.")
  }

  @Test func circlesOfValuesAreRefused() {
    let info = reason { writer, _ in
      let dictionary = writer.reserve()
      let key = writer.add(.string("key"))
      writer.set(
        dictionary, .dictionary,
        ["NS.keys": .array([key, key]), "NS.objects": .array([dictionary, dictionary])])
      return ["NSUserInfo": dictionary]
    }
    #expect(info == "Entity: User info holds itself.")

    let value = reason { writer, _ in
      let list = writer.reserve()
      writer.set(list, .array, ["NS.objects": .array([list, list])])
      let attribute = writer.add(
        Self.attribute,
        ["NSPropertyName": writer.add(.string("name")), "NSDefaultValue": list])
      return properties(attribute, in: &writer)
    }
    #expect(value == "Entity: A default value holds itself.")
  }

  @Test func theWorkIsLimited() {
    // Composites of nine composites, ten deep: 9^10 attributes.
    let many = reason { writer, _ in
      var inner = writer.add(
        Self.attribute, ["NSPropertyName": writer.add(.string("inner"))])
      for _ in 0..<10 {
        let elements = Array(repeating: inner, count: 9)
        inner = writer.add(
          Self.attribute,
          [
            "NSPropertyName": writer.add(.string("outer")), "NSAttributeType": .integer(2100),
            "NSCompositeElements": writer.add(.array, ["NS.objects": .array(elements)]),
          ])
      }
      return properties(inner, in: &writer)
    }
    #expect(many == "Entity: The model is too large.")
  }

  @Test func whatIsNotKnownIsRefusedOrLeftOut() throws {
    func attribute(_ fields: [String: PropertyListValue]) -> String? {
      reason { writer, _ in
        var all = ["NSPropertyName": writer.add(.string("name"))]
        all.merge(fields) { $1 }
        return properties(writer.add(Self.attribute, all), in: &writer)
      }
    }
    #expect(attribute([:]) == nil)
    #expect(attribute(["NSPropertyName": .uid(0)]) == "Entity: A property has no name.")
    #expect(
      attribute(["NSAttributeType": .integer(12)])
        == "Entity.name: There is no attribute type 12.")
    #expect(attribute(["NSAttributeType": .integer(-1)]) != nil)
    #expect(attribute(["NSAttributeType": .integer(1 << 40)]) != nil)
    #expect(attribute(["NSIsOptional": .string("yes")]) != nil)

    // A kind of property that keeps nothing in the store.
    let model = try decode { writer, _ in
      let fetched = writer.add(
        ArchivedClass("NSFetchedPropertyDescription", "NSPropertyDescription"),
        ["NSPropertyName": writer.add(.string("fetched"))])
      return properties(fetched, in: &writer)
    }
    #expect(model.entities.first?.attributes.isEmpty == true)
    // A default value of a class that is not known.
    let colored = try decode { writer, _ in
      let color = writer.add(ArchivedClass("NSColor"), [:])
      let attribute = writer.add(
        Self.attribute,
        ["NSPropertyName": writer.add(.string("color")), "NSDefaultValue": color])
      return properties(attribute, in: &writer)
    }
    #expect(colored.entities.first?.attributes.first?.defaultValue == .other("NSColor"))
  }

  @Test func namesAreTakenOnce() {
    let twice = reason { writer, _ in
      let name = writer.add(.string("name"))
      let one = writer.add(Self.attribute, ["NSPropertyName": name])
      let other = writer.add(Self.attribute, ["NSPropertyName": name])
      return ["NSProperties": writer.add(.array, ["NS.objects": .array([one, other])])]
    }
    #expect(twice == "Entity: Two properties have the same name.")
    let entity = EntityDescription(name: "Entity")
    #expect(throws: ModelCacheError.self) {
      try ModelCache.encode(ManagedObjectModel(entities: [entity, entity]))
    }
  }

  /// Properties as constraints and elements of indexes, as some models have
  /// them, and copies of inherited properties instead of proxies.
  @Test func otherFormsAreRead() throws {
    let model = try decode { writer, entity in
      let name = writer.add(.string("name"))
      let attribute = writer.add(Self.attribute, ["NSPropertyName": name])
      let proxy = writer.add(
        Self.proxy, ["NSUnderlyingProperty": attribute, "NSEntityDescription": entity])
      let tuple = writer.add(.array, ["NS.objects": .array([proxy])])
      let element = writer.add(
        ArchivedClass("NSFetchIndexElementDescription"), ["NSPropertyName": attribute])
      let elements = writer.add(.array, ["NS.objects": .array([element])])
      let index = writer.add(
        ArchivedClass("NSFetchIndexDescription"),
        ["NSIndexName": writer.add(.string("byName")), "NSIndexElements": elements])
      return [
        "NSProperties": writer.add(
          .dictionary, ["NS.keys": .array([name]), "NS.objects": .array([proxy])]),
        "NSUniqueTuples": writer.add(.array, ["NS.objects": .array([tuple])]),
        "NSFetchIndexDescriptions": writer.add(.array, ["NS.objects": .array([index])]),
      ]
    }
    let entity = try #require(model.entities.first)
    #expect(entity.attributes.map(\.name) == ["name"])
    #expect(entity.uniquenessConstraints == [["name"]])
    #expect(
      entity.indexes == [
        FetchIndexDescription(
          name: "byName", elements: [.init(property: "name", isAscending: false)])
      ])
  }

  @Test func whatIsNoModelIsRefused() throws {
    var writer = KeyedArchiveWriter()
    let list = writer.add(.array, ["NS.objects": .array([])])
    let archive = try writer.archive(root: list)
    #expect(throws: ModelCacheError.self) { try ModelCache.decode(archive: archive) }
    #expect(throws: DeflateError.self) { try ModelCache.decode(Data()) }
    #expect(throws: PropertyListError.self) {
      try ModelCache.decode(Deflate.compress(Data("no archive".utf8)))
    }
  }
}
