// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Synchronization

/// Numbers for new models: those of a step depend on nothing before it.
final class CompanyNumbers: Sendable {
  private let last = Mutex(0)

  func begin(_ step: Int) { last.withLock { $0 = step * 100 } }

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// What hooks after a save have found.
final class CompanyFindings: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

extension CompanyMachine {
  /// Hooks that change, insert and delete what the save then writes, and a check that refuses some.
  func addHooks(_ container: ModelContainer) {
    let findings = findings
    container.afterSave { saved in
      guard saved.inserted.isEmpty, saved.updated.isEmpty, saved.deleted.isEmpty else { return }
      findings.add("by \(saved.author ?? "nobody")")
    }
    guard options.hasHooks else { return }
    let numbers = numbers
    container.beforeSave(of: Company.Project.self) { project, change in
      switch change {
      case .inserted: project.milestones.append(Company.Milestone(numbers.next()))
      case .updated: project.hours += 1
      case .deleted: project.modelContext?.insert(Company.Employee(numbers.next()))
      }
    }
    container.beforeSave(of: Company.Employee.self) { employee, change in
      if change == .updated, employee.projects.isEmpty { employee.modelContext?.delete(employee) }
    }
    container.beforeSave(of: Company.Milestone.self) { milestone, change in
      if change != .deleted, milestone.project == nil, milestone.number % 10 == 3 {
        milestone.modelContext?.delete(milestone)
      }
    }
    container.validate(Company.Project.self) { project in
      if project.milestones.isEmpty, project.number % 7 == 0 {
        throw SwiftDataError.invalid(project, \.milestones, "It needs a milestone.")
      }
    }
  }
}
