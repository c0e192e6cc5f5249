// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Fetches of model actors that wait for their turn without a thread.
@Suite struct FetchInTurnTests {
  @Model final class Free {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @ModelActor actor Reader {
    func numbers() async throws -> [Int] {
      try await fetchInTurn(FetchDescriptor<Free>(sortBy: [SortDescriptor(\.number)])).map(\.number)
    }
    func count() async throws -> Int { try await fetchCountInTurn(FetchDescriptor<Free>()) }
  }

  private static var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  @Test func waitingFetchesTakeNoThreads() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Free.self)
    let context = ModelContext(container)
    for number in 0..<10 { context.insert(Free(number)) }
    try context.save()
    let limit = container._fetchTurns.limit
    for _ in 0..<limit { try await container.takeFetchTurn() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      let before = Self.threadCount
      let count = 600
      for number in 0..<count {
        let reader = Reader(modelContainer: container)
        group.addTask {
          if number % 2 == 0 {
            let numbers = try await reader.numbers()
            #expect(numbers == Array(0..<10))
          } else {
            let count = try await reader.count()
            #expect(count == 10)
          }
        }
      }
      while container._fetchTurns.waiting < count { await Task.yield() }
      let threads = Self.threadCount - before
      #expect(threads < count / 2, "\(threads) threads for \(count) fetches that wait")
      // One that is cancelled leaves the queue; the others keep their places.
      let reader = Reader(modelContainer: container)
      let cancelled = Task { try await reader.count() }
      while container._fetchTurns.waiting < count + 1 { await Task.yield() }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      #expect(container._fetchTurns.waiting == count)
      for _ in 0..<limit { container.endFetchTurn() }
      try await group.waitForAll()
    }
    #expect(container._fetchTurns.waiting == 0)
    #expect(try await Reader(modelContainer: container).count() == 10)
  }
}
