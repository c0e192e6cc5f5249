// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore

/// Runs random operations on several contexts of one container, and on the
/// reference, side by side.
@MainActor
final class TeamMachine {
  /// The first is the container's main context, which saves by itself.
  static let main = 0

  let folder: TestFolder
  private(set) var container: ModelContainer
  private(set) var workers: [any TeamWorker] = []
  var reference: TeamReference
  var generator: SeededGenerator
  private var nextUID = 1
  /// While true, other contexts have not heard of what is in the store.
  private var isAlone = false
  private let undoes: Bool
  /// Of the context that has an undo manager.
  var history: TeamHistory?
  private(set) var log: [String] = []
  private(set) var operations = 0
  /// Every context that was made; all must go with the machine.
  private(set) var contexts: [WeakContext] = []

  struct WeakContext {
    weak var engine: ContextCore?
    let name: String
  }

  struct Disagreement: Error, CustomStringConvertible {
    let description: String
  }

  init(seed: UInt64) async throws {
    folder = try TestFolder()
    generator = SeededGenerator(seed: seed)
    undoes = seed % 2 == 0
    container = try Team.container(folder)
    let count = 3 + Int(seed % 3)
    reference = TeamReference(desks: count)
    for index in 0..<count { workers.append(try await makeWorker(index)) }
  }

  // MARK: Dice

