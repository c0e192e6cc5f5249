// SPDX-License-Identifier: Apache-2.0

import SwiftData

// The models of the checks: small, and between them every kind of property and relationship.

@Model final class CheckValues {
  var number: Int = 0
  var small: Int16 = 0
  var flag: Bool = false
  var real: Double = 0
  var single: Float = 0
  var exact: Decimal = 0
  var text: String = ""
  var date: Date = Date(timeIntervalSinceReferenceDate: 0)
  var data: Data = Data()
  var uuid: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var url: URL = URL(fileURLWithPath: "/")
  var place: CheckPlace = CheckPlace(x: 0, y: 0)
  var kind: CheckKind = CheckKind.plain
  var words: [String] = []
  var optionalText: String? = "default"
  var optionalNumber: Int?
  var optionalPlace: CheckPlace?

  init() {}
}

struct CheckPlace: Codable, Hashable {
  var x: Double
  var y: Double
}

enum CheckKind: String, Codable { case plain, special }

/// Values within values, which coders have strategies of their own for.
@Model final class CheckJournal {
  var writtenDates: [Date] = []
  var wordCounts: [String: Int] = [:]
  var reals: [Double] = []
  var page: CheckPage?

  init() {}
}

struct CheckPage: Codable, Hashable {
  var writtenAt: Date
  var photoData: Data?
  var subPlaces: [CheckPlace]
  var webLink: URL?
}

@Model final class CheckLibrary {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \CheckBook.library) var books: [CheckBook] = []

  init(_ name: String) { self.name = name }
}

@Model final class CheckBook {
  var title: String
  var year: Int
  var library: CheckLibrary?
  @Relationship(inverse: \CheckTag.books) var tags: [CheckTag] = []

  init(_ title: String, _ year: Int = 0) {
    self.title = title
    self.year = year
  }
}

@Model final class CheckTag {
  var name: String
  var books: [CheckBook] = []

  init(_ name: String) { self.name = name }
}

/// A list of members that do not lead back, and a single one.
@Model final class CheckShelf {
  var name: String
  @Relationship(deleteRule: .nullify, inverse: nil) var items: [CheckItem] = []
  @Relationship(deleteRule: .nullify, inverse: nil) var favorite: CheckTrophy?

  init(_ name: String) { self.name = name }
}

@Model final class CheckItem {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model final class CheckTrophy {
  var name: String
  init(_ name: String) { self.name = name }
}

/// One to one.
@Model final class CheckPerson {
  var name: String
  @Relationship(deleteRule: .nullify, inverse: \CheckPassport.person) var passport: CheckPassport?

  init(_ name: String) { self.name = name }
}

@Model final class CheckPassport {
  var number: Int
  var person: CheckPerson?

  init(_ number: Int) { self.number = number }
}

/// An entity with itself.
@Model final class CheckNode {
  var name: String
  var parent: CheckNode?
  @Relationship(deleteRule: .cascade, inverse: \CheckNode.parent) var children: [CheckNode] = []

  init(_ name: String, parent: CheckNode? = nil) {
    self.name = name
    self.parent = parent
  }
}

@Model class CheckVehicle {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model final class CheckCar: CheckVehicle {
  var seats: Int = 0

  init(_ name: String, seats: Int) {
    self.seats = seats
    super.init(name)
  }
}

@Model final class CheckAccount {
  @Attribute(.unique) var mail: String
  var name: String

  init(_ mail: String, _ name: String) {
    self.mail = mail
    self.name = name
  }
}

enum CheckModels {
  static let types: [any PersistentModel.Type] = [
    CheckValues.self, CheckJournal.self, CheckLibrary.self, CheckBook.self, CheckTag.self, CheckShelf.self,
    CheckItem.self,
    CheckTrophy.self, CheckPerson.self, CheckPassport.self, CheckNode.self, CheckVehicle.self, CheckCar.self,
    CheckAccount.self,
  ]
}
