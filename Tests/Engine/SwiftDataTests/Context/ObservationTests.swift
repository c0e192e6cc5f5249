// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore
import Testing

@Suite struct ObservationTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  final class Flag: @unchecked Sendable { var isSet = false }

  private func changes(_ read: () -> Void, when change: () throws -> Void) rethrows -> Bool {
    let flag = Flag()
    withObservationTracking(read) { flag.isSet = true }
    try change()
    return flag.isSet
  }

  @Test func attributesAreObserved() throws {
    let author = Author(uid: 1, name: "A")
    #expect(changes({ _ = author.name }, when: { author.name = "B" }))
    #expect(!changes({ _ = author.age }, when: { author.name = "C" }))
  }

  @Test func registeredModelsAndInversesAreObserved() throws {
    let context = ModelContext(
      try memoryContainer(Author.self, Book.self, Library.Tag.self, Library.Profile.self))
    let author = Author(uid: 1, name: "A")
    let book = Book(uid: 2, title: "T")
    context.insert(author)
    context.insert(book)
    try context.save()
    #expect(changes({ _ = author.books }, when: { book.author = author }))
    #expect(changes({ _ = book.author }, when: { author.books = [] }))
    #expect(changes({ _ = author.name }, when: { author.name = "B" }))
    #expect(changes({ _ = author.name }, when: { context.rollback() }))
  }
}

/// Reads cost nothing while nobody observes: each must know whether somebody does.
@Suite struct TrackingProbeTests {
  @Test func knowsOnEveryThread() async {
    #expect(!ObservationProbe.isTracking)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<32 {
        group.addTask {
          for _ in 0..<200 {
            if Self.disagrees() { return false }
            await Task.yield()
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  /// Outside, inside, inside of inside, and after each.
  private static func disagrees() -> Bool {
    var seen: [Bool] = [probe()]
    withObservationTracking {
      seen.append(probe())
      withObservationTracking {
        seen.append(probe())
      } onChange: {
      }
      seen.append(probe())
    } onChange: {
    }
    seen.append(probe())
    return seen != [false, true, true, true, false]
  }

  /// The first question of a thread may be answered "yes" too often, by the
  /// slow way, while other threads ask; never "no".
  private static func probe() -> Bool {
    let first = ObservationProbe.isTracking
    return first ? ObservationProbe.isTracking : false
  }

  @Test func knowsOnThreadsOfItsOwn() {
    final class Answers: @unchecked Sendable { var values: [Bool] = [] }
    let answers = Answers()
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      withObservationTracking {
        answers.values.append(ObservationProbe.isTracking)
      } onChange: {
      }
      answers.values.append(ObservationProbe.isTracking)
      isDone.signal()
    }
    thread.start()
    isDone.wait()
    #expect(answers.values.first == true && answers.values.count == 2)
  }

  #if canImport(Glibc)
    /// Otherwise every read of a property would cost four times as much, and
    /// nothing else would show it.
    @Test func observationIsAskedByOneLoad() {
      #expect(ObservationProbe.isOneWord)
    }
  #endif
}
