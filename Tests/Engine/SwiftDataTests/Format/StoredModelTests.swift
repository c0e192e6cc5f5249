// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDB
import SwiftData
import Testing

enum StoredModels {
  enum Before {
    @Model final class Note {
      var text: String = "empty"
      init() {}
    }
  }

  enum Indexed {
    @Model final class Note {
      #Index<Note>([\.text])
      var text: String = "empty"
      init() {}
    }
  }

  enum After {
    @Model final class Note {
      var text: String = "empty"
      var stars: Int = 3
      init() {}
    }
  }

  @Model final class Place {
    #Index<Place>(.binary([\.name, \.code]), .rtree([\.latitude, \.longitude]))
    #Unique<Place>([\.name, \.code])
    @Attribute(.unique) var id: UUID = UUID(uuidString: "2CA21BC5-F696-44D8-9E8C-5F8A6FA8D8DA")!
    @Attribute(originalName: "title") var name: String = "Grüße"
    var code: Int16 = 7
    var latitude: Double = 1
    var longitude: Double = 0.5
    var isOpen: Bool = true
    var price: Decimal = 12.5
    var since: Date = Date(timeIntervalSinceReferenceDate: 10)
    var link: URL?
    @Attribute(.externalStorage, .preserveValueOnDeletion) var image: Data?
    @Attribute(.ephemeral) var draft: Int = 1
    @Attribute(.spotlight) var words: String = ""
    @Attribute(hashModifier: "2") var changed: Int64?
    var photos: [Data] = []
    var tags: [String]? = ["a", "b"]
    var kind: Kind = Kind.city
    var mood: Mood = Mood.calm
    var address: Address?
    @Relationship(deleteRule: .cascade, inverse: \Visit.place) var visits: [Visit] = []
    init() {}
  }

  @Model final class Visit {
    @Relationship(maximumModelCount: 3, originalName: "friends") var others: [Visit] = []
    @Relationship(minimumModelCount: 1) var place: Place?
    init() {}
  }

  enum Kind: String, Codable { case city, village }
  enum Mood: Codable {
    case calm
    case loud(Int)
  }
  struct Address: Codable {
    var street: String
    var lines: [String]
  }
}

/// The model that a store carries, for other programs and later versions.
@Suite struct StoredModelTests {
  private func content(of file: URL) throws -> Data? {
    try DatabaseQueue(path: file.path).read {
      try Data.fetchOne($0, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE")
    }
  }

  private func metadata(of file: URL) throws -> PropertyListValue {
    let list = try DatabaseQueue(path: file.path).read {
      try Data.fetchOne($0, sql: "SELECT Z_PLIST FROM Z_METADATA")
    }
    return try PropertyListValue(binary: #require(list))
  }

  private func model(of file: URL) throws -> ManagedObjectModel {
    try ModelCache.decode(#require(try content(of: file)))
  }

  private func open(_ types: [any PersistentModel.Type], _ file: URL) throws {
    let schema = Schema(types)
    _ = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: file)])
  }

