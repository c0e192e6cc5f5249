// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct DefaultInitializerTests {
  @Test func everyPropertyHasItsValue() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Defaults.Note.self, Defaults.Empty.self))
      let question = Defaults.Note(text: "why")
      let answer = Defaults.Note()
      #expect(answer.text == "empty")
      #expect(answer.mark == nil)
      #expect(answer.isOpen)
      answer.question = question
      answer.priority = 3
      context.insert(question)
      context.insert(Defaults.Empty())
      try context.save()
    }
    let context = ModelContext(try folder.container(Defaults.Note.self, Defaults.Empty.self))
    let notes = try context.fetch(FetchDescriptor<Defaults.Note>(sortBy: [SortDescriptor(\.text)]))
    #expect(notes.map(\.text) == ["empty", "why"])
    #expect(notes.first?.question === notes.last)
    #expect(notes.map(\.priority) == [3, nil])
    #expect(notes.allSatisfy { $0.created == Date(timeIntervalSinceReferenceDate: 1) })
    #expect(try context.fetchCount(FetchDescriptor<Defaults.Empty>()) == 1)
  }

  @Test func propertiesWithObserversAreKept() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Defaults.Observed.self))
      let one = Defaults.Observed(text: "a")
      context.insert(one)
      one.text = "b"
      one.other = Defaults.Observed(text: "c")
      try context.save()
    }
    let context = ModelContext(try folder.container(Defaults.Observed.self))
    let all = try context.fetch(
      FetchDescriptor<Defaults.Observed>(sortBy: [SortDescriptor(\.text)]))
    #expect(all.map(\.text) == ["b", "c"])
    #expect(all.first?.other === all.last)
    #expect(all.map(\.count) == [0, 0])
  }

  @MainActor @Test func anIsolatedModel() throws {
    let context = ModelContext(try memoryContainer(Defaults.Isolated.self))
    context.insert(Defaults.Isolated())
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Defaults.Isolated>()).first?.text == "empty")
  }
}
