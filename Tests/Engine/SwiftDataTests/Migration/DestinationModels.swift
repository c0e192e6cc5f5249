// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Versions of a schema in which relationships change where they lead.
enum Led {
  enum ToPerson {
    @Model final class Note {
      var id: Int
      var owner: Person?
      @Relationship var members: [Person] = []
      init(id: Int) { self.id = id }
    }
    @Model final class Person {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Company {
      var name: String
      init(name: String) { self.name = name }
    }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self, Company.self] }
  }
  enum ToCompany {
    @Model final class Note {
      var id: Int
      var owner: Company?
      @Relationship var members: [Company] = []
      init(id: Int) { self.id = id }
    }
    @Model final class Person {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Company {
      var name: String
      init(name: String) { self.name = name }
    }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self, Company.self] }
  }
  /// `owner` and `members` change places with attributes and each other's kind.
  enum Many {
    @Model final class Note {
      var id: Int
      @Relationship var owner: [Person] = []
      var members: Person?
      init(id: Int) { self.id = id }
    }
    @Model final class Person {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Company {
      var name: String
      init(name: String) { self.name = name }
    }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self, Company.self] }
  }
  enum Number {
    @Model final class Note {
      var id: Int
      var owner: Int = 5
      init(id: Int) { self.id = id }
    }
    @Model final class Person {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Company {
      var name: String
      init(name: String) { self.name = name }
    }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self, Company.self] }
  }
  enum Without {
    @Model final class Note {
      var id: Int
      init(id: Int) { self.id = id }
    }
    @Model final class Person {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Company {
      var name: String
      init(name: String) { self.name = name }
    }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self, Company.self] }
  }
}

/// Pairs whose other end becomes another entity.
enum Tagged {
  enum Tags {
    @Model final class Note {
      var id: Int
      var tags: [Tag] = []
      init(id: Int) { self.id = id }
    }
    @Model final class Tag {
      var name: String
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      init(name: String) { self.name = name }
    }
    @Model final class Topic {
      var name: String
      init(name: String) { self.name = name }
    }
    static var types: [any PersistentModel.Type] { [Note.self, Tag.self, Topic.self] }
  }
  enum Topics {
    @Model final class Note {
      var id: Int
      var tags: [Topic] = []
      init(id: Int) { self.id = id }
    }
    @Model final class Tag {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Topic {
      var name: String
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      init(name: String) { self.name = name }
    }
    static var types: [any PersistentModel.Type] { [Note.self, Tag.self, Topic.self] }
  }
}

/// A relationship within a hierarchy.
enum Ranked {
  enum Below {
    @Model final class Note {
      var id: Int
      var owner: Person?
      @Relationship var members: [Person] = []
      init(id: Int) { self.id = id }
    }
    @Model class Owner {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      var age: Int = 1
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Company: Owner {
      var vat: Int = 2
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] {
      [Note.self, Owner.self, Person.self, Company.self]
    }
  }
  enum Above {
    @Model final class Note {
      var id: Int
      var owner: Owner?
      @Relationship var members: [Owner] = []
      init(id: Int) { self.id = id }
    }
    @Model class Owner {
      var name: String
      init(name: String) { self.name = name }
    }
    @Model final class Person: Owner {
      var age: Int = 1
      override init(name: String) { super.init(name: name) }
    }
    @Model final class Company: Owner {
      var vat: Int = 2
      override init(name: String) { super.init(name: name) }
    }
    static var types: [any PersistentModel.Type] {
      [Note.self, Owner.self, Person.self, Company.self]
    }
  }
}
