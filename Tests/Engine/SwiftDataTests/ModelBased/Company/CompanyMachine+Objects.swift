// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension CompanyMachine {
  func change(_ step: CompanyStep, _ desk: CompanyDesk) throws {
    switch step {
    case .insertProject: try insertProject(desk)
    case .insertMilestone:
      let milestone = insert(Company.Milestone(numbers.next()), desk)
      try link(milestone, "project", \.project, pick(Company.Project.self, desk), desk)
    case .insertEmployee:
      let employee = insert(Company.Employee(numbers.next()), desk)
      if let project = try pick(Company.Project.self, desk) { toggle(project, "members", \.members, employee, desk) }
    case .insertCharter:
      guard let project = try pick(Company.Project.self, desk) else { return }
      link(project, "charter", \.charter, Company.Charter(numbers.next()), desk)
    case .insertDepartment:
      let department = insert(Company.Department(numbers.next()), desk)
      if let project = try pick(Company.Project.self, desk) {
        link(project, "department", \.department, department, desk)
      }
    case .insertBadge:
      guard let project = try pick(Company.Project.self, desk) else { return }
      toggle(project, "badges", \.badges, Company.Badge(numbers.next()), desk)
    case .changeTitle, .changeNotes, .changeDocument, .changeCode, .exchangeCodes: try changeValue(step, desk)
    case .deleteProject: try delete(Company.Project.self, desk)
    case .deleteMilestone: try delete(Company.Milestone.self, desk)
    case .deleteEmployee: try delete(Company.Employee.self, desk)
    case .deleteCharter: try delete(Company.Charter.self, desk)
    case .deleteDepartment: try delete(Company.Department.self, desk)
    case .deleteBadge: try delete(Company.Badge.self, desk)
    case .insertAgain:
      guard let model = desk.deleted.randomElement(using: &generator) else { return }
      note(desk, "insert \(model.label) again")
      desk.context.insert(model)
    case .deleteProjectsByPredicate, .deleteMilestonesByPredicate, .updateTitles, .updateCode:
      try changeInBulk(step, desk)
    default: try changeRelationship(step, desk)
    }
  }

  // MARK: Insertions and deletions

  private func insert<Model: CompanyModel>(_ model: Model, _ desk: CompanyDesk) -> Model {
    note(desk, "insert \(model.label)")
    desk.context.insert(model)
    return model
  }

  /// With some relationships at once: a new project may be merged into the row of its code, and these with it.
  private func insertProject(_ desk: CompanyDesk) throws {
    let number = numbers.next()
    var project = Company.Project(number, code: self.number(8))
    if chance(50), #available(macOS 26, *) {
      project = Company.Contract(number, code: options.sharesCodes ? self.number(8) : 1000 + number)
    }
    project.notes = notes(number)
    _ = insert(project, desk)
    note(desk, "  its code is \(project.code)")
    if chance(50) { toggle(project, "milestones", \.milestones, Company.Milestone(numbers.next()), desk) }
    if chance(33), let member = try pick(Company.Employee.self, desk) {
      toggle(project, "members", \.members, member, desk)
    }
    if chance(33), let milestone = try pick(Company.Milestone.self, desk), milestone.project !== project {
      toggle(project, "milestones", \.milestones, milestone, desk)
    }
    if chance(25), let department = try pick(Company.Department.self, desk) {
      link(project, "department", \.department, department, desk)
    }
    if chance(12), let charter = try pick(Company.Charter.self, desk) {
      link(project, "charter", \.charter, charter, desk)
    }
    if chance(12), let other = try pick(Company.Project.self, desk), other !== project {
      link(project, "successor", \.successor, other, desk)
    }
    if chance(25), let badge = try pick(Company.Badge.self, desk) { toggle(project, "badges", \.badges, badge, desk) }
  }

  private func delete<Model: CompanyModel>(_ type: Model.Type, _ desk: CompanyDesk) throws {
    guard let model = try pick(type, desk) else { return }
    note(desk, "delete \(model.label)")
    desk.context.delete(model)
    desk.deleted.append(model)
  }

  // MARK: Values

  private func changeValue(_ step: CompanyStep, _ desk: CompanyDesk) throws {
    guard let project = try pick(Company.Project.self, desk) else { return }
    let number = numbers.next()
    switch step {
    case .changeTitle:
      project.title = "Title \(number)"
      note(desk, "title of \(project.label)")
    case .changeNotes:
      project.notes = notes(number)
      project.hours += 1
      note(desk, "notes and hours of \(project.label)")
    case .changeDocument:
      // Large ones are in files, small ones in the row.
      let count = chance(50) ? 10 : 150_000 + number
      project.document = chance(33) ? nil : Data(repeating: UInt8(truncatingIfNeeded: number), count: count)
      note(desk, "document of \(project.label): \(project.document?.count ?? 0) bytes")
    case .changeCode:
      project.code = self.number(8)
      note(desk, "code of \(project.label) is \(project.code)")
    default:
      guard let other = try pick(Company.Project.self, desk) else { return }
      (project.code, other.code) = (other.code, project.code)
      note(desk, "\(project.label) and \(other.label) exchange their codes")
    }
  }

  private func notes(_ number: Int) -> String { "word\(number % 5) common n\(number)" }
}
