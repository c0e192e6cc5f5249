// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension StoreCheck {
  static let values: [StoreCheck] = [
    StoreCheck("keeps values of every type") { bench in
      let day = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
      let uuid = UUID()
      try bench.part { context in
        let model = CheckValues()
        model.number = .max
        model.small = -7
        model.flag = true
        model.real = 0.1
        model.single = 2.5
        model.exact = Decimal(string: "12.75") ?? 0
        model.text = "Grüße, 世界 \"\\ \n👩‍👩‍👧"
        model.date = day
        model.data = Data([0, 1, 255])
        model.uuid = uuid
        model.url = URL(string: "https://example.org/a?b=c") ?? model.url
        model.place = CheckPlace(x: -1.5, y: 2)
        model.kind = .special
        model.words = ["one", "", "two"]
        model.optionalText = nil
        model.optionalNumber = 0
        model.optionalPlace = CheckPlace(x: 1, y: 1)
        context.insert(model)
        context.insert(CheckValues())
        try context.save()
      }
      try bench.part { context in
        let all = try context.all(CheckValues.self)
        bench.expect("Models", all.count, 2)
        let model = try bench.require(all.first { $0.flag }, "the model with values")
        bench.expect("Int", model.number, .max)
        bench.expect("Int16", model.small, -7)
        bench.expect("Double", model.real, 0.1)
        bench.expect("Float", model.single, 2.5)
        bench.expect("Decimal", model.exact, Decimal(string: "12.75") ?? 0)
        bench.expect("String", model.text, "Grüße, 世界 \"\\ \n👩‍👩‍👧")
        bench.expect("Date", model.date, day)
        bench.expect("Data", model.data, Data([0, 1, 255]))
        bench.expect("UUID", model.uuid, uuid)
        bench.expect("URL", model.url.absoluteString, "https://example.org/a?b=c")
        bench.expect("Struct", model.place, CheckPlace(x: -1.5, y: 2))
        bench.expect("Enum", model.kind, .special)
        bench.expect("Array", model.words, ["one", "", "two"])
        bench.expect("nil, where the default is not", model.optionalText, nil)
        bench.expect("Zero, which is not nil", model.optionalNumber, 0)
        bench.expect("Optional struct", model.optionalPlace, CheckPlace(x: 1, y: 1))
        let plain = try bench.require(all.first { !$0.flag }, "the model without values")
        bench.expect("Default of an optional", plain.optionalText, "default")
        bench.expect("nil", plain.optionalNumber, nil)
        bench.expect("Empty array", plain.words, [])
      }
    },
    StoreCheck("keeps values within values, whatever encodes them") { bench in
      let noon = Date(timeIntervalSinceReferenceDate: 700_000_000)
      let page = CheckPage(
        writtenAt: noon - 60, photoData: Data([0, 254, 255]),
        subPlaces: [CheckPlace(x: 0.1, y: -2), CheckPlace(x: 0, y: 1e300)],
        webLink: URL(string: "https://example.org/a"))
      try bench.part { context in
        let journal = CheckJournal()
        journal.writtenDates = [noon, noon + 1]
        journal.wordCounts = ["snow_man": 2, "iceAge": 1, "": 3]
        journal.reals = [0.1, -0.5, .greatestFiniteMagnitude, .leastNormalMagnitude]
        journal.page = page
        context.insert(journal)
        context.insert(CheckJournal())
        try context.save()
        // What is read again to be compared is what was written.
        journal.reals.append(1)
        try context.save()
      }
      try bench.part { context in
        let all = try context.all(CheckJournal.self)
        let journal = try bench.require(all.first { $0.page != nil }, "the journal")
        bench.expect("Dates", journal.writtenDates, [noon, noon + 1])
        bench.expect("Dictionary", journal.wordCounts, ["snow_man": 2, "iceAge": 1, "": 3])
        bench.expect("Numbers", journal.reals, [0.1, -0.5, .greatestFiniteMagnitude, .leastNormalMagnitude, 1])
        bench.expect("Struct", journal.page, page)
        let empty = try bench.require(all.first { $0.page == nil }, "the journal without values")
        bench.expect("Nothing", empty.writtenDates.count + empty.wordCounts.count + empty.reals.count, 0)
      }
    },
    StoreCheck("gives each new model a permanent identifier of its own") { bench in
      let saved = try bench.part { context in
        let tags = (0..<10).map { CheckTag("\($0)") }
        for tag in tags { context.insert(tag) }
        let temporary = tags.map(\.persistentModelID)
        bench.expect(temporary.allSatisfy(\.isTemporary), "An unsaved model has a permanent identifier.")
        try context.save()
        let identifiers = tags.map(\.persistentModelID)
        bench.expect("Different identifiers", Set(identifiers).count, 10)
        bench.expect(!identifiers.contains(where: \.isTemporary), "A saved model has a temporary identifier.")
        bench.expect("Entity of an identifier", identifiers[0].entityName, "CheckTag")
        let store = try bench.container().storeIdentifier(forConfigurationNamed: bench.configuration.name)
        bench.expect("Store of an identifier", identifiers[0].storeIdentifier, store)
        for (tag, identifier) in zip(tags, temporary) {
          bench.expect(context.model(for: identifier) === tag, "A temporary identifier does not lead to its model.")
        }
        return Dictionary(uniqueKeysWithValues: tags.map { ($0.name, $0.persistentModelID) })
      }
      try bench.part { context in
        for tag in try context.all(CheckTag.self) {
          bench.expect("Identifier of \(tag.name)", tag.persistentModelID, try bench.require(saved[tag.name], tag.name))
        }
        let identifier = try bench.require(saved["3"], "the fourth")
        bench.expect("Name by identifier", (context.model(for: identifier) as? CheckTag)?.name, "3")
        let data = try JSONEncoder().encode(identifier)
        bench.expect(
          "Identifier after coding", try JSONDecoder().decode(PersistentIdentifier.self, from: data), identifier)
      }
    },
    StoreCheck("keeps changes of single values") { bench in
      try bench.part { context in
        context.insert(CheckBook("One", 1))
        context.insert(CheckBook("Two", 2))
        try context.save()
      }
      try bench.part { context in
        let book = try bench.require(context.all(CheckBook.self).first { $0.year == 1 }, "the first book")
        book.title = "First"
        try context.save()
        bench.expect(!context.hasChanges, "The context has changes after the save.")
        book.title = "1st"
        try context.save()
      }
      try bench.part { context in
        let titles = try context.all(CheckBook.self).map { "\($0.year) \($0.title)" }
        bench.expect("Books", titles.sorted(), ["1 1st", "2 Two"])
      }
    },
    StoreCheck("forgets deleted models") { bench in
      let gone = try bench.part { context in
        let books = (0..<4).map { CheckBook("\($0)", $0) }
        for book in books { context.insert(book) }
        try context.save()
        let identifier = books[1].persistentModelID
        context.delete(books[1])
        context.delete(books[2])
        try context.save()
        return identifier
      }
      try bench.part { context in
        bench.expect("Books", try context.all(CheckBook.self).map(\.year).sorted(), [0, 3])
        let ghost = context.model(for: gone)
        // A model says so when it has been read.
        _ = (ghost as? CheckBook)?.title
        bench.expect(ghost.isDeleted, "A deleted model is found by its identifier.")
        context.insert(CheckBook("4", 4))
        try context.save()
        bench.expect("Books after another one", try context.all(CheckBook.self).map(\.year).sorted(), [0, 3, 4])
      }
    },
    StoreCheck("keeps subclasses apart, and finds them by their superclass") { bench in
      try bench.part { context in
        context.insert(CheckVehicle("Cart"))
        context.insert(CheckCar("Van", seats: 7))
        try context.save()
      }
      try bench.part { context in
        let all = try context.all(CheckVehicle.self)
        bench.expect("Vehicles", all.map(\.name).sorted(), ["Cart", "Van"])
        bench.expect("Seats", all.compactMap { ($0 as? CheckCar)?.seats }, [7])
        bench.expect("Cars", try context.all(CheckCar.self).map(\.name), ["Van"])
        bench.expect("Number of vehicles", try context.fetchCount(FetchDescriptor<CheckVehicle>()), 2)
        bench.expect("Number of cars", try context.fetchCount(FetchDescriptor<CheckCar>()), 1)
      }
    },
    StoreCheck("keeps five hundred models") { bench in
      try bench.part { context in
        for number in 0..<500 { context.insert(CheckTag("\(number)")) }
        try context.save()
      }
      try bench.part { context in
        bench.expect("Models", Set(try context.all(CheckTag.self).map(\.name)).count, 500)
      }
    },
    StoreCheck("has what was saved when it is opened again", .persistence) { bench in
      let identifier = try bench.part { context in
        let library = CheckLibrary("Town")
        library.books = [CheckBook("A"), CheckBook("B")]
        context.insert(library)
        try context.save()
        return library.persistentModelID
      }
      bench.close()
      try bench.part { context in
        let library = try bench.require(context.all(CheckLibrary.self).first, "the library")
        bench.expect("Identifier", library.persistentModelID, identifier)
        bench.expect("Books", library.books.map(\.title).sorted(), ["A", "B"])
        context.insert(CheckLibrary("City"))
        try context.save()
      }
      bench.close()
      try bench.part { context in
        bench.expect("Libraries", try context.all(CheckLibrary.self).map(\.name).sorted(), ["City", "Town"])
      }
    },
    StoreCheck("can be emptied", .erasing) { bench in
      try bench.part { context in
        context.insert(CheckTag("one"))
        try context.save()
      }
      try bench.container().erase()
      try bench.part { context in
        bench.expect("Models", try context.fetchCount(FetchDescriptor<CheckTag>()), 0)
        context.insert(CheckTag("two"))
        try context.save()
      }
      try bench.part { context in
        bench.expect("Models afterwards", try context.all(CheckTag.self).map(\.name), ["two"])
      }
    },
    StoreCheck("lets a new model with known unique values take over the one that is there", .uniqueValues) { bench in
      let identifier = try bench.part { context in
        let account = CheckAccount("a@example.org", "Ann")
        context.insert(account)
        context.insert(CheckAccount("b@example.org", "Bob"))
        try context.save()
        return account.persistentModelID
      }
      try bench.part { context in
        let known = try bench.require(context.all(CheckAccount.self).first { $0.name == "Ann" }, "Ann")
        let new = CheckAccount("a@example.org", "Anna")
        context.insert(new)
        try context.save()
        bench.expect("Name of the model that was there", known.name, "Anna")
        bench.expect("Identifier", known.persistentModelID, identifier)
      }
      try bench.part { context in
        bench.expect("Accounts", try context.all(CheckAccount.self).map(\.name).sorted(), ["Anna", "Bob"])
        context.insert(CheckAccount("c@example.org", "Cy"))
        context.insert(CheckAccount("c@example.org", "Cyd"))
        try context.save()
      }
      try bench.part { context in
        bench.expect(
          "Two new ones", try context.all(CheckAccount.self).filter { $0.mail.hasPrefix("c") }.map(\.name), ["Cyd"])
      }
    },
  ]
}
