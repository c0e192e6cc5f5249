// SPDX-License-Identifier: Apache-2.0

import SwiftData
import Testing

/// One-to-one pairs that this program and another process have changed, beside something else: found by random steps.
@Suite struct GivenUpPairTests {
  private let folder: TestFolder
  private let container: ModelContainer
  private let other: ModelContainer

  init() throws {
    folder = try TestFolder()
    let (file, schema) = (folder.file(), Schema(Company.types))
    func open() throws -> ModelContainer {
      try ModelContainer(for: schema, configurations: [ModelConfiguration(schema: schema, url: file)])
    }
    (container, other) = (try open(), try open())
  }

  private func project(_ context: ModelContext) throws -> Company.Project {
    try #require(try context.fetch(FetchDescriptor<Company.Project>(predicate: #Predicate { $0.number == 1 })).first)
  }

  private func charters(_ context: ModelContext) throws -> [Int: Company.Charter] {
    Dictionary(try context.fetch(FetchDescriptor<Company.Charter>()).map { ($0.number, $0) }) { first, _ in first }
  }

  /// The new charter is given up for the store's, which the same save deletes: nothing leads to its row afterwards, and others
  /// hear of it.
  @Test(arguments: [false, true], [false, true])
  func whatComesBackIsAboutToBeDeleted(deletesFirst: Bool, watchesOutside: Bool) throws {
    let context = ModelContext(container)
    context.mergePolicy = .storeWins
    let (project, former) = (Company.Project(1, code: 1), Company.Charter(1))
    context.insert(project)
    project.charter = former
    try context.save()
    let watcher = ModelContext(watchesOutside ? other : container)
    let watched = try self.project(watcher)
    #expect(watched.charter?.number == 1)
    let new = Company.Charter(2)
    context.insert(new)
    if deletesFirst { context.delete(former) }
    project.charter = new
    if !deletesFirst { context.delete(former) }
    // Another process has changed the row.
    let theirs = ModelContext(other)
    try self.project(theirs).hours = 5
    try theirs.save()
    try context.save()
    watcher.processPendingChanges()
    let fresh = ModelContext(container)
    let stored = try self.project(fresh)
    #expect(stored.hours == 5)
    #expect(stored.charter?.number == project.charter?.number)
    #expect(watched.charter?.number == stored.charter?.number)
    #expect(watched.charter?.isDeleted != true)
    #expect(try charters(fresh).keys.sorted() == [2])
    #expect(try charters(fresh)[2]?.project == stored.charter?.project)
    // No column has the key of a row that is gone.
    let count = try fresh.fetchCount(FetchDescriptor<Company.Project>(predicate: #Predicate { $0.charter != nil }))
    #expect(count == (stored.charter == nil ? 0 : 1))
  }

  /// A row that was just fetched leads to a project to which this context has given another charter. Who takes it from there
  /// leaves the other pair alone.
  @Test(arguments: MergePolicy.allCases)
  func whatIsTakenIsNotTheOtherPartner(policy: MergePolicy) throws {
    let context = ModelContext(container)
    context.mergePolicy = policy
    let setup = ModelContext(container)
    setup.insert(Company.Project(1, code: 1))
    try setup.save()
    let project = try project(context)
    let theirs = ModelContext(other)
    let their = Company.Charter(2)
    theirs.insert(their)
    try self.project(theirs).charter = their
    let ours = Company.Charter(1)
    context.insert(ours)
    project.charter = ours
    try theirs.save()
    let second = Company.Project(2, code: 2)
    context.insert(second)
    second.charter = try charters(context)[2]
    #expect(project.charter === ours)
    context.processPendingChanges()
    for charter in [ours] + (try charters(context)).values {
      #expect(charter.project == nil || charter.project?.charter === charter, "\(charter.number)")
    }
    for project in [project, second] {
      #expect(project.charter == nil || project.charter?.project === project, "\(project.number)")
    }
  }
}
