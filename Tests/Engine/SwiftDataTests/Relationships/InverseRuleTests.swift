// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Which relationships are inverse to each other if nobody says.
@Suite struct InverseRuleTests {
  private static func inverses(_ types: any PersistentModel.Type...) -> [String: String] {
    let schema = Schema(types)
    return schema.entities.reduce(into: [:]) { found, entity in
      for relationship in entity.relationships {
        found["\(entity.name).\(relationship.name)"] = relationship.inverseName
      }
    }
  }

  enum Open {
    @Model final class Band {
      var albums: [Album] = []
      var leader: Person?
      var fans: [Person] = []
      var label: Label?
      var tours: [Tour] = []
      init() {}
    }
    /// One optional, one list.
    @Model final class Album {
      var band: Band?
      init() {}
    }
    /// One way out, two back.
    @Model final class Person {
      var band: Band?
      init() {}
    }
    /// Two optionals.
    @Model final class Label {
      var band: Band?
      init() {}
    }
    /// Not optional.
    @Model final class Tour {
      var band: Band
      init(band: Band) { self.band = band }
    }
  }

  @Test func whatIsInverseToWhat() {
    #expect(
      Self.inverses(
        Open.Band.self, Open.Album.self, Open.Person.self, Open.Label.self, Open.Tour.self) == [
          "Band.albums": "band", "Album.band": "albums", "Band.label": "band",
          "Label.band": "label",
        ])
  }

  enum Lists {
    @Model final class Actor {
      var films: [Film] = []
      init() {}
    }
    @Model final class Film {
      var cast: [Actor] = []
      var sequel: Film?
      var prequels: [Film] = []
      init() {}
    }
  }

  @Test func listsAreAndAClassToItselfIsNot() {
    #expect(
      Self.inverses(Lists.Actor.self, Lists.Film.self) == [
        "Actor.films": "cast", "Film.cast": "films",
      ])
  }

  enum Closed {
    @Model final class Message {
      var text: String
      var thread: Thread?
      init(text: String) { self.text = text }
    }
    @Model final class Thread {
      @Relationship(inverse: nil) var last: Message?
      init() {}
    }
  }

  @Test func aDeclarationCanSayThatThereIsNone() throws {
    #expect(Self.inverses(Closed.Message.self, Closed.Thread.self) == [:])
    let context = ModelContext(try memoryContainer(Closed.Message.self, Closed.Thread.self))
    let thread = Closed.Thread()
    context.insert(thread)
    let messages = (1...3).map { Closed.Message(text: "\($0)") }
    for message in messages { message.thread = thread }
    thread.last = messages[2]
    try context.save()
    #expect(messages.allSatisfy { $0.thread === thread })
  }

  /// It is out of the way of the others.
  enum Half {
    @Model final class Message {
      var thread: Thread?
      init() {}
    }
    @Model final class Thread {
      var messages: [Message] = []
      @Relationship(inverse: nil) var last: Message?
      init() {}
    }
  }

  @Test func oneWithoutInverseLeavesTheOthersTheirs() {
    #expect(
      Self.inverses(Half.Message.self, Half.Thread.self) == [
        "Message.thread": "messages", "Thread.messages": "thread",
      ])
  }

  // MARK: Several that name one

  enum Garden {
    @Model final class Yard {
      var name: String
      @Relationship(inverse: \Plant.yard) var trailing: [Plant] = []
      @Relationship(inverse: \Plant.yard) var leading: [Plant] = []
      init(name: String) { self.name = name }
    }
    @Model final class Plant {
      var name: String
      var yard: Yard?
      init(name: String) { self.name = name }
    }
  }

  @Test func theFirstByNameOfSeveralGetsTheInverse() throws {
    #expect(
      Self.inverses(Garden.Yard.self, Garden.Plant.self) == [
        "Yard.leading": "yard", "Plant.yard": "leading",
      ])
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Garden.Yard.self, Garden.Plant.self))
      let yard = Garden.Yard(name: "y")
      context.insert(yard)
      yard.leading = [Garden.Plant(name: "a"), Garden.Plant(name: "b")]
      yard.trailing = [Garden.Plant(name: "c")]
      try context.save()
    }
    for _ in 0..<2 {
      let context = ModelContext(try folder.container(Garden.Yard.self, Garden.Plant.self))
      let yard = try #require(try context.fetch(FetchDescriptor<Garden.Yard>()).first)
      #expect(Set(yard.leading.map(\.name)) == ["a", "b"])
      #expect(yard.trailing.map(\.name) == ["c"])
      #expect(yard.leading.allSatisfy { $0.yard === yard })
    }
    #expect(try StoreChecker.check(folder.file()).isEmpty)
  }

  // MARK: What a store says

  enum Apart {
    @Model final class Message {
      var text: String
      @Relationship(inverse: nil) var thread: Thread?
      init(text: String) { self.text = text }
    }
    @Model final class Thread {
      @Relationship(inverse: nil) var last: Message?
      init() {}
    }
  }
  enum Undeclared {
    @Model final class Message {
      var text: String
      var thread: Thread?
      init(text: String) { self.text = text }
    }
    @Model final class Thread {
      var last: Message?
      init() {}
    }
  }
  enum Joined {
    @Model final class Message {
      var text: String
      var thread: Thread?
      init(text: String) { self.text = text }
    }
    @Model final class Thread {
      @Relationship(inverse: \Message.thread) var last: Message?
      init() {}
    }
  }

  private func conversation(_ folder: TestFolder, messages count: Int) throws {
    let context = ModelContext(try folder.container(Apart.Message.self, Apart.Thread.self))
    let thread = Apart.Thread()
    context.insert(thread)
    for number in 1...count {
      let message = Apart.Message(text: "\(number)")
      message.thread = thread
      thread.last = message
    }
    try context.save()
  }

  private func refusal(_ body: () throws -> Void) throws -> SwiftDataError {
    do {
      try body()
    } catch {
      return try #require(error as? SwiftDataError)
    }
    throw SwiftDataError(.unknownSchema, "Nothing was refused.")
  }

  @Test func classesThatOnlyImplyAnInverseDoNotOverrideTheStore() throws {
    let folder = try TestFolder()
    try conversation(folder, messages: 3)
    let before = try StagedErrorTests.dump(folder.file())
    let error = try refusal {
      _ = try folder.container(Undeclared.Message.self, Undeclared.Thread.self)
    }
    #expect(error == .unknownDataStoreSchema)
    #expect(error.entity == "Message" && error.property == "thread" && error.file != nil)
    #expect(error.advice?.contains(#"inverse: \Thread.last"#) == true)
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.differences(from: before).isEmpty && after.schema == before.schema)
  }

  @Test func aDeclaredInverseIsMigratedOrRefused() throws {
    let several = try TestFolder()
    try conversation(several, messages: 3)
    let error = try refusal { _ = try several.container(Joined.Message.self, Joined.Thread.self) }
    #expect(error == .unknownDataStoreSchema && error.property == "last", "\(error)")
    let context = ModelContext(try several.container(Apart.Message.self, Apart.Thread.self))
    let messages = try context.fetch(FetchDescriptor<Apart.Message>())
    #expect(messages.count == 3 && messages.allSatisfy { $0.thread?.last?.text == "3" })

    let single = try TestFolder()
    try conversation(single, messages: 1)
    let joined = ModelContext(try single.container(Joined.Message.self, Joined.Thread.self))
    let message = try #require(try joined.fetch(FetchDescriptor<Joined.Message>()).first)
    #expect(message.thread?.last === message)
    #expect(try StoreChecker.check(single.file(), .isMigrated).isEmpty)
  }

  enum Paired {
    @Model final class Author {
      var name: String
      var books: [Book] = []
      init(name: String) { self.name = name }
    }
    @Model final class Book {
      var author: Author?
      init() {}
    }
  }
  /// The rule does not pair these any more.
  enum Required {
    @Model final class Author {
      var name: String
      var books: [Book] = []
      init(name: String) { self.name = name }
    }
    @Model final class Book {
      var author: Author
      init(author: Author) { self.author = author }
    }
  }
  enum Parted {
    @Model final class Author {
      var name: String
      @Relationship(inverse: nil) var books: [Book] = []
      init(name: String) { self.name = name }
    }
    @Model final class Book {
      var author: Author?
      init() {}
    }
  }

  @Test func anInverseIsNotGivenUpWithoutAWord() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Paired.Author.self, Paired.Book.self))
      let author = Paired.Author(name: "a")
      context.insert(author)
      author.books = [Paired.Book(), Paired.Book()]
      try context.save()
    }
    let error = try refusal { _ = try folder.container(Required.Author.self, Required.Book.self) }
    #expect(error == .unknownDataStoreSchema)
    #expect(error.explanation.contains("the classes no longer say so"), "\(error)")
    // With a word, both keep their links.
    let context = ModelContext(try folder.container(Parted.Author.self, Parted.Book.self))
    let author = try #require(try context.fetch(FetchDescriptor<Parted.Author>()).first)
    #expect(author.books.count == 2 && author.books.allSatisfy { $0.author === author })
    author.books = []
    try context.save()
    let books = try context.fetch(FetchDescriptor<Parted.Book>())
    #expect(books.allSatisfy { $0.author === author })
  }
}

