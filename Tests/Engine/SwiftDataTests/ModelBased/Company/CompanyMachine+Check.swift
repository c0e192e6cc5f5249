// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension CompanyMachine {
  /// After each step, among unsaved changes as well.
  func check(_ desk: CompanyDesk) throws {
    if let finding = findings.all.first { throw CompanyFailure(.hook, finding) }
    guard !desk.isOutdated else { return }
    try checkInverses(desk.context, .memory, desk.name)
    if chance(25) { try checkPredicates(desk) }
  }

  func checkInverses(_ context: ModelContext, _ kind: CompanyFailure.Kind, _ place: String) throws {
    let problems = try CompanyInverses(context).problems
    guard problems.isEmpty else {
      throw CompanyFailure(kind, "\(place):\n  \(problems.prefix(8).joined(separator: "\n  "))")
    }
  }

  /// A context without changes shows what one that has loaded nothing yet does.
  func compareWithStore(_ desk: CompanyDesk) throws {
    let fresh = ModelContext(desk.context.container)
    try checkInverses(fresh, .store, "seen by \(desk.name)'s container")
    let differences = try CompanyView(desk.context).differences(from: CompanyView(fresh))
    guard differences.isEmpty else {
      throw CompanyFailure(.context, "\(desk.name):\n  \(differences.prefix(8).joined(separator: "\n  "))")
    }
  }

  // MARK: Predicates

  private func checkPredicates(_ desk: CompanyDesk) throws {
    let context = desk.context
    try compare("worked on", context, #Predicate<Company.Project> { $0.hours >= 1 && $0.milestones.count > 0 }) {
      $0.hours >= 1 && $0.milestones.contains { !$0.isDeleted }
    }
    let hasEvenMember = #Predicate<Company.Project> { $0.members.contains { $0.number % 2 == 0 } }
    try compare("with an even member", context, hasEvenMember) {
      $0.members.contains { !$0.isDeleted && $0.number % 2 == 0 }
    }
    try compare("without badges", context, #Predicate<Company.Project> { $0.badges.isEmpty }) {
      $0.badges.allSatisfy(\.isDeleted)
    }
    // An unsaved reference may lead to what somebody else has deleted; what a predicate makes of it is left open.
    try compare(
      "in a department", context, #Predicate<Company.Milestone> { $0.project?.department != nil },
      unless: { $0.project?.isDeleted == true || $0.project?.department?.isDeleted == true },
      byHand: { $0.project?.department != nil })
    try compare(
      "after one of code 3", context, #Predicate<Company.Project> { $0.predecessor?.code == 3 },
      unless: { $0.predecessor?.isDeleted == true }, byHand: { $0.predecessor?.code == 3 })
    if #available(macOS 26, *) {
      let contracts = Set(try context.fetch(FetchDescriptor<Company.Contract>()).map(\.number))
      let projects = try context.fetch(FetchDescriptor<Company.Project>())
      let casts = Set(projects.filter { $0 is Company.Contract }.map(\.number))
      if contracts != casts { throw CompanyFailure(.predicate, "contracts: \(contracts) instead of \(casts)") }
    }
    try compareCounts(context)
  }

  private func compare<Model: CompanyModel>(
    _ name: String, _ context: ModelContext, _ predicate: Predicate<Model>,
    unless isOpen: (Model) -> Bool = { _ in false }, byHand: (Model) -> Bool
  ) throws {
    let fetched = try context.fetch(FetchDescriptor(predicate: predicate)).filter { !isOpen($0) }
    let expected = try context.fetch(FetchDescriptor<Model>()).filter { !isOpen($0) && byHand($0) }
    guard Set(fetched.map(\.persistentModelID)) != Set(expected.map(\.persistentModelID)) else { return }
    let labels = [fetched, expected].map { $0.map(\.label).sorted() }
    throw CompanyFailure(.predicate, "\(name): \(labels[0]) instead of \(labels[1])")
  }

  private func compareCounts(_ context: ModelContext) throws {
    let all = try context.fetch(FetchDescriptor<Company.Project>()).count
    let counted = try context.fetchCount(FetchDescriptor<Company.Project>())
    let sorted = try context.fetch(
      FetchDescriptor<Company.Project>(sortBy: [SortDescriptor(\.department?.number), SortDescriptor(\.code)])
    ).count
    if counted != all { throw CompanyFailure(.predicate, "\(counted) counted instead of \(all)") }
    if sorted != all { throw CompanyFailure(.predicate, "\(sorted) sorted instead of \(all)") }
  }
}
