// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Models in the spellings of SwiftData's first preview.
enum Preview {
  @Model final class Budget {
    var name: String
    @Relationship(.cascade, inverse: \Expense.budget) var expenses: [Expense] = []
    @Relationship(.nullify, originalName: "label") var tag: Tag?

    init(name: String) { self.name = name }
  }

  @Model final class Expense {
    var budget: Budget?
    init() {}
  }

  @Model final class Tag {
    init() {}
  }
}

@Suite struct PreviewSpellingTests {
  @Test func anOptionIsADeleteRule() throws {
    let entity = try #require(Schema([Preview.Budget.self]).entity(for: Preview.Budget.self))
    let expenses = try #require(entity.relationshipsByName["expenses"])
    #expect(expenses.deleteRule == .cascade)
    #expect(expenses.options == [])
    #expect(expenses.inverseName == "budget")
    #expect(entity.relationshipsByName["tag"]?.deleteRule == .nullify)
    #expect(entity.relationshipsByName["tag"]?.originalName == "label")
    #expect(Schema.Relationship(.unique, .deny).deleteRule == .deny)
    #expect(Schema.Relationship(.unique, .deny).options == [.unique])
    #expect(Schema.Relationship(.unique, deleteRule: .cascade).deleteRule == .cascade)
    let limited = [
      Schema.Relationship(.cascade, maximum: 1), Schema.Relationship(.cascade, minimum: 0),
      Schema.Relationship(.cascade, maximumModelCount: 1),
    ]
    #expect(limited.allSatisfy { $0.deleteRule == .cascade && $0.options.isEmpty })
    #expect(Schema.Relationship(.unique, maximum: 1).options == [.unique])
  }

  @Test func configurationsWithoutLabel() throws {
    let configuration = ModelConfiguration(inMemory: true)
    #expect(configuration.isStoredInMemoryOnly)
    #expect(configuration.allowsSave)
    #expect(!ModelConfiguration("a", inMemory: true, readOnly: true).allowsSave)
    let one = try ModelContainer(for: Preview.Budget.self, configuration)
    #expect(one.schema.entities.count == 3)
    let several = try ModelContainer(for: [Preview.Expense.self, Preview.Tag.self], configuration)
    let context = ModelContext(several)
    let budget = Preview.Budget(name: "a")
    budget.expenses = [Preview.Expense(), Preview.Expense()]
    context.insert(budget)
    try context.save()
    context.delete(budget)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Preview.Expense>()) == 0)
  }
}