  func chance(_ percent: Int) -> Bool { number(100) < percent }
  func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }
  func pick<T>(_ values: [T]) -> T? { values.randomElement(using: &generator) }

  func uid() -> Int {
    defer { nextUID += 1 }
    return nextUID
  }

  func note(_ text: String) {
    operations += 1
    log.append(text)
    if log.count > 40 { log.removeFirst() }
  }

  // MARK: Contexts

  private func makeWorker(_ index: Int) async throws -> any TeamWorker {
    let worker: any TeamWorker
    switch index {
    case Self.main: worker = TeamOwner(container.mainContext)
    case _ where index % 2 == 0: worker = TeamActor(modelContainer: container)
    default:
      let context = ModelContext(container)
      if index == Self.undoer, undoes {
        history?.manager.removeAllActions()
        let new = TeamHistory()
        context.undoManager = new.manager
        history = new
      }
      worker = TeamOwner(context)
    }
    let engine = try await worker.perform { UncheckedEngine(core: $0.context._core) }
    contexts.append(WeakContext(engine: engine.core, name: "\(index) at \(operations)"))
    return worker
  }

  private struct UncheckedEngine: @unchecked Sendable { let core: ContextCore }

  /// What the main queue has to do is done.
  func turn() async {
    for _ in 0..<3 {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
    }
  }

  // MARK: Operations

  func step() async throws {
    let desk = number(workers.count)
    switch number(100) {
    case 0..<62: try await change(desk)
    case 62..<68: desk == Self.undoer && undoes ? try await undo() : try await change(desk)
    case 68..<88: try await save(desk)
    case 88..<91: try await rollback(desk)
    case 91..<95: try await check(desk)
    case 95..<97: try await bulk(desk)
    case 97..<98: try await renew(desk)
    case 98..<99: try await anotherProcess(desk)
    default: try await reopen()
    }
  }

  private func change(_ desk: Int) async throws {
    for _ in 0...number(3) {
      guard let change = nextChange(desk) else { continue }
      try await make(change, desk)
      if case .deleteAndInsert = change {
        // With that, nobody else comes in between.
        if desk == Self.main { break }
        return try await save(desk, .memoryWins)
      }
    }
    if desk == Self.main { try await autosave() }
  }

  func make(_ change: TeamChange, _ desk: Int) async throws {
    note("[\(desk)] \(change)")
    if change.looks { reference.look(desk) }
    let before = reference.view(desk)
    let touched = reference.record(change, marking: desk)
    if desk == Self.undoer { history?.note(before, touched) }
    try await workers[desk].perform { try $0.perform(change) }
  }

  /// The main context has saved by itself.
  private func autosave() async throws {
    await turn()
    let expected = reference.save(Self.main, .memoryWins)
    note("[0] autosaves: \(expected)")
    let failure = try await workers[Self.main].perform { desk in
      desk.context.autosaveError.map { "\(($0 as? SwiftDataError)?.name ?? ""): \($0)" }
    }
    try await judge(Self.main, expected, failure)
  }

  private func bulk(_ desk: Int) async throws {
    guard reference.desks[desk].isIdle, desk != Self.main, let change = nextBulkChange(desk) else {
      return
    }
    // What came and went again may count as changed.
    try await rollback(desk)
    try await make(change, desk)
    // Nothing before it can be undone any more, or need be.
    if desk == Self.undoer { history?.forget() }
    try await judge(desk, reference.save(desk, .memoryWins), nil)
    if desk == Self.undoer { history?.isOutdated = true }
  }

  /// A container of its own on the files stands for another process: nobody
  /// hears of what it saves. Attributes only, as loaded relationships of
  /// others keep what they have until they are read again.
  private func anotherProcess(_ desk: Int) async throws {
    guard desk != Self.main, reference.desks.allSatisfy(\.isIdle) else { return }
    try await renew(desk)
    note("another process")
    let outsider = workers.count
    workers.append(TeamOwner(ModelContext(try Team.container(folder))))
    reference.desks.append(TeamPending())
    for author in [desk, outsider] {
      for _ in 0...number(3) {
        guard let change = nextAttribute(author) else { continue }
        try await make(change, author)
      }
    }
    _ = reference.save(outsider, .error)
    try await workers[outsider].perform { try $0.context.save() }
    reference.desks.removeLast()
    workers.removeLast()
    reference.blur(desk)
    isAlone = true
    try await checkStore()
    try await save(desk)
    isAlone = false
    try await reopen()
  }

  func save(_ desk: Int, _ forced: MergePolicy? = nil) async throws {
    if desk == Self.main, forced == nil {
      // Whatever it had to save is saved.
      return try await check(desk)
    }
    let policy = forced ?? nextPolicy(desk)
    let expected = reference.save(desk, policy)
    if desk == Self.undoer {
      history?.endGroup()
      if reference.hasMet { history?.forget() }
    }
    note("[\(desk)] save, \(policy): \(expected)")
    let failure = try await workers[desk].perform { desk -> String? in
      desk.context.mergePolicy = policy
      // What is seen before a save stays.
      defer { desk.context.mergePolicy = .error }
      do { try desk.context.save() } catch let error as SwiftDataError { return "\(error.name): \(error)" }
      return nil
    }
    try await judge(desk, expected, failure)
  }

  private func judge(_ desk: Int, _ expected: TeamReference.Outcome, _ failure: String?)
    async throws
  {
    let end = failure ?? "saved"
    guard end.hasPrefix(expected.rawValue) else {
      throw Disagreement(description: "the save of \(desk) ended as \(end)")
    }
    if desk != Self.undoer, expected == .saved { history?.isOutdated = true }
    try await check(desk)
    try await checkStore()
    guard expected == .saved else { return try await decide(desk, expected) }
    for other in workers.indices where other != desk && reference.desks[other].isIdle {
      if chance(50), !isAlone { try await check(other) }
    }
  }

  /// After a save that threw: its program corrects what is wrong, insists, or
  /// starts over.
  private func decide(_ desk: Int, _ outcome: TeamReference.Outcome) async throws {
    if outcome == .uniqueConflict, desk != Self.main, chance(70) {
      for (uid, property) in reference.refusedValues(desk) {
        try await make(.set(uid, property, 1000 + self.uid()), desk)
      }
      return try await save(desk)
    }
    if outcome == .optimisticLockFailure, reference.desks[desk].lost.isEmpty, chance(50),
      desk != Self.main
    {
      return try await save(desk, nextPolicy(desk, after: true))
    }
    try await rollback(desk)
  }

  private func rollback(_ desk: Int) async throws {
    note("[\(desk)] rollback")
    reference.rollback(desk)
    if desk == Self.undoer { history?.forget() }
    try await workers[desk].perform { $0.context.rollback() }
    try await check(desk)
  }

  /// A context goes with what it has not saved, and another comes.
  private func renew(_ desk: Int) async throws {
    guard desk != Self.main else { return }
    note("[\(desk)] new context")
    reference.renew(desk)
    workers[desk] = try await makeWorker(desk)
    try await check(desk)
  }

  private func reopen() async throws {
    note("reopen")
    workers = []
    container = try Team.container(folder)
    for index in reference.desks.indices {
      reference.renew(index)
      workers.append(try await makeWorker(index))
    }
    try await checkStore()
  }

  func finish() async throws {
    for desk in workers.indices where desk != Self.main { try await save(desk) }
    for desk in workers.indices { try await rollback(desk) }
    workers = []
    history = nil
  }
}
