// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Programs that look at another context from a handler of `didSave`, as code that brings background changes to views
/// does: what they look up there must not go stale.
@Suite struct SaveHandlerTests {
  @Model final class User {
    @Attribute(.unique) var id: Int
    var fullName: String
    init(id: Int, fullName: String) {
      self.id = id
      self.fullName = fullName
    }
  }

  @Model final class Assignment {
    var title = ""
    @Relationship var reviewers: [User] = []
    init() {}
  }

  enum Handler: CaseIterable { case none, lookUp, read }

  private static func identifiers(_ notification: Notification) -> [PersistentIdentifier] {
    ["insertedIdentifiers", "updatedIdentifiers", "deletedIdentifiers"].flatMap {
      notification.userInfo?[$0] as? [PersistentIdentifier] ?? []
    }
  }

  private static func names(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<User>()).map(\.fullName)
  }

  /// The handler makes objects of rows that nobody has read; the next save changes those rows.
  @Test(arguments: Handler.allCases) func whatAHandlerLooksUpStaysUpToDate(handler: Handler) throws {
    let container = try memoryContainer(User.self)
    let main = ModelContext(container)
    let observed = Observed(container, main)
    observed.observe { notification, observed in
      guard handler != .none, (notification.object as? ModelContext) !== observed.main else { return }
      for id in Self.identifiers(notification) {
        let model = observed.main.model(for: id)
        if handler == .read { _ = (model as? User)?.fullName }
      }
      observed.main.processPendingChanges()
      observed.handled += 1
    }
    for name in ["Initial", "Updated", "Again"] {
      let background = ModelContext(container)
      if let user = try background.fetch(FetchDescriptor<User>(predicate: #Predicate { $0.id == 9 })).first {
        user.fullName = name
      } else {
        background.insert(User(id: 9, fullName: name))
      }
      try background.save()
      #expect(try Self.names(main) == [name])
      #expect(try Self.names(ModelContext(container)) == [name])
    }
    #expect(observed.handled == (handler == .none ? 0 : 3))
  }

  /// A container, its main context, and what a handler has done. Saves come one after the other.
  private final class Observed: @unchecked Sendable {
    let container: ModelContainer
    let main: ModelContext
    var handled = 0
    private var token: (any NSObjectProtocol)?

    init(_ container: ModelContainer, _ main: ModelContext) {
      self.container = container
      self.main = main
    }

    /// Saves of other tests' containers are none of its business.
    func observe(_ body: @escaping @Sendable (Notification, Observed) -> Void) {
      token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) {
        [weak self] notification in
        guard let self, (notification.object as? ModelContext)?.container == container else { return }
        body(notification, self)
      }
    }

    deinit { if let token { NotificationCenter.default.removeObserver(token) } }
  }

  enum Writer: CaseIterable { case plain, handler, author, offTheMainActor }

  /// A row that a background task has inserted is changed and saved in the main context at once.
  @MainActor @Test(arguments: Writer.allCases) func noUpdateIsLost(writer: Writer) async throws {
    for _ in 0..<60 {
      let container = try memoryContainer(User.self)
      let observed = Observed(container, container.mainContext)
      if writer == .handler {
        observed.observe { notification, observed in
          guard let saved = notification.object as? ModelContext else { return }
          let ids = Self.identifiers(notification)
          if saved === observed.main {
            for id in ids { _ = type(of: saved.model(for: id)) }
          } else {
            for id in ids { _ = observed.main.model(for: id) }
            observed.main.processPendingChanges()
          }
        }
      }
      try await Task.detached { try Self.insert(observed, writer) }.value
      switch writer {
      case .plain, .handler, .author: try Self.update(observed.main)
      case .offTheMainActor:
        // A mistake of the program that many make. Without autosave nobody else uses the context meanwhile.
        observed.main.autosaveEnabled = false
        try await Task.detached { try Self.update(observed.main) }.value
      }
      #expect(try Self.names(observed.main) == ["Updated"])
      #expect(try Self.names(ModelContext(container)) == ["Updated"])
    }
  }

  private static func insert(_ observed: Observed, _ writer: Writer) throws {
    let context = ModelContext(observed.container)
    if writer == .author { context.author = "in" }
    context.insert(User(id: 9, fullName: "Initial"))
    try context.save()
  }

  private static func update(_ context: ModelContext) throws {
    let user = try #require(try context.fetch(FetchDescriptor<User>()).first)
    #expect(user.fullName == "Initial")
    user.fullName = "Updated"
    try context.save()
  }

  /// A list without inverse lies in no column of its owner's row; the owner has changed all the same.
  @Test func anAssignedListChangesItsOwner() throws {
    let container = try memoryContainer(User.self, Assignment.self)
    let setup = ModelContext(container)
    for id in 1...2 { setup.insert(User(id: id, fullName: "")) }
    setup.insert(Assignment())
    try setup.save()

    let context = ModelContext(container)
    let observed = Observed(container, context)
    final class Box: @unchecked Sendable { var updated: [[PersistentIdentifier]] = [] }
    let box = Box()
    observed.observe { notification, _ in
      let key = ModelContext.NotificationKey.updatedIdentifiers.rawValue
      box.updated.append(notification.userInfo?[key] as? [PersistentIdentifier] ?? [])
    }
    let assignment = try #require(try context.fetch(FetchDescriptor<Assignment>()).first)
    let id = assignment.persistentModelID
    assignment.reviewers = try context.fetch(FetchDescriptor<User>())
    #expect(assignment.hasChanges && context.changedModelsArray.contains { $0 === assignment })
    try context.save()
    assignment.reviewers.removeLast()
    #expect(context.changedModelsArray.contains { $0 === assignment })
    try context.save()
    assignment.title = "x"
    try context.save()
    #expect(box.updated.count == 3 && box.updated.allSatisfy { $0.contains(id) })
    #expect(box.updated.last == [id])
    let stored = try ModelContext(container).fetch(FetchDescriptor<Assignment>())
    #expect(stored.map(\.reviewers.count) == [1])
  }
}
