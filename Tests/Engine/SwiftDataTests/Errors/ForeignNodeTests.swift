// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

extension PredicateExpressions {
  /// A node that only its author knows.
  struct Length<Text: PredicateExpression>: PredicateExpression where Text.Output == String {
    let text: Text

    func evaluate(_ bindings: PredicateBindings) throws -> Int {
      try text.evaluate(bindings).count
    }
  }
}

extension PredicateExpressions.Length: Codable where Text: Codable {}
extension PredicateExpressions.Length: Sendable where Text: Sendable {}
extension PredicateExpressions.Length: StandardPredicateExpression
where Text: StandardPredicateExpression {}

/// Nodes of predicates that are neither Foundation's nor ours.
@Suite struct ForeignNodeTests {
  typealias Author = Library.Author

  private func context() throws -> ModelContext {
    let context = ModelContext(try memoryContainer(Author.self))
    context.insert(Author(uid: 1, name: "a"))
    context.insert(Author(uid: 2, name: "abc"))
    try context.save()
    return context
  }

  @Test func oneThatNeedsTheRowIsAnError() throws {
    let predicate = Foundation.Predicate<Author> { author in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.Length(
          text: PredicateExpressions.build_KeyPath(root: author, keyPath: \.name)),
        rhs: PredicateExpressions.build_Arg(3))
    }
    let context = try context()
    let error = #expect(throws: SwiftDataError.self) {
      _ = try context.fetch(FetchDescriptor(predicate: predicate))
    }
    #expect(error == .unsupportedPredicate)
    #expect(error?.explanation.contains("Length") == true)
  }

  @Test func oneThatDoesNotIsAValue() throws {
    let predicate = Foundation.Predicate<Author> { author in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.build_KeyPath(root: author, keyPath: \.uid),
        rhs: PredicateExpressions.Length(text: PredicateExpressions.build_Arg("ab")))
    }
    #expect(try context().fetch(FetchDescriptor(predicate: predicate)).map(\.name) == ["abc"])
  }
}
