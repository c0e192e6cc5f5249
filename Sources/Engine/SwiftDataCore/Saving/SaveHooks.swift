// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Code of the program's that saves of a container run.
final class SaveHooks: Sendable {
  typealias Check = @Sendable (any PersistentModel, ModelChange, ContextCore) throws -> Void

  enum Hook: Sendable {
    case context(@Sendable (ModelContext) throws -> Void)
    /// For models of one class; says whether a class is one.
    case models(@Sendable (any PersistentModel.Type) -> Bool, Check)
    case validation(@Sendable (any PersistentModel.Type) -> Bool, Check)
    case after(@Sendable (SavedChanges) -> Void)
  }

  private let count = Atomic<Int>(0)
  private let entries = Mutex<[(id: UUID, hook: Hook)]>([])

  func add(_ hook: Hook) -> SaveHook {
    let id = UUID()
    entries.withLock { entries in
      entries.append((id, hook))
      count.store(entries.count, ordering: .releasing)
    }
    return SaveHook { [weak self] in self?.remove(id) }
  }

  private func remove(_ id: UUID) {
    entries.withLock { entries in
      entries.removeAll { $0.id == id }
      count.store(entries.count, ordering: .releasing)
    }
  }

  private var all: [Hook] {
    count.load(ordering: .acquiring) == 0 ? [] : entries.withLock { $0.map(\.hook) }
  }

  // MARK: A save

  /// How often hooks may lead to changes that hooks have not seen yet.
  private static let rounds = 1000

  /// Before anything is looked at: hooks may change, insert and delete.
  func prepare(_ core: ContextCore) throws {
    let hooks = all
    guard !hooks.isEmpty else { return }
    core.saving.enterHooks()
    defer { core.saving.leaveHooks() }
    if let context = core.context {
      for case .context(let hook) in hooks {
        do { try hook(context) } catch { throw SwiftDataError.refused(error, nil) }
      }
    }
    let checks = Checks(hooks.compactMap { if case .models(let isOne, let check) = $0 { (isOne, check) } else { nil } })
    guard !checks.isEmpty else { return }
    var seen = SeenChanges()
    for _ in 0..<Self.rounds {
      let new = core.changedModels.filter { seen.insert($0.model, $0.change) }
      if new.isEmpty { return }
      for (model, change) in new { try checks.run(model, change, core) }
    }
    throw SwiftDataError(
      .modelValidationFailure, "The hooks before a save have led to new changes \(Self.rounds) times.",
      advice: "Let hooks not insert a model for each model that they see.")
  }

  /// As it will be written.
  func validate(_ core: ContextCore) throws {
    let hooks = all
    guard !hooks.isEmpty else { return }
    let checks = Checks(
      hooks.compactMap { if case .validation(let isOne, let check) = $0 { (isOne, check) } else { nil } })
    guard !checks.isEmpty else { return }
    core.saving.enterHooks()
    defer { core.saving.leaveHooks() }
    for (model, change) in core.changedModels { try checks.run(model, change, core) }
  }

  func finish(_ core: ContextCore, _ outcome: SaveOutcome) {
    finish(
      SavedChanges(
        inserted: outcome.inserted, updated: outcome.updated, deleted: outcome.deleted, author: core.saving.author))
  }

  func finish(_ changes: SavedChanges) {
    // A save may find that there was nothing to write, such as changes of rows that are gone.
    guard !(changes.inserted.isEmpty && changes.updated.isEmpty && changes.deleted.isEmpty) else { return }
    for case .after(let hook) in all { hook(changes) }
  }

  /// The hooks of each class, found once a save.
  private final class Checks {
    private let all: [(isOne: @Sendable (any PersistentModel.Type) -> Bool, check: Check)]
    private var ofType: [ObjectIdentifier: [Check]] = [:]

    init(_ all: [(@Sendable (any PersistentModel.Type) -> Bool, Check)]) { self.all = all }

    var isEmpty: Bool { all.isEmpty }

    func run(_ model: any PersistentModel, _ change: ModelChange, _ core: ContextCore) throws {
      let type = Swift.type(of: model)
      let checks = ofType[ObjectIdentifier(type)] ?? all.filter { $0.isOne(type) }.map(\.check)
      ofType[ObjectIdentifier(type)] = checks
      for check in checks {
        // An earlier hook may have deleted it.
        guard model._$state?.core === core else { return }
        do { try check(model, change, core) } catch { throw SwiftDataError.refused(error, model) }
      }
    }
  }

  /// What hooks have been told of. Keeps the models, so that none is taken for a later one at its address.
  private struct SeenChanges {
    private struct Key: Hashable {
      let model: ObjectIdentifier
      let change: ModelChange
    }

    private var keys: Set<Key> = []
    private var models: [any PersistentModel] = []

    mutating func insert(_ model: any PersistentModel, _ change: ModelChange) -> Bool {
      guard keys.insert(Key(model: ObjectIdentifier(model), change: change)).inserted else { return false }
      models.append(model)
      return true
    }
  }
}

extension ContextCore {
  /// The changes that a save would write, model by model.
  var changedModels: [(model: any PersistentModel, change: ModelChange)] {
    unsaved.inserted.models.map { ($0, .inserted) }
      + unsaved.updated.models.filter { $0._$state?.isRowGone == false }.map { ($0, .updated) }
      + unsaved.deleted.models.map { ($0, .deleted) }
  }
}

extension SwiftDataError {
  /// The error of a hook, as the save throws it.
  static func refused(_ error: any Error, _ model: (any PersistentModel)?) -> SwiftDataError {
    let known = error as? SwiftDataError
    let state = model?._$state
    // A new model has no identifier that would say anything to anybody.
    let identifier = state.map { $0.key > 0 } == true ? model?.persistentModelID : nil
    return SwiftDataError(
      known ?? .modelValidationFailure, known?.explanation ?? "A hook has refused the save: \(error).",
      entity: known?.entity ?? state?.entity?.name, property: known?.property,
      identifier: known?.identifier ?? identifier, expression: known?.expression, file: known?.file,
      advice: known?.advice ?? "Change the model and save again, or call rollback().",
      underlying: known == nil ? error : known?.underlying)
  }
}
