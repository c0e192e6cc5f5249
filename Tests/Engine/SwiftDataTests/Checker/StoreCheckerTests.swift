// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Stores of this library's making, and Apple's, before the same judge.
@Suite struct StoreCheckerTests {
  private func expectSound(
    _ file: URL, _ options: StoreChecker.Options = .isNew, _ stage: String = "",
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    for finding in try StoreChecker.check(file, options).prefix(20) {
      Issue.record("\(stage) \(finding)", sourceLocation: location)
    }
  }

  private func open(_ types: [any PersistentModel.Type], _ file: URL) throws -> ModelContext {
    let schema = Schema(types)
    return ModelContext(
      try ModelContainer(
        for: schema, configurations: [ModelConfiguration(schema: schema, url: file)]))
  }

  @Test(
    .enabled(if: AppleStore.isAvailable, AppleStore.absence),
    arguments: [
      "sd-cheftime-mock.store", "sd-metacocktails-202407.store", "sd-metacocktails-202503.store",
      "sd-resourcesmanager-data.store", "cd-ddg-bookmarks-v5.sqlite",
    ])
  func applesStoresAreSound(_ name: String) throws {
    let store = try AppleStore(name)
    try withExtendedLifetime(store) { try expectSound(store.url) }
  }

  @Test func digestsAreThoseOfTheStandard() {
    func hex(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }
    let text = Data("abc".utf8)
    #expect(
      hex(CheckerDigest.sha256(text))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(hex(CheckerDigest.sha512(text)).hasPrefix("ddaf35a193617abacc417349ae204131"))
    #expect(hex(CheckerDigest.sha512(text)).hasSuffix("2a9ac94fa54ca49f"))
    let long = Data(repeating: 0x61, count: 119)
    #expect(
      hex(CheckerDigest.sha256(long))
        == "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb")
  }

  @Test func everyChangeLeavesASoundStore() throws {
    let folder = try TestFolder()
    let file = folder.file()
    do {
      let context = try open(Zoo.types, file)
      try expectSound(file, .isNew, "empty")
      try Zoo.fill(context)
      try expectSound(file, .isNew, "filled")
    }
    let context = try open(Zoo.types, file)
    let cat = try #require(
      try context.fetch(FetchDescriptor<Zoo.Cat>(predicate: #Predicate { $0.name == "Tom" })).first)
    let bird = try #require(try context.fetch(FetchDescriptor<Zoo.Bird>()).first)
    let keepers = try context.fetch(FetchDescriptor<Zoo.Keeper>(sortBy: [SortDescriptor(\.name)]))
    let newt = try #require(keepers[1].favourite)
    cat.rival = newt
    cat.lives = 8
    cat.picture = Data(repeating: 4, count: 150_000)
    bird.sound = .none
    bird.egg?.mood = .wild
    keepers[0].favourite = bird
    keepers[0].place = Zoo.Place(house: "A", row: nil, signs: [])
    keepers[1].toys = keepers[0].toys
    keepers[1].heroes = []
    keepers[0].zones.removeLast()
    context.author = "tester"
    try context.save()
    try expectSound(file, .isNew, "updated")
    context.delete(newt)
    context.delete(bird)
    context.delete(keepers[0])
    try context.save()
    try expectSound(file, .isNew, "deleted")
    try context.update(Zoo.Keeper.self, .set(\.wage, to: 20))
    try expectSound(file, .isNew, "updated at once")
    try context.delete(
      model: Zoo.Mammal.self, where: #Predicate { $0.legs == 4 && $0.name != "Kit" })
    try context.save()
    try expectSound(file, .isNew, "deleted at once")
    context.insert(Zoo.Zone(name: "North", floor: 1))
    context.insert(Zoo.Keeper(name: "Bob"))
    try context.save()
    try expectSound(file, .isNew, "upserted")
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try expectSound(file, .isNew, "without its history")
    try context.insertRows(of: Zoo.Toy.self, from: 0..<50) { $1.set(\.label, "\($0)") }
    try context.delete(model: Zoo.Toy.self)
    try context.save()
    try expectSound(file, .isNew, "filled in bulk")
    try context.container.erase()
    try Zoo.fill(ModelContext(context.container))
    try expectSound(file, .isNew, "erased and filled")
  }

  @Test func everyAttributeTypeIsSound() throws {
    let folder = try TestFolder()
    let context = try open([Everything.Item.self], folder.file())
    for seed in 0..<6 { context.insert(Everything.Item(seed: seed)) }
    try context.save()
    try expectSound(folder.file(), .isNew, "inserted")
    for (number, item) in try context.fetch(FetchDescriptor<Everything.Item>()).enumerated() {
      item.optionalAddress = number % 2 == 0 ? item.address : nil
      item.payload = .empty
      item.plain = .second
      item.optionalDate = Date(timeIntervalSinceReferenceDate: -1)
      item.date = .distantPast
      item.decimal = Decimal(number)
      item.strings = []
    }
    try context.save()
    try expectSound(folder.file(), .isNew, "updated")
  }

  @Test func archivesAndConstraintsAreSound() throws {
    let folder = try TestFolder()
    let lists = folder.file("lists.store")
    let context = try open([ArchivedAttributeTests.Lists.self], lists)
    let list = ArchivedAttributeTests.Lists(number: 1)
    list.plain = ["k": ["v"]]
    list.mixed = ["m": .init(name: "n", tags: ["t"])]
    list.blobs = [Data([1])]
    context.insert(list)
    try context.save()
    try expectSound(lists)

    let drinks = folder.file("drinks.store")
    let other = try open([Formats.Cocktail.self], drinks)
    for name in ["a", "b", "a"] {
      let cocktail = Formats.Cocktail(name: name)
      cocktail.garnish = [Formats.Garnish(name: "lime")]
      cocktail.spec = [Formats.Ingredient(amount: 1)]
      other.insert(cocktail)
    }
    try other.save()
    try expectSound(drinks)
  }

  /// Options of attributes, spatial indexes, hierarchies and preserved values.
  @Test func otherSchemasAreSound() throws {
    let folder = try TestFolder()
    let places = folder.file("places.store")
    let context = try open([StoredModels.Place.self], places)
    let place = StoredModels.Place()
    place.address = .init(street: "s", lines: ["l"])
    place.mood = .loud(2)
    place.image = Data(repeating: 1, count: 200_000)
    place.visits = [StoredModels.Visit(), StoredModels.Visit()]
    context.insert(place)
    place.visits[0].others = [place.visits[1]]
    try context.save()
    try expectSound(places, .isNew, "inserted")
    context.delete(place)
    try context.save()
    try expectSound(places, .isNew, "deleted")

    let notes = folder.file("notes.store")
    let other = try open(
      [Notebook.Note.self, Notebook.Folder.self, Notebook.Shape.self, Notebook.Circle.self], notes)
    let circle = Notebook.Circle(name: "c", radius: 2, color: "red")
    let note = Notebook.Note(code: "n", due: .distantFuture, tags: ["t"])
    other.insert(circle)
    other.insert(note)
    try other.save()
    other.delete(circle)
    other.delete(note)
    try other.save()
    try expectSound(notes)

    let samples = folder.file("samples.store")
    let third = try open([Samples.Sample.self], samples)
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let sample = Samples.Sample(&generator)
      // SQLite has no “not a number”.
      if sample.double.isNaN { sample.double = 0 }
      third.insert(sample)
      sample.labels = [Samples.Label(name: "l", weight: 1)]
    }
    try third.save()
    try expectSound(samples)
  }

  @Test func graphsOfRandomDataAreSound() throws {
    let folder = try TestFolder()
    let library = folder.file("library.store")
    var generator = SeededGenerator(seed: 11)
    let context = try open([Library.Author.self], library)
    var authors: [Library.Author] = []
    for uid in 0..<20 {
      let author = Library.Author(uid: uid, name: "\(uid)")
      context.insert(author)
      author.mentor = authors.randomElement(using: &generator)
      author.profile = Library.Profile(uid: uid, text: "")
      author.books = (0..<3).map { Library.Book(uid: $0, title: "t", rating: 1) }
      authors.append(author)
    }
    for number in 0..<30 {
      let tag = Library.Tag(uid: number, label: "l")
      tag.books = authors.shuffled(using: &generator).prefix(4).compactMap(\.books.first)
      context.insert(tag)
      if number % 3 == 0 {
        authors[number % 20].profile = authors[(number + 7) % 20].profile
        try context.save()
        try expectSound(library, .isNew, "\(number)")
      }
    }
    for author in authors.prefix(7) { context.delete(author) }
    try context.save()
    try expectSound(library)
  }
}
