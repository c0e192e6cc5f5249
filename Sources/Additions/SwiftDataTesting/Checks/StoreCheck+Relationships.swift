// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  static let relationships: [StoreCheck] = [
    StoreCheck("keeps both sides of one-to-many") { bench in
      try bench.part { context in
        let town = CheckLibrary("Town")
        context.insert(town)
        town.books = [CheckBook("A"), CheckBook("B")]
        let loose = CheckBook("C")
        context.insert(loose)
        try context.save()
      }
      try bench.part { context in
        let town = try bench.require(context.all(CheckLibrary.self).first, "the library")
        bench.expect("Members", town.books.map(\.title).sorted(), ["A", "B"])
        bench.expect(town.books.allSatisfy { $0.library === town }, "A member does not lead back.")
        let loose = try bench.require(context.all(CheckBook.self).first { $0.title == "C" }, "the loose one")
        bench.expect(loose.library == nil, "A book without library has one.")
        loose.library = town
        try context.save()
      }
      try bench.part { context in
        let town = try bench.require(context.all(CheckLibrary.self).first, "the library")
        bench.expect("Members by the other side", town.books.map(\.title).sorted(), ["A", "B", "C"])
      }
    },
    StoreCheck("moves a member between owners that nobody has loaded") { bench in
      try bench.part { context in
        for name in ["One", "Two"] {
          let library = CheckLibrary(name)
          context.insert(library)
          library.books = [CheckBook("\(name) A"), CheckBook("\(name) B")]
        }
        try context.save()
      }
      try bench.part { context in
        let two = try bench.require(context.all(CheckLibrary.self, #Predicate { $0.name == "Two" }).first, "Two")
        let book = try bench.require(context.all(CheckBook.self, #Predicate { $0.title == "One A" }).first, "a book")
        book.library = two
        try context.save()
      }
      try bench.part { context in
        for library in try context.all(CheckLibrary.self) {
          bench.expect(
            "Members of \(library.name)", library.books.map(\.title).sorted(),
            library.name == "One" ? ["One B"] : ["One A", "Two A", "Two B"])
        }
        let book = try bench.require(context.all(CheckBook.self, #Predicate { $0.title == "One B" }).first, "a book")
        book.library = nil
        try context.save()
      }
      try bench.part { context in
        let one = try bench.require(context.all(CheckLibrary.self, #Predicate { $0.name == "One" }).first, "One")
        bench.expect("Members of One, at last", one.books.count, 0)
      }
    },
    StoreCheck("keeps both sides of many-to-many") { bench in
      try bench.part { context in
        let (red, blue) = (CheckTag("red"), CheckTag("blue"))
        for number in 0..<3 {
          let book = CheckBook("\(number)", number)
          context.insert(book)
          book.tags = number == 0 ? [red] : [red, blue]
        }
        try context.save()
      }
      try bench.part { context in
        let tags = try context.all(CheckTag.self)
        bench.expect(
          "Books of red", tags.first { $0.name == "red" }?.books.map(\.year).sorted(), [0, 1, 2])
        let blue = try bench.require(tags.first { $0.name == "blue" }, "blue")
        bench.expect("Books of blue", blue.books.map(\.year).sorted(), [1, 2])
        blue.books.removeAll { $0.year == 1 }
        try context.save()
      }
      try bench.part { context in
        let books = try context.all(CheckBook.self)
        bench.expect("Tags of 1", books.first { $0.year == 1 }?.tags.map(\.name), ["red"])
        bench.expect("Tags of 2", books.first { $0.year == 2 }?.tags.map(\.name).sorted(), ["blue", "red"])
        let red = try bench.require(books.first { $0.year == 0 }?.tags.first, "red")
        context.delete(red)
        try context.save()
      }
      try bench.part { context in
        let books = try context.all(CheckBook.self)
        bench.expect("Tags after the deletion", books.flatMap { $0.tags.map(\.name) }, ["blue"])
      }
    },
    StoreCheck("keeps one-to-one, and takes partners away") { bench in
      try bench.part { context in
        let (ann, bob) = (CheckPerson("Ann"), CheckPerson("Bob"))
        context.insert(ann)
        context.insert(bob)
        ann.passport = CheckPassport(1)
        bob.passport = CheckPassport(2)
        try context.save()
      }
      try bench.part { context in
        let people = try context.all(CheckPerson.self)
        let ann = try bench.require(people.first { $0.name == "Ann" }, "Ann")
        let second = try bench.require(people.first { $0.name == "Bob" }?.passport, "the second")
        ann.passport = second
        try context.save()
      }
      try bench.part { context in
        let people = try context.all(CheckPerson.self)
        bench.expect("Ann's", people.first { $0.name == "Ann" }?.passport?.number, 2)
        bench.expect(people.first { $0.name == "Bob" }?.passport == nil, "Bob has a passport.")
        let passports = try context.all(CheckPassport.self)
        bench.expect(passports.first { $0.number == 1 }?.person == nil, "The first passport has an owner.")
        let ann = try bench.require(people.first { $0.name == "Ann" }, "Ann")
        context.delete(ann)
        try context.save()
      }
      try bench.part { context in
        bench.expect("Owners", try context.all(CheckPassport.self).compactMap(\.person?.name), [])
      }
    },
    StoreCheck("cascades, and lets go of what is left") { bench in
      try bench.part { context in
        let town = CheckLibrary("Town")
        context.insert(town)
        let tag = CheckTag("red")
        town.books = [CheckBook("A"), CheckBook("B")]
        for book in town.books { book.tags = [tag] }
        let other = CheckBook("C")
        context.insert(other)
        other.tags = [tag]
        try context.save()
      }
      try bench.part { context in
        context.delete(try bench.require(context.all(CheckLibrary.self).first, "the library"))
        try context.save()
      }
      try bench.part { context in
        bench.expect("Books", try context.all(CheckBook.self).map(\.title), ["C"])
        let tag = try bench.require(context.all(CheckTag.self).first, "the tag")
        bench.expect("Books of the tag", tag.books.map(\.title), ["C"])
      }
    },
    StoreCheck("takes deleted members out of lists that nobody has loaded") { bench in
      try bench.part { context in
        let town = CheckLibrary("Town")
        context.insert(town)
        town.books = ["A", "B", "C"].map { CheckBook($0) }
        try context.save()
      }
      try bench.part { context in
        context.delete(try bench.require(context.all(CheckBook.self, #Predicate { $0.title == "B" }).first, "B"))
        try context.save()
      }
      try bench.part { context in
        let town = try bench.require(context.all(CheckLibrary.self).first, "the library")
        bench.expect("Members", town.books.map(\.title).sorted(), ["A", "C"])
        town.name = "City"
        try context.save()
      }
      try bench.part { context in
        let town = try bench.require(context.all(CheckLibrary.self).first, "the library")
        bench.expect("Members after another save", town.books.map(\.title).sorted(), ["A", "C"])
      }
    },
    StoreCheck("keeps circles and trees") { bench in
      try bench.part { context in
        let root = CheckNode("root")
        context.insert(root)
        for number in 0..<3 {
          let child = CheckNode("\(number)", parent: root)
          for inner in 0..<2 { _ = CheckNode("\(number).\(inner)", parent: child) }
        }
        try context.save()
      }
      try bench.part { context in
        bench.expect("Nodes", try context.fetchCount(FetchDescriptor<CheckNode>()), 10)
        let root = try bench.require(context.all(CheckNode.self, #Predicate { $0.parent == nil }).first, "the root")
        bench.expect(
          "Leaves", root.children.flatMap(\.children).map(\.name).sorted(), ["0.0", "0.1", "1.0", "1.1", "2.0", "2.1"])
        let branch = try bench.require(root.children.first { $0.name == "1" }, "a branch")
        context.delete(branch)
        try context.save()
      }
      try bench.part { context in
        bench.expect("Nodes that are left", try context.fetchCount(FetchDescriptor<CheckNode>()), 7)
      }
    },
  ]
}
