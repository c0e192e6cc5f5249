// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// With a plan, what a store keeps of former versions does not come back.
@Suite struct StagedKeptTests {
  enum Back {
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }
      @Model final class Item {
        var id: Int
        var price: String = "9"
        var size: Int? = 5
        @Relationship(inverse: \Tag.items) var tags: [Tag] = []
        init(id: Int) { self.id = id }
      }
      @Model final class Tag {
        var name: String
        var items: [Item] = []
        init(name: String) { self.name = name }
      }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Item.self] }
      @Model final class Item {
        var id: Int
        init(id: Int) { self.id = id }
      }
    }
    enum V3: VersionedSchema {
      static let versionIdentifier = Schema.Version(3, 0, 0)
      static var models: [any PersistentModel.Type] { [Item.self, Tag.self] }
      @Model final class Item {
        var id: Int
        var price: Double = 1.5
        @Attribute(originalName: "size") var extent: Int? = 7
        @Relationship(inverse: \Tag.items) var tags: [Tag] = []
        init(id: Int) { self.id = id }
      }
      @Model final class Tag {
        var name: String
        var items: [Item] = []
        init(name: String) { self.name = name }
      }
    }
    static let stages: [MigrationStage] = [.light(V1.self, V2.self), .light(V2.self, V3.self)]
  }

  @Test(arguments: [false, true]) func whatAVersionLacksDoesNotComeBack(inSteps: Bool) throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try Shelf.container(Back.V1.self, folder.file(), nil))
      let item = Back.V1.Item(id: 1)
      context.insert(item)
      item.tags = [Back.V1.Tag(name: "old")]
      try context.save()
    }
    try GivenPlan.with([Back.V1.self, Back.V2.self, Back.V3.self], Back.stages) {
      if inSteps { _ = try Shelf.container(Back.V2.self, folder.file(), GivenPlan.self) }
      let context = ModelContext(try Shelf.container(Back.V3.self, folder.file(), GivenPlan.self))
      let items = try context.fetch(FetchDescriptor<Back.V3.Item>())
      #expect(items.map(\.price) == [1.5])
      #expect(items.map(\.extent) == [7])
      #expect(items.map(\.tags.count) == [0])
      #expect(try context.fetchCount(FetchDescriptor<Back.V3.Tag>()) == 0)
      // Keys are not given out again.
      context.insert(Back.V3.Tag(name: "new"))
      try context.save()
    }
    let dump = try StagedErrorTests.dump(folder.file())
    #expect(dump.tables["ZTAG"]?.keys.sorted() == [2])
    try StoreShape.expectNatural(folder.file(), Back.V3.models)
    for finding in try StoreChecker.check(folder.file(), .isMigrated) { Issue.record("\(finding)") }
  }

  enum Classes {
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Person.self, Student.self, Photo.self] }
      @Model class Person {
        var name: String
        init(name: String) { self.name = name }
      }
      @Model final class Student: Person {
        var year: Int = 1
        override init(name: String) { super.init(name: name) }
      }
      @Model final class Photo {
        @Attribute(.externalStorage) var image: Data?
        @Attribute(.externalStorage) var print: Data?
        var person: Person?
        init(image: Data) { (self.image, print) = (image, image) }
      }
    }
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Person.self, Photo.self] }
      @Model class Person {
        var name: String
        init(name: String) { self.name = name }
      }
      @Model final class Photo {
        @Attribute(.externalStorage) var image: Data?
        var person: Person?
        init(image: Data) { self.image = image }
      }
    }
    enum V3: VersionedSchema {
      static let versionIdentifier = Schema.Version(3, 0, 0)
      static var models: [any PersistentModel.Type] { [Person.self, Student.self] }
      @Model class Person {
        var name: String
        init(name: String) { self.name = name }
      }
      @Model final class Student: Person {
        var year: Int = 7
        override init(name: String) { super.init(name: name) }
      }
    }
    enum V4: VersionedSchema {
      static let versionIdentifier = Schema.Version(4, 0, 0)
      static var models: [any PersistentModel.Type] { [Person.self, Student.self, Photo.self] }
      @Model class Person {
        var name: String
        init(name: String) { self.name = name }
      }
      @Model final class Student: Person {
        var year: Int = 7
        override init(name: String) { super.init(name: name) }
      }
      @Model final class Photo {
        @Attribute(.externalStorage) var image: Data?
        init(image: Data) { self.image = image }
      }
    }
  }

  /// A subclass that is gone leaves objects of its superclass, which are not
  /// removed when it is back.
  @Test func subclassesAndFilesThatComeBack() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try Shelf.container(Classes.V1.self, folder.file(), nil))
      let student = Classes.V1.Student(name: "Eve")
      student.year = 4
      let photo = Classes.V1.Photo(image: Shelf.scan)
      photo.person = student
      context.insert(photo)
      try context.save()
    }
    func files() throws -> Int {
      try FileManager.default.contentsOfDirectory(
        atPath: folder.url.appendingPathComponent(".test_SUPPORT/_EXTERNAL_DATA").path
      ).count
    }
    let versions: [any VersionedSchema.Type] = [
      Classes.V1.self, Classes.V2.self, Classes.V3.self, Classes.V4.self,
    ]
    try GivenPlan.with(versions, zip(versions, versions.dropFirst()).map { .light($0, $1) }) {
      do {
        let context = ModelContext(
          try Shelf.container(Classes.V2.self, folder.file(), GivenPlan.self))
        let photos = try context.fetch(FetchDescriptor<Classes.V2.Photo>())
        #expect(photos.map { $0.person?.name } == ["Eve"])
        #expect(photos.map(\.image) == [Shelf.scan])
      }
      do {
        let context = ModelContext(
          try Shelf.container(Classes.V3.self, folder.file(), GivenPlan.self))
        let students = try context.fetch(FetchDescriptor<Classes.V3.Student>())
        #expect(students.map(\.name) == ["Eve"])
        #expect(students.map(\.year) == [7])
      }
      #expect(try files() == 2)
      do {
        let context = ModelContext(
          try Shelf.container(Classes.V4.self, folder.file(), GivenPlan.self))
        #expect(try context.fetchCount(FetchDescriptor<Classes.V4.Photo>()) == 0)
      }
      #expect(try files() == 0)
    }
    for finding in try StoreChecker.check(folder.file(), .isMigrated) { Issue.record("\(finding)") }
  }
}
