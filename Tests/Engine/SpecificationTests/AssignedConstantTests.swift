import Foundation
import SwiftData
import Testing

/// Constants that an initializer assigns again or leaves out, which models may have in the language mode of Swift 5.
@Suite struct AssignedConstantTests {
  @Model final class Ingredient {
    let id = UUID()
    let force: Int?
    let unit: String
    let name = "a"
    var quantity: String

    init(id: UUID = UUID(), quantity: String) {
      self.id = id
      self.quantity = quantity
      unit = "g"
    }
  }

  @Test func theyAreStored() throws {
    let container = try ModelContainer(
      for: Ingredient.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let id = UUID()
    let made = Ingredient(id: id, quantity: "q")
    #expect(made.id == id && made.force == nil)
    context.insert(made)
    context.insert(Ingredient(quantity: "r"))
    try context.save()
    let found = try ModelContext(container).fetch(
      FetchDescriptor<Ingredient>(predicate: #Predicate { $0.id == id && $0.force == nil }))
    #expect(found.map(\.quantity) == ["q"])
    #expect(found.first?.id == id && found.first?.unit == "g" && found.first?.name == "a")
  }
}
