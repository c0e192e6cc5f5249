// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Models that are written as few people would.
@Suite struct UnusualModelTests {
  @Test func aStaticVariableMayHaveTheNameOfAProperty() throws {
    let container = try memoryContainer(Unusual.Namesake.self)
    let context = ModelContext(container)
    let model = Unusual.Namesake(title: "a", count: 1)
    context.insert(model)
    model.count = 42
    model.title = "b"
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Unusual.Namesake>()).first)
    #expect(read.title == "b")
    #expect(read.count == 42)
  }

  @Test func aPrivateFieldOfTheSuperclassIsLeftAlone() throws {
    let container = try memoryContainer(Unusual.Base.self, Unusual.Derived.self)
    let context = ModelContext(container)
    let model = Unusual.Derived(title: "a title that is too long for a word")
    context.insert(model)
    model.title = "another title that is too long for a word"
    model.number = 3
    try context.save()
    #expect(model.hidden == 0x4141_4141)
    let other = ModelContext(container)
    let read = try #require(try other.fetch(FetchDescriptor<Unusual.Derived>()).first)
    #expect(read.title == "another title that is too long for a word")
    #expect(read.number == 3)
    read.title = "b"
    other.rollback()
    #expect(read.title == "another title that is too long for a word")
    #expect(read.hidden == 0x4141_4141)
  }

  @Test func aDefaultValueMayHaveRelatedObjects() throws {
    let container = try memoryContainer(Unusual.Settings.self, Unusual.Theme.self)
    let context = ModelContext(container)
    let settings = Unusual.Settings()
    context.insert(settings)
    try context.save()
    let theme = try #require(settings.theme)
    #expect(theme.number == 1)
    #expect(theme.parent?.number == 2)
    #expect(theme.settings == [settings])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Unusual.Theme>()) == 2)
  }

  /// The values of a hand-written model lie in an object of their own, which
  /// may live longer, or be exchanged.
  @Test func aBackingDataMayOutliveItsModel() throws {
    let folder = try TestFolder()
    let container = try folder.container(Unusual.Handwritten.self)
    let context = ModelContext(container)
    var kept: [Any] = []
    for number in 0..<100 {
      let model = Unusual.Handwritten(name: "\(number)")
      context.insert(model)
      kept.append(model.persistentBackingData)
    }
    try context.save()
    let read = try context.fetch(FetchDescriptor<Unusual.Handwritten>(sortBy: [SortDescriptor(\.name)]))
    #expect(read.count == 100)
    #expect(read.first?.name == "0")
    #expect(kept.count == 100)
  }

  @Test func aBackingDataMayBeExchanged() throws {
    let container = try memoryContainer(Unusual.Handwritten.self)
    let context = ModelContext(container)
    var models: [Unusual.Handwritten] = []
    for number in 0..<100 {
      let model = Unusual.Handwritten(name: "\(number)")
      context.insert(model)
      models.append(model)
    }
    try context.save()
    for model in models { model.persistentBackingData = Unusual.Handwritten.createBackingData() }
    models = []
    #expect(try context.fetch(FetchDescriptor<Unusual.Handwritten>()).count == 100)
  }
}
