// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension CompanyMachine {
  func save(_ desk: CompanyDesk) throws {
    let policies: [UniqueConflictPolicy] = options.variesUniquePolicy ? [.upsert, .keep, .refuse] : [.upsert]
    let policy = policies[number(policies.count)]
    note(desk, "save, .\(policy)")
    do {
      try desk.context.save(onConflict: policy)
    } catch {
      try accept(error, desk)
      if chance(50) { try rollback(desk) }
      return
    }
    // Some stay: what has been deleted and saved can be inserted again, too, as a new row.
    desk.deleted.removeAll { _ in chance(50) }
    outdate(besides: desk)
    try settle(desk)
  }

  func rollback(_ desk: CompanyDesk) throws {
    note(desk, "rollback")
    desk.context.rollback()
    desk.deleted = []
    try settle(desk)
  }

  func process(_ desk: CompanyDesk) throws {
    note(desk, "process pending changes")
    desk.context.processPendingChanges()
    desk.isOutdated = false
    if !desk.context.hasChanges { try compareWithStore(desk) }
  }

  /// After a save or a rollback there is nothing left to save, and the context shows what is in the store.
  private func settle(_ desk: CompanyDesk) throws {
    let context = desk.context
    if context.hasChanges {
      let models = [context.insertedModelsArray, context.changedModelsArray, context.deletedModelsArray]
      let names = models.map { $0.compactMap { ($0 as? any CompanyModel)?.label } }
      throw CompanyFailure(.changes, "\(desk.name): inserted, changed, deleted: \(names)")
    }
    // Only what a second container has written must be asked for.
    if options.hasSecondContainer { context.processPendingChanges() }
    desk.isOutdated = false
    try compareWithStore(desk)
  }

  func accept(_ error: any Error, _ desk: CompanyDesk) throws {
    note(desk, "  refused: \("\(error)".prefix(120))")
    guard let error = error as? SwiftDataError, error.isRefusal else { throw CompanyFailure(.error, "\(error)") }
  }

  // MARK: In bulk

  func changeInBulk(_ step: CompanyStep, _ desk: CompanyDesk) throws {
    let context = desk.context
    let remainder = number(7)
    let title = "Bulk \(numbers.next())"
    do {
      switch step {
      case .deleteProjectsByPredicate:
        note(desk, "delete projects without department whose code divided by 7 leaves \(remainder)")
        try context.delete(
          model: Company.Project.self, where: #Predicate { $0.code % 7 == remainder && $0.department == nil })
      case .deleteMilestonesByPredicate:
        note(desk, "delete milestones whose number divided by 7 leaves \(remainder)")
        try context.delete(model: Company.Milestone.self, where: #Predicate { $0.number % 7 == remainder })
      case .updateTitles:
        note(desk, "update the titles of projects of less than two hours")
        try context.update(Company.Project.self, where: #Predicate { $0.hours < 2 }, .set(\.title, to: title))
      default:
        note(desk, "update the code \(remainder) to \(remainder + 1)")
        try context.update(
          Company.Project.self, where: #Predicate { $0.code == remainder }, .set(\.code, to: remainder + 1))
      }
      outdate(besides: desk)
    } catch {
      try accept(error, desk)
    }
  }

  /// Saves on the way, of which what comes next may be a part.
  func enumerate(_ desk: CompanyDesk) throws {
    let context = desk.context
    let size = 1 + number(3)
    note(desk, "enumerate projects by \(size), and save after each third")
    var count = 0
    do {
      try context.enumerate(FetchDescriptor<Company.Project>(), batchSize: size, allowEscapingMutations: true) {
        count += 1
        $0.hours += 1
        if count % 3 == 0 { try context.save() }
      }
    } catch {
      try accept(error, desk)
    }
    if count > 2 { outdate(besides: desk) }
  }

  // MARK: Taking back

  private struct Refusal: Error {}

  func transactionThatThrows(_ desk: CompanyDesk) throws {
    note(desk, "transaction {")
    try takeBack(desk) {
      try desk.context.transaction {
        for _ in 0...number(3) { try changeAnything(desk) }
        throw Refusal()
      }
    }
  }

  func attempt(_ desk: CompanyDesk) throws {
    note(desk, "attempt {")
    let throwsItself = chance(50)
    try takeBack(desk) {
      try desk.context.attempt {
        for _ in 0...number(3) { try changeAnything(desk) }
        if throwsItself { throw Refusal() }
      }
    }
  }

  /// If the closure throws, the context is as it was.
  private func takeBack(_ desk: CompanyDesk, _ body: () throws -> Void) throws {
    let deleted = desk.deleted
    let before = try CompanyView(desk.context).withoutMissingTargets()
    do {
      try body()
      note(desk, "}")
      outdate(besides: desk)
      try settle(desk)
    } catch let failure as CompanyFailure {
      throw failure
    } catch {
      note(desk, "} taken back")
      if !(error is Refusal) { try accept(error, desk) }
      desk.deleted = deleted
      // A save that was refused has met what a second container has written.
      guard !desk.isOutdated else { return }
      let differences = try CompanyView(desk.context).withoutMissingTargets().differences(from: before)
      guard differences.isEmpty else { throw CompanyFailure(.takenBack, differences.joined(separator: "\n  ")) }
    }
  }
}