  /// Opens a new store and checks its model against its metadata.
  private func newModel(_ types: [any PersistentModel.Type]) throws -> ManagedObjectModel {
    let folder = try TestFolder()
    try open(types, folder.file())
    let model = try model(of: folder.file())
    let metadata = try metadata(of: folder.file())
    let hashes = VersionHashes.hashes(of: model)
    let stored = metadata["NSStoreModelVersionHashes"]?.dictionary
    #expect(hashes == stored?.compactMapValues(\.data))
    #expect(
      metadata["NSStoreModelVersionHashesDigest"] == .string(VersionHashes.digest(hashes)))
    #expect(model.versionIdentifiers == ["1.0.0"])
    #expect(model.configurations == ["default": model.entities.map(\.name).sorted()])
    #expect(model.entities.map(\.className).allSatisfy { $0 == nil })
    return model
  }

  @Test func attributesAreAsDeclared() throws {
    let model = try newModel([StoredModels.Place.self])
    let place = try #require(model.entity(named: "Place"))
    func attribute(_ name: String) throws -> AttributeDescription {
      try #require(place.attributes.first { $0.name == name })
    }
    #expect(try attribute("id").type == .uuid)
    #expect(try attribute("id").valueClassName == "NSUUID")
    #expect(
      try attribute("id").defaultValue
        == .uuid(UUID(uuidString: "2CA21BC5-F696-44D8-9E8C-5F8A6FA8D8DA")!))
    #expect(try attribute("name").renamingIdentifier == "title")
    #expect(try attribute("name").defaultValue == .string("Grüße"))
    #expect(try attribute("code").type == .integer16)
    #expect(try attribute("code").defaultValue == .integer(7))
    // Written as `1`.
    #expect(try attribute("latitude").defaultValue == .double(1))
    #expect(try attribute("isOpen").defaultValue == .bool(true))
    #expect(try attribute("price").defaultValue == .decimal(12.5))
    #expect(try attribute("price").valueClassName == "NSDecimalNumber")
    #expect(
      try attribute("since").defaultValue == .date(Date(timeIntervalSinceReferenceDate: 10)))
    #expect(try attribute("link").type == .uri)
    #expect(try attribute("link").isOptional)
    #expect(try attribute("image").allowsExternalStorage)
    #expect(try attribute("image").preservesValueOnDeletion)
    #expect(try attribute("draft").isTransient)
    #expect(try attribute("words").isIndexedBySpotlight)
    #expect(try attribute("changed").versionHashModifier == "2")
    #expect(try !attribute("isOpen").isOptional && !attribute("isOpen").isTransient)
    #expect(place.attributes.count == 18)
  }

  @Test func compositesAndArraysAreAsDeclared() throws {
    let model = try newModel([StoredModels.Place.self])
    let place = try #require(model.entity(named: "Place"))
    func attribute(_ name: String) throws -> AttributeDescription {
      try #require(place.attributes.first { $0.name == name })
    }
    let photos = try attribute("photos")
    #expect(photos.type == .transformable)
    #expect(photos.transformerName == "NSSecureUnarchiveFromData")
    #expect(photos.valueClassName == "Array<Data>")
    #expect(photos.defaultValue == .array([]))
    let tags = try attribute("tags")
    #expect(tags.valueClassName == "Array<String>")
    #expect(tags.defaultValue == .array([.string("a"), .string("b")]))

    let kind = try attribute("kind")
    #expect(kind.type == .composite)
    #expect(kind.valueClassName == "NSDictionary")
    #expect(kind.userInfo == ["EnumType": .bool(true)])
    #expect(kind.elements.map(\.name) == ["kind"])
    #expect(kind.elements.first?.type == .string)
    #expect(kind.elements.first?.isOptional == true)

    let mood = try attribute("mood")
    // Cases with payloads come first.
    #expect(mood.elements.map(\.name) == ["loud", "calm"])
    #expect(mood.elements.map(\.type) == [.composite, .string])
    #expect(mood.elements.map(\.isOptional) == [true, true])
    #expect(mood.userInfo == ["EnumType": .bool(true), "enum": .array([.string("calm")])])

    let address = try attribute("address")
    #expect(address.isOptional)
    #expect(address.userInfo.isEmpty)
    #expect(address.elements.map(\.name) == ["street", "lines"])
    #expect(address.elements.map(\.type) == [.string, .binaryData])
    #expect(address.elements.map(\.isOptional) == [true, true])
  }

  @Test func relationshipsIndexesAndConstraintsAreAsDeclared() throws {
    let model = try newModel([StoredModels.Place.self])
    let place = try #require(model.entity(named: "Place"))
    let visit = try #require(model.entity(named: "Visit"))
    let visits = try #require(place.relationships.first)
    #expect(visits.destination == "Visit")
    #expect(visits.inverse == "place")
    #expect(visits.deleteRule == .cascade)
    #expect(visits.maximumCount == 0 && !visits.isOptional && !visits.isOrdered)
    let others = try #require(visit.relationships.first { $0.name == "others" })
    #expect(others.maximumCount == 3)
    #expect(others.renamingIdentifier == "friends")
    #expect(others.inverse == nil)
    let back = try #require(visit.relationships.first { $0.name == "place" })
    #expect(back.minimumCount == 1 && back.maximumCount == 1)
    #expect(back.isOptional && back.deleteRule == .nullify)
    #expect(place.uniquenessConstraints == [["id"], ["name", "code"]])
    #expect(
      place.indexes.map(\.name) == [
        "SwiftDataIndexOnBinarynamecode", "SwiftDataIndexOnRTreelatitudelongitude",
      ])
    #expect(place.indexes.map { $0.elements.map(\.property) }.last == ["latitude", "longitude"])
    #expect(place.indexes.map { $0.elements.allSatisfy(\.isSpatial) } == [false, true])
  }

  /// The tables have the indexes of the model, by its names.
  @Test func indexesAreThoseOfTheTables() throws {
    let folder = try TestFolder()
    try open([StoredModels.Place.self], folder.file())
    let indexes = try model(of: folder.file()).entity(named: "Place")?.indexes ?? []
    let names = try DatabaseQueue(path: folder.file().path).read {
      try String.fetchSet($0, sql: "SELECT name FROM sqlite_schema WHERE type = 'index'")
    }
    #expect(!indexes.isEmpty)
    for index in indexes { #expect(names.contains("Z_Place_\(index.name)")) }
  }

  @Test func everyAttributeTypeIsHashedAsStored() throws {
    let model = try newModel([Everything.Item.self])
    #expect(model.entities.count == 1)
  }

  @Test func hierarchiesReturn() throws {
    let model = try newModel(Vehicles.types)
    #expect(
      model.entities.map(\.name) == ["Garage", "Trophy", "Vehicle", "Bike", "Car", "SportsCar"])
    let car = try #require(model.entity(named: "Car"))
    #expect(car.superentity == "Vehicle")
    #expect(!car.isAbstract)
    #expect(car.attributes.map(\.name) == ["name", "wheels", "doors", "plate"])
    #expect(car.relationships.map(\.inverse) == ["vehicles"])
  }

  @Test func aStoreThatFitsIsLeftAlone() throws {
    let folder = try TestFolder()
    try open([StoredModels.Before.Note.self], folder.file())
    let others = Data("another program's".utf8)
    try DatabaseQueue(path: folder.file().path).write {
      try $0.execute(sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = ?", arguments: [others])
    }
    try open([StoredModels.Before.Note.self], folder.file())
    #expect(try content(of: folder.file()) == others)
  }

  @Test func aMigrationReplacesTheModel() throws {
    let folder = try TestFolder()
    try open([StoredModels.Before.Note.self], folder.file())
    let before = try model(of: folder.file())
    #expect(before.entity(named: "Note")?.attributes.map(\.name) == ["text"])
    try open([StoredModels.After.Note.self], folder.file())
    let after = try model(of: folder.file())
    #expect(after.entity(named: "Note")?.attributes.map(\.name) == ["text", "stars"])
    let hashes = try metadata(of: folder.file())["NSStoreModelVersionHashes"]?.dictionary
    #expect(VersionHashes.hashes(of: after) == hashes?.compactMapValues(\.data))
    let count = try DatabaseQueue(path: folder.file().path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM Z_MODELCACHE")
    }
    #expect(count == 1)
  }

  @Test func aNewIndexReplacesTheModel() throws {
    let folder = try TestFolder()
    try open([StoredModels.Before.Note.self], folder.file())
    try open([StoredModels.Indexed.Note.self], folder.file())
    let indexes = try model(of: folder.file()).entity(named: "Note")?.indexes
    #expect(indexes?.map(\.name) == ["SwiftDataIndexOnBinarytext"])
    try open([StoredModels.Before.Note.self], folder.file())
    #expect(try model(of: folder.file()).entity(named: "Note")?.indexes.isEmpty == true)
  }

  @Test func aDamagedOrMissingModelIsReplacedByAMigration() throws {
    for sql in [
      "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00'", "DELETE FROM Z_MODELCACHE",
      "DROP TABLE Z_MODELCACHE",
    ] {
      let folder = try TestFolder()
      try open([StoredModels.Before.Note.self], folder.file())
      try DatabaseQueue(path: folder.file().path).write { try $0.execute(sql: sql) }
      try open([StoredModels.After.Note.self], folder.file())
      #expect(try model(of: folder.file()).entity(named: "Note")?.attributes.count == 2)
    }
  }
}
