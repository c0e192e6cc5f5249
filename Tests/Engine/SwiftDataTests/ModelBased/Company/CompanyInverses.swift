// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Looks whether both ends of each relationship agree.
///
/// What `isDeleted` is left out: lists that are loaded keep deleted members for a while, and an unsaved reference may
/// lead to a model that somebody else has deleted.
struct CompanyInverses {
  private(set) var problems: [String] = []

  init(_ context: ModelContext) throws {
    let projects = try context.fetch(FetchDescriptor<Company.Project>())
    for project in projects {
      check(project, "milestones", project.milestones) { $0.project === project }
      check(project, "members", project.members) { Self.has($0.projects, project) }
      check(project, "charter", Self.list(project.charter)) { $0.project === project }
      check(project, "department", Self.list(project.department)) { Self.has($0.projects, project) }
      check(project, "successor", Self.list(project.successor)) { $0.predecessor === project }
      check(project, "predecessor", Self.list(project.predecessor)) { $0.successor === project }
      check(project, "badges", project.badges) { _ in true }
    }
    for milestone in try context.fetch(FetchDescriptor<Company.Milestone>()) {
      check(milestone, "project", Self.list(milestone.project)) { Self.has($0.milestones, milestone) }
    }
    for employee in try context.fetch(FetchDescriptor<Company.Employee>()) {
      check(employee, "projects", employee.projects) { Self.has($0.members, employee) }
    }
    for charter in try context.fetch(FetchDescriptor<Company.Charter>()) {
      check(charter, "project", Self.list(charter.project)) { $0.charter === charter }
    }
    for department in try context.fetch(FetchDescriptor<Company.Department>()) {
      check(department, "projects", department.projects) { $0.department === department }
    }
  }

  private mutating func check<Member: CompanyModel>(
    _ owner: some CompanyModel, _ property: String, _ members: [Member], leadsBack: (Member) -> Bool
  ) {
    for member in members where !member.isDeleted && !leadsBack(member) {
      problems.append("\(owner.label).\(property) has \(member.label), which does not lead back")
    }
    if Set(members.map(ObjectIdentifier.init)).count != members.count {
      problems.append("\(owner.label).\(property) has a member twice")
    }
  }

  private static func list<Model: PersistentModel>(_ model: Model?) -> [Model] { model.map { [$0] } ?? [] }

  private static func has<Model: PersistentModel>(_ list: [Model], _ model: Model) -> Bool {
    list.contains { $0 === model }
  }
}