/// Classes as an app had them that never named an inverse, with the store that
/// Apple's framework made of them.
@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct AppleInverseTests {
  enum Unnamed {
    @Model final class Component {
      var id: UUID = UUID()
      var count: Int = 1
      var item: Item?
      var craftingRecipe: CraftingRecipe?
      init() {}
    }
    @Model final class CraftingRecipe {
      var requiredComponents: [Component] = []
      var producedItemCount = "1"
      var producedItem: Item?
      init() {}
    }
    @Model final class Item {
      @Attribute(.unique) var name: String
      var craftingRecipe: CraftingRecipe?
      init(name: String) { self.name = name }
    }
  }

  @Test func theRuleIsApples() throws {
    let store = try AppleStore("sd-resourcesmanager-data.store")
    let before = try store.dump()
    do {
      let context = ModelContext(
        try store.container(
          Unnamed.Component.self, Unnamed.CraftingRecipe.self, Unnamed.Item.self))
      let recipes = try context.fetch(FetchDescriptor<Unnamed.CraftingRecipe>())
      #expect(recipes.count == 2 && recipes.allSatisfy { $0.producedItem?.craftingRecipe === $0 })
    }
    let after = try store.dump()
    #expect(after.differences(from: before) == [] && after.schema == before.schema)
  }
}
