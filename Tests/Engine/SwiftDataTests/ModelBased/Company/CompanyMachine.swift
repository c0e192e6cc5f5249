// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// One context of the trial.
final class CompanyDesk {
  let name: String
  let context: ModelContext
  let undoManager: UndoManager?
  /// What it has deleted, and may insert again.
  var deleted: [any CompanyModel] = []
  /// What it holds, if its program holds anything.
  var held: [any CompanyModel] = []
  /// A second container has written since this context looked what others do. Until it looks again, objects that it
  /// has loaded and those that it loads may be of two moments.
  var isOutdated = false

  init(_ name: String, _ container: ModelContainer, undoes: Bool) {
    self.name = name
    context = ModelContext(container)
    undoManager = undoes ? UndoManager() : nil
    context.undoManager = undoManager
  }
}

/// Takes random steps with several contexts of one store, and looks after each whether what must always hold does.
///
/// There is no reference that says what the result of a step is, as in the other trials. So every feature can take
/// part, and whatever a step has done must only agree with itself: both ends of relationships, memory and store,
/// predicates and objects, history and rows.
final class CompanyMachine {
  let store: CompanyStore
  let options: CompanyOptions
  let containers: [ModelContainer]
  let desks: [CompanyDesk]
  let numbers = CompanyNumbers()
  /// What hooks have found, which cannot throw.
  let findings = CompanyFindings()
  var follower = CompanyFollower()
  var generator: SeededGenerator
  private let seed: UInt64
  private let steps: [CompanyStep]
  private(set) var log: [String] = []

  /// - Parameters:
  ///   - options: Drawn from the seed unless given.
  ///   - reads: Whether enumerations and the history are among the steps in any case.
  init(seed: UInt64, options: CompanyOptions? = nil, reads: Bool = false, in store: CompanyStore) throws {
    self.seed = seed
    self.store = store
    var generator = SeededGenerator(seed: seed)
    let drawn = CompanyOptions(using: &generator)
    var options = options ?? drawn
    options.reads = options.reads || reads
    let first = try store.container()
    let last = options.hasSecondContainer ? try store.container() : first
    containers = last === first ? [first] : [first, last]
    desks = (0..<options.contexts).map { index in
      let container = index == options.contexts - 1 ? last : first
      return CompanyDesk(["A", "B", "C"][index % 3], container, undoes: options.undoes)
    }
    steps = CompanyStep.all(options)
    for desk in desks {
      desk.context.mergePolicy = MergePolicy.allCases.randomElement(using: &generator) ?? .error
    }
    self.options = options
    self.generator = generator
    let policies = desks.map { "\($0.name) with .\($0.context.mergePolicy)" }
    log.append("\(options); \(policies.joined(separator: ", "))")
    for container in containers { addHooks(container) }
  }

  // MARK: Dice

  func chance(_ percent: Int) -> Bool { number(100) < percent }
  func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }

  func pick<Model: CompanyModel>(_ type: Model.Type, _ desk: CompanyDesk) throws -> Model? {
    try desk.context.fetch(FetchDescriptor<Model>()).sorted { $0.number < $1.number }.randomElement(using: &generator)
  }

  func note(_ desk: CompanyDesk, _ text: String) { log.append("\(desk.name): \(text)") }

  // MARK: Steps

  /// Each step has numbers and random values of its own: leaving one out changes no other.
  func step(_ index: Int) throws {
    generator = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(index))
    numbers.begin(index)
    let desk = desks[number(desks.count)]
    guard let step = (index <= 12 ? CompanyStep.first : steps).randomElement(using: &generator) else { return }
    try perform(step, desk)
    if options.holdsObjects { desk.held = try Company.all(desk.context) }
    try check(desk)
  }

  private func perform(_ step: CompanyStep, _ desk: CompanyDesk) throws {
    switch step {
    case .save: try save(desk)
    case .rollback: try rollback(desk)
    case .process: try process(desk)
    case .undo:
      guard desk.undoManager?.canUndo == true else { return }
      note(desk, "undo")
      desk.undoManager?.undo()
    case .redo:
      guard desk.undoManager?.canRedo == true else { return }
      note(desk, "redo")
      desk.undoManager?.redo()
    case .transactionThatThrows: try transactionThatThrows(desk)
    case .attempt: try attempt(desk)
    case .enumerate: try enumerate(desk)
    case .followHistory:
      note(desk, "follow the history")
      try follower.follow(desk.context)
    default: try change(step, desk)
    }
  }

  /// A change that a closure may take back.
  func changeAnything(_ desk: CompanyDesk) throws {
    guard let step = steps.filter(\.isChange).randomElement(using: &generator) else { return }
    try change(step, desk)
  }

  /// What a desk has written, contexts of another container do not know.
  func outdate(besides desk: CompanyDesk) {
    for other in desks where other.context.container !== desk.context.container { other.isOutdated = true }
  }
}
