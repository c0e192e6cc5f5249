// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What the trial works on: every kind of relationship and delete rule, unique values, inheritance, large values in
/// files of their own, and searchable text.
enum Company {
  @Model class Project {
    var number: Int
    var title: String
    /// Few values, so that contexts meet in them.
    @Attribute(.unique) var code: Int
    var hours = 0.0
    @Attribute(.externalStorage) var document: Data?
    @Attribute(.spotlight) var notes = ""
    @Relationship(deleteRule: .cascade, inverse: \Milestone.project) var milestones: [Milestone] = []
    @Relationship(deleteRule: .nullify, inverse: \Employee.projects) var members: [Employee] = []
    @Relationship(deleteRule: .cascade, inverse: \Charter.project) var charter: Charter?
    @Relationship(deleteRule: .nullify, inverse: \Department.projects) var department: Department?
    @Relationship(deleteRule: .nullify, inverse: \Project.predecessor) var successor: Project?
    var predecessor: Project?
    /// Nothing leads back from a badge.
    var badges: [Badge] = []

    init(_ number: Int, code: Int) {
      (self.number, self.code) = (number, code)
      title = "Project \(number)"
    }
  }

  @available(macOS 26, *)
  @Model final class Contract: Project {
    var client = ""
    /// Nothing leads back from the employee, and the column is beside those of the superclass.
    var contact: Employee?

    override init(_ number: Int, code: Int) { super.init(number, code: code) }
  }

  @Model final class Milestone {
    var number: Int
    var project: Project?
    init(_ number: Int) { self.number = number }
  }

  @Model final class Employee {
    var number: Int
    var projects: [Project] = []
    init(_ number: Int) { self.number = number }
  }

  @Model final class Charter {
    var number: Int
    var project: Project?
    init(_ number: Int) { self.number = number }
  }

  @Model final class Department {
    var number: Int
    @Relationship(deleteRule: .deny) var projects: [Project] = []
    init(_ number: Int) { self.number = number }
  }

  @Model final class Badge {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  static var types: [any PersistentModel.Type] {
    var types: [any PersistentModel.Type] = [
      Project.self, Milestone.self, Employee.self, Charter.self, Department.self, Badge.self,
    ]
    if #available(macOS 26, *) { types.append(Contract.self) }
    return types
  }

  static func all(_ context: ModelContext) throws -> [any CompanyModel] {
    func all<Model: CompanyModel>(_ type: Model.Type) throws -> [Model] { try context.fetch(FetchDescriptor<Model>()) }
    var models: [any CompanyModel] = try all(Project.self)
    models += try all(Milestone.self)
    models += try all(Employee.self)
    models += try all(Charter.self)
    models += try all(Department.self)
    models += try all(Badge.self)
    return models
  }
}

/// A model with a number of its own, which says in the log which one it is, and keeps choices among models the same
/// whatever identifiers they get.
protocol CompanyModel: PersistentModel {
  var number: Int { get }
}

extension CompanyModel {
  var label: String { "\(persistentModelID.entityName) \(number)" }
}

extension Company.Project: CompanyModel {}
extension Company.Milestone: CompanyModel {}
extension Company.Employee: CompanyModel {}
extension Company.Charter: CompanyModel {}
extension Company.Department: CompanyModel {}
extension Company.Badge: CompanyModel {}
