import Dispatch
import Foundation
import SwiftData
import Synchronization
import Testing

/// Fetches of model actors that wait for their turn without a thread.
@Suite struct FetchInTurnTests {
  /// Holds those who decode a value until they are let go.
  final class Gate: Sendable {
    static let shared = Gate()
    private let isClosed = Mutex(false)
    private let held = Mutex(0)
    private let exit = DispatchSemaphore(value: 0)

    var heldCount: Int { held.withLock { $0 } }

    func close() { isClosed.withLock { $0 = true } }

    func pass() {
      guard isClosed.withLock({ $0 }) else { return }
      held.withLock { $0 += 1 }
      exit.wait()
      exit.signal()
    }

    func open() {
      isClosed.withLock { $0 = false }
      exit.signal()
    }
  }

  /// A value that is read through ``Gate``.
  struct Slow: Codable {
    var number: Int
    init(_ number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      Gate.shared.pass()
      number = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Model final class Held {
    var value: Slow
    init(_ number: Int) { value = Slow(number) }
  }

  @Model final class Free {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @ModelActor actor Reader {
    func hold() async throws { _ = try await fetchInTurn(FetchDescriptor<Held>()).map(\.value.number) }
    func numbers() async throws -> [Int] {
      try await fetchInTurn(FetchDescriptor<Free>(sortBy: [SortDescriptor(\.number)])).map(\.number)
    }
    func count() async throws -> Int { try await fetchCountInTurn(FetchDescriptor<Free>()) }
  }

  private static var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  /// One test, since the gate is one.
  @Test func waitingFetchesTakeNoThreads() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Held.self, Free.self)
    let context = ModelContext(container)
    context.insert(Held(1))
    for number in 0..<10 { context.insert(Free(number)) }
    try context.save()
    let limit = container._fetchTurns.limit
    Gate.shared.close()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<limit {
        let reader = Reader(modelContainer: container)
        group.addTask { try await reader.hold() }
      }
      // All turns are taken, until the gate opens.
      while Gate.shared.heldCount < limit { await Task.yield() }
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
      Gate.shared.open()
      try await group.waitForAll()
    }
    #expect(container._fetchTurns.waiting == 0)
    #expect(try await Reader(modelContainer: container).count() == 10)
  }
}
