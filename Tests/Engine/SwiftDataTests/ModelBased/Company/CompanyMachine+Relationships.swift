// SPDX-License-Identifier: Apache-2.0

import SwiftData

extension CompanyMachine {
  func changeRelationship(_ step: CompanyStep, _ desk: CompanyDesk) throws {
    switch step {
    case .moveMilestone:
      guard let milestone = try pick(Company.Milestone.self, desk) else { return }
      try link(milestone, "project", \.project, pick(Company.Project.self, desk), desk)
    case .moveCharter:
      guard let charter = try pick(Company.Charter.self, desk) else { return }
      try link(charter, "project", \.project, pick(Company.Project.self, desk), desk)
    case .setContact:
      guard #available(macOS 26, *), let contract = try pick(Company.Contract.self, desk) else { return }
      contract.client = "Client \(numbers.next())"
      try link(contract, "contact", \.contact, pick(Company.Employee.self, desk), desk)
    default:
      guard let project = try pick(Company.Project.self, desk) else { return }
      try changeRelationship(step, of: project, desk)
    }
  }

  private func changeRelationship(_ step: CompanyStep, of project: Company.Project, _ desk: CompanyDesk) throws {
    switch step {
    case .toggleMilestone:
      guard let milestone = try pick(Company.Milestone.self, desk) else { return }
      toggle(project, "milestones", \.milestones, milestone, desk)
    case .toggleMember:
      guard let member = try pick(Company.Employee.self, desk) else { return }
      toggle(project, "members", \.members, member, desk)
    case .toggleBadge:
      guard let badge = try pick(Company.Badge.self, desk) else { return }
      toggle(project, "badges", \.badges, badge, desk)
    case .setCharter: try link(project, "charter", \.charter, pick(Company.Charter.self, desk), desk)
    case .setDepartment:
      let department = chance(25) ? nil : try pick(Company.Department.self, desk)
      link(project, "department", \.department, department, desk)
    default:
      guard let other = try pick(Company.Project.self, desk), other !== project else { return }
      link(project, "successor", \.successor, other, desk)
    }
  }

  func link<Owner: CompanyModel, Target: CompanyModel>(
    _ owner: Owner, _ name: String, _ property: ReferenceWritableKeyPath<Owner, Target?>, _ target: Target?,
    _ desk: CompanyDesk
  ) {
    note(desk, "\(owner.label).\(name) = \(target?.label ?? "nil")")
    owner[keyPath: property] = target
  }

  func toggle<Owner: CompanyModel, Member: CompanyModel>(
    _ owner: Owner, _ name: String, _ property: ReferenceWritableKeyPath<Owner, [Member]>, _ member: Member,
    _ desk: CompanyDesk
  ) {
    if owner[keyPath: property].contains(where: { $0 === member }) {
      note(desk, "remove \(member.label) from \(owner.label).\(name)")
      owner[keyPath: property].removeAll { $0 === member }
    } else {
      note(desk, "append \(member.label) to \(owner.label).\(name)")
      owner[keyPath: property].append(member)
    }
  }
}
