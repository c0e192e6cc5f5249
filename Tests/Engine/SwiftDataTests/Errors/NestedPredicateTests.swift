// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Predicates within predicates, more than a stack has room for.
@Suite struct NestedPredicateTests {
  typealias Author = Library.Author

  private func nested(_ levels: Int) -> Predicate<Author> {
    var predicate = #Predicate<Author> { $0.uid >= 0 }
    for level in 0..<levels {
      let inner = predicate
      predicate = #Predicate<Author> { inner.evaluate($0) && $0.uid != level }
    }
    return predicate
  }

  @Test(arguments: [false, true]) func someLevelsWork(isSaved: Bool) throws {
    let context = ModelContext(
      try memoryContainer(Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self))
    for uid in 0..<150 { context.insert(Author(uid: uid, name: "")) }
    if isSaved { try context.save() }
    #expect(try context.fetch(FetchDescriptor(predicate: nested(100))).count == 50)
  }

  /// On a stack of the size that threads have on Apple's platforms.
  @Test(arguments: [false, true]) func tooManyAreAnError(isSaved: Bool) async throws {
    let outcome: (any Error)? = await withCheckedContinuation { done in
      let thread = Thread {
        do {
          let context = ModelContext(
            try memoryContainer(Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self))
          context.insert(Author(uid: 0, name: ""))
          if isSaved { try context.save() }
          _ = try context.fetch(FetchDescriptor(predicate: nested(1_500)))
          done.resume(returning: nil)
        } catch {
          done.resume(returning: error)
        }
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    let error = try #require(outcome as? SwiftDataError)
    #expect(error == .unsupportedPredicate && error.explanation.contains("nested too deeply"))
    #expect(error.entity == "Author")
  }
}
