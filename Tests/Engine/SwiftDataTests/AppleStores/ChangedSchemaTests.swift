// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDB
import SwiftData
import Testing

/// Stores that were written with another version of the models, by software
/// that keeps no record of its columns but the model itself.
@Suite struct ChangedSchemaTests {
  struct Place: Codable, Equatable {
    var name: String
    var id: Int
  }

  enum Old {
    @Model final class Visit {
      var id: Int
      var name: String
      var place: Place
      var photo: Data?
      @Attribute(.externalStorage) var scan: Data?
      init(id: Int, name: String, place: Place) {
        self.id = id
        self.name = name
        self.place = place
      }
    }
  }

  enum New {
    @Model final class Visit {
      /// Comes before `id` and takes the columns' natural names.
      var address: Place?
      var id: Int
      @Attribute(originalName: "name") var title: String
      var place: Place
      @Attribute(.externalStorage) var photo: Data?
      var scan: Data?
      var stars: Int = 3
      init(id: Int, title: String, place: Place) {
        self.id = id
        self.title = title
        self.place = place
      }
    }
  }

  private func data(_ byte: UInt8) -> Data { Data(repeating: byte, count: 150_000) }

  private func oldStore() throws -> TestFolder {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Old.Visit.self))
    for number in 0..<5 {
      let visit = Old.Visit(
        id: number, name: "visit \(number)", place: Place(name: "place \(number)", id: number * 10))
      visit.photo = data(UInt8(number))
      visit.scan = data(UInt8(number + 100))
      context.insert(visit)
    }
    try context.save()
    // As other software leaves it: without our record of the columns.
    try DatabaseQueue(path: folder.file().path).write { database in
      let plist = try #require(try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA"))
      var metadata = try #require(
        try PropertyListSerialization.propertyList(from: plist, format: nil) as? [String: Any])
      for key in metadata.keys where !key.contains("NS") { metadata[key] = nil }
      let data = try PropertyListSerialization.data(
        fromPropertyList: metadata, format: .binary, options: 0)
      try database.execute(sql: "UPDATE Z_METADATA SET Z_PLIST = ?", arguments: [data])
    }
    return folder
  }

  @Test func numberedColumnsKeepTheirProperties() throws {
    let folder = try oldStore()
    let context = ModelContext(try folder.container(New.Visit.self))
    let visits = try context.fetch(FetchDescriptor<New.Visit>(sortBy: [SortDescriptor(\.id)]))
    #expect(visits.map(\.id) == [0, 1, 2, 3, 4])
    for (number, visit) in visits.enumerated() {
      #expect(visit.title == "visit \(number)")
      #expect(visit.place == Place(name: "place \(number)", id: number * 10))
      #expect(visit.address == nil && visit.stars == 3)
      #expect(visit.photo == data(UInt8(number)))
      #expect(visit.scan == data(UInt8(number + 100)))
      visit.address = Place(name: "address", id: -1)
    }
    try context.save()
    // Photos have moved into files, scans out of them.
    let files = folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA")
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
    #expect(names.count == 5)
    let again = try ModelContext(try folder.container(New.Visit.self)).fetch(
      FetchDescriptor<New.Visit>(sortBy: [SortDescriptor(\.id)]))
    #expect(again.map(\.address) == Array(repeating: Place(name: "address", id: -1), count: 5))
    #expect(again.map(\.place.id) == [0, 10, 20, 30, 40])
    #expect(again.allSatisfy { $0.photo?.count == 150_000 && $0.scan?.count == 150_000 })
  }

  /// Without a model in the store, what a number means is not guessed.
  @Test func withoutAModelNumbersAreNotGuessed() throws {
    let folder = try oldStore()
    try DatabaseQueue(path: folder.file().path).write { try $0.execute(sql: "DELETE FROM Z_MODELCACHE") }
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try folder.container(New.Visit.self) }
    // The schema that it was written with still opens it.
    let context = ModelContext(try folder.container(Old.Visit.self))
    #expect(try context.fetch(FetchDescriptor<Old.Visit>()).allSatisfy { $0.place.id == $0.id * 10 })
  }

  /// A model that does not explain the columns is no better than none.
  @Test func columnsInAnotherOrderAreNotExplained() throws {
    let folder = try oldStore()
    try DatabaseQueue(path: folder.file().path).write { database in
      try database.execute(sql: "ALTER TABLE ZVISIT ADD COLUMN ZLATER INTEGER")
    }
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try folder.container(New.Visit.self) }
  }
}
