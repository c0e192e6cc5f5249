// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Versions of models for ``RenumberingTests``.
enum Renumbered {
  struct Place: Codable, Equatable {
    var city: String
    var zip: Int
  }

  /// Two composites of the same columns.
  enum Places {
    @Model final class Person {
      var home: Place
      var work: Place
      init(home: Place, work: Place) { (self.home, self.work) = (home, work) }
    }
  }
  enum WorkOnly {
    @Model final class Person {
      var work: Place
      init(work: Place) { self.work = work }
    }
  }
  /// The hashes of composites do not have their names.
  enum Moved {
    @Model final class Person {
      var work: Place
      @Attribute(originalName: "home") var zhome: Place
      init(home: Place, work: Place) { (self.zhome, self.work) = (home, work) }
    }
  }

  enum Names {
    @Model final class Word {
      var first: String
      var last: String
      var boss: Word?
      var staff: [Word] = []
      @Relationship(inverse: \Word.friendOf) var friends: [Word] = []
      var friendOf: [Word] = []
      var things: [Thing] = []
      init(first: String, last: String) { (self.first, self.last) = (first, last) }
    }
    @Model class Thing {
      var name: String
      var owners: [Owner] = []
      init(name: String) { self.name = name }
    }
    @Model final class Owner {
      var favourite: Thing?
      @Relationship(inverse: \Thing.owners) var things: [Thing] = []
      init() {}
    }
    @Model final class Tool: Thing {
      var size: Int
      init(name: String, size: Int) {
        self.size = size
        super.init(name: name)
      }
    }
  }
  /// Names change places, and all others change.
  enum Renamed {
    @Model final class Word {
      @Attribute(originalName: "last") var first: String
      @Attribute(originalName: "first") var last: String
      @Relationship(originalName: "boss") var chief: Word?
      @Relationship(originalName: "staff") var people: [Word] = []
      @Relationship(originalName: "friends", inverse: \Word.friendOf) var mates: [Word] = []
      var friendOf: [Word] = []
      @Relationship(originalName: "things") var items: [Thing] = []
      init(first: String, last: String) { (self.first, self.last) = (first, last) }
    }
    @Model class Thing {
      var name: String
      @Relationship(originalName: "owners") var holders: [Owner] = []
      init(name: String) { self.name = name }
    }
    @Model final class Owner {
      @Relationship(originalName: "favourite") var best: Thing?
      @Relationship(originalName: "things", inverse: \Thing.holders) var objects: [Thing] = []
      init() {}
    }
    @Model final class Tool: Thing {
      var size: Int
      init(name: String, size: Int) {
        self.size = size
        super.init(name: name)
      }
    }
    /// Comes before the others.
    @Model final class Anchor {
      var tool: Tool?
      init() {}
    }
  }

  enum Preserved {
    @Model final class Word {
      @Attribute(.preserveValueOnDeletion) var first: String
      var last: String = ""
      init(first: String) { self.first = first }
    }
  }
  /// Another attribute comes before, and the names are others.
  enum MorePreserved {
    @Model final class Word {
      @Attribute(.preserveValueOnDeletion) var code: Int?
      @Attribute(.preserveValueOnDeletion, originalName: "first") var name: String
      var place: Place?
      @Attribute(originalName: "last") var zlast: String = ""
      init(name: String) { self.name = name }
    }
  }

  enum Conflict {
    @Model final class Anchor {
      var name: String = ""
      init() {}
    }
    @Model final class Word {
      #Unique<Word>([\.first])
      var first: String
      init(first: String) { self.first = first }
    }
  }
  enum Plain {
    @Model final class Word {
      var first: String
      init(first: String) { self.first = first }
    }
  }
  enum Longer {
    @Model final class Word {
      var first: String
      var note: String?
      init(first: String) { self.first = first }
    }
  }
  enum Under {
    @Model class Text {
      var id: Int = 0
      init() {}
    }
    @Model final class Word: Text {
      var first: String
      init(first: String) {
        self.first = first
        super.init()
      }
    }
  }
}
