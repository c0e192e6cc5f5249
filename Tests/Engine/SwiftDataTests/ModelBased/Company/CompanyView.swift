// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What a context shows, as plain values.
struct CompanyView: Equatable {
  struct Record: Equatable {
    var label: String
    var values: [String: String] = [:]
    var references: [String: Set<PersistentIdentifier>] = [:]
  }

  private(set) var records: [PersistentIdentifier: Record] = [:]

  var identifiers: Set<PersistentIdentifier> { Set(records.keys) }

  init(_ context: ModelContext) throws {
    for project in try context.fetch(FetchDescriptor<Company.Project>()) { try add(project, Self.record(project)) }
    for milestone in try context.fetch(FetchDescriptor<Company.Milestone>()) {
      try add(milestone, ["project": Self.set(milestone.project)])
    }
    for employee in try context.fetch(FetchDescriptor<Company.Employee>()) {
      try add(employee, ["projects": Self.set(employee.projects)])
    }
    for charter in try context.fetch(FetchDescriptor<Company.Charter>()) {
      try add(charter, ["project": Self.set(charter.project)])
    }
    for department in try context.fetch(FetchDescriptor<Company.Department>()) {
      try add(department, ["projects": Self.set(department.projects)])
    }
    for badge in try context.fetch(FetchDescriptor<Company.Badge>()) { try add(badge, [:]) }
  }

  private mutating func add(_ model: some CompanyModel, _ references: [String: Set<PersistentIdentifier>]) throws {
    try add(model, Record(label: model.label, references: references))
  }

  private mutating func add(_ model: some CompanyModel, _ record: Record) throws {
    guard records.updateValue(record, forKey: model.persistentModelID) == nil else {
      throw CompanyFailure(.context, "a fetch has \(model.label) twice")
    }
  }

  private static func record(_ project: Company.Project) -> Record {
    var record = Record(label: project.label)
    record.values = [
      "title": project.title, "code": "\(project.code)", "hours": "\(project.hours)", "notes": project.notes,
      "document": project.document.map { "\($0.count) times \($0.first ?? 0)" } ?? "none",
    ]
    record.references = [
      "milestones": set(project.milestones), "members": set(project.members), "badges": set(project.badges),
      "charter": set(project.charter), "department": set(project.department), "successor": set(project.successor),
      "predecessor": set(project.predecessor),
    ]
    if #available(macOS 26, *), let contract = project as? Company.Contract {
      record.values["client"] = contract.client
      record.references["contact"] = set(contract.contact)
    }
    return record
  }

  /// Lists that are loaded keep their deleted members for a while.
  private static func set(_ models: [some PersistentModel]) -> Set<PersistentIdentifier> {
    Set(models.filter { !$0.isDeleted }.map(\.persistentModelID))
  }

  private static func set(_ model: (some PersistentModel)?) -> Set<PersistentIdentifier> {
    model.map { [$0.persistentModelID] } ?? []
  }

  /// Without the targets of references that are not there. An unsaved reference may lead to a model that somebody else
  /// has deleted until the save empties it.
  func withoutMissingTargets() -> CompanyView {
    var view = self
    for (id, record) in records {
      view.records[id]?.references = record.references.mapValues { $0.intersection(identifiers) }
    }
    return view
  }

  // MARK: Differences

  /// Lines that say what is different here; empty if nothing is.
  func differences(from other: CompanyView) -> [String] {
    var lines: [String] = []
    for id in identifiers.union(other.identifiers) where records[id] != other.records[id] {
      guard let mine = records[id] else { lines.append("\(other.name(id)) is missing"); continue }
      guard let theirs = other.records[id] else { lines.append("\(name(id)) is too many"); continue }
      if mine.label != theirs.label { lines.append("\(mine.label) instead of \(theirs.label)") }
      for (property, value) in theirs.values where mine.values[property] != value {
        lines.append("\(mine.label).\(property) is \(mine.values[property] ?? "nothing") instead of \(value)")
      }
      for (property, expected) in theirs.references where mine.references[property] != expected {
        let found = (mine.references[property] ?? []).map(name).sorted()
        let names = expected.map(other.name).sorted()
        lines.append("\(mine.label).\(property) is \(found) instead of \(names)")
      }
    }
    return lines.sorted()
  }

  private func name(_ id: PersistentIdentifier) -> String {
    records[id]?.label ?? "an unknown \(id.entityName)"
  }
}
