// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model final class Memo {
  var title: String
  var place: String?
  var number: Int?
  init(_ title: String) { self.title = title }
}

extension Memo: PredicateCodableKeyPathProviding {
  static var predicateCodableKeyPaths: [String: PartialKeyPath<Memo>] { ["title": \.title, "place": \.place] }
}

/// Predicates as the stores of others are given them.
@Suite struct PredicateShapeTests {
  @Test func keyPathsHaveTheNamesThatTheirTypeGivesThem() {
    #expect(Memo.predicateCodableKeyPaths["place"] == \Memo.place)
  }

  @Test func capturedValuesAreOptionalWhereTheyAreCompared() throws {
    typealias Place = PredicateExpressions.KeyPath<PredicateExpressions.Variable<Memo>, String?>
    typealias Captured = PredicateExpressions.Value<String?>
    let place = "here"
    let equal = #Predicate<Memo> { $0.place == place }
    let shape = try #require(equal.expression as? PredicateExpressions.Equal<Place, Captured>)
    #expect(shape.rhs.value == "here")
    let reversed = #Predicate<Memo> { place == $0.place }
    #expect(reversed.expression is PredicateExpressions.Equal<Captured, Place>)
    let unequal = #Predicate<Memo> { $0.place != place }
    #expect(unequal.expression is PredicateExpressions.NotEqual<Place, Captured>)
    let literal = #Predicate<Memo> { $0.number == 3 }
    #expect(!"\(type(of: literal.expression))".contains("OptionalPromotion"))
    let optional: String? = nil
    let none = #Predicate<Memo> { $0.place == optional }
    #expect(none.expression is PredicateExpressions.Equal<Place, Captured>)

    let container = try ModelContainer(for: Memo.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let memo = Memo("a")
    memo.place = "here"
    context.insert(memo)
    context.insert(Memo("b"))
    try context.save()
    func titles(_ predicate: Predicate<Memo>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title)
    }
    #expect(try titles(equal) == ["a"] && titles(reversed) == ["a"])
    #expect(try titles(unequal) == ["b"] && titles(none) == ["b"])
  }
}
