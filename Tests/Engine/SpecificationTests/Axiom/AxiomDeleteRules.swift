import SwiftData
import Testing

/// “axiom-swiftdata”: *@Model Definitions › Delete rules*.
///
/// The document lists the rules without code; each has a pair of models here.
@Suite("axiom-swiftdata › @Model Definitions › Delete rules")
struct AxiomDeleteRules {
  @Model
  final class Folder {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.cascadingFolder) var cascading: [Note] = []
    @Relationship(deleteRule: .nullify, inverse: \Note.nullifyingFolder) var nullifying: [Note] = []
    @Relationship(deleteRule: .deny, inverse: \Note.denyingFolder) var denying: [Note] = []
    @Relationship(deleteRule: .noAction, inverse: \Note.passiveFolder) var passive: [Note] = []

    init(name: String) { self.name = name }
  }

  @Model
  final class Note {
    var text: String
    var cascadingFolder: Folder?
    var nullifyingFolder: Folder?
    var denyingFolder: Folder?
    var passiveFolder: Folder?

    init(text: String) { self.text = text }
  }

  /// Saves a folder with a note in the relationship, and one without; deletes
  /// the folder in another session; checks in a third.
  private func deleting(
    _ notes: ReferenceWritableKeyPath<Folder, [Note]>,
    delete: (ModelContext, Folder) throws -> Void = { context, folder in
      context.delete(folder)
      try context.save()
    },
    check: (ModelContext) throws -> Void
  ) throws {
    try withSeedStore(for: Folder.self, Note.self) { store in
      try store.session { modelContext in
        let folder = Folder(name: "Folder")
        modelContext.insert(folder)
        folder[keyPath: notes].append(Note(text: "In"))
        modelContext.insert(Note(text: "Out"))
        try modelContext.save()
      }
      try store.session { modelContext in
        let folder = try #require(try modelContext.fetch(FetchDescriptor<Folder>()).first)
        try delete(modelContext, folder)
      }
      try store.session(check)
    }
  }

  private func texts(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Note>()).map(\.text).sorted()
  }

  @Test("“.cascade - Delete related objects”")
  func cascade() throws {
    try deleting(\.cascading) { context in
      try #expect(texts(context) == ["Out"])
      try #expect(context.fetchCount(FetchDescriptor<Folder>()) == 0)
    }
  }

  @Test("“.nullify - Set relationship to nil”")
  func nullify() throws {
    try deleting(\.nullifying) { context in
      try #expect(texts(context) == ["In", "Out"])
      try #expect(context.fetch(FetchDescriptor<Note>()).allSatisfy { $0.nullifyingFolder == nil })
      try #expect(context.fetchCount(FetchDescriptor<Folder>()) == 0)
    }
  }

  @Test("“.deny - Prevent deletion if relationship exists”")
  func deny() throws {
    try deleting(\.denying) { context, folder in
      context.delete(folder)
      #expect(throws: SwiftDataError.self) { try context.save() }
    } check: { context in
      try #expect(texts(context) == ["In", "Out"])
      try #expect(
        context.fetch(FetchDescriptor<Folder>()).map { $0.denying.map(\.text) } == [["In"]])
    }
  }

  @Test(".deny lets a folder without notes go")
  func denyWithoutRelated() throws {
    try deleting(\.denying) { context, folder in
      folder.denying.removeAll()
      context.delete(folder)
      try context.save()
    } check: { context in
      try #expect(texts(context) == ["In", "Out"])
      try #expect(context.fetchCount(FetchDescriptor<Folder>()) == 0)
    }
  }

  @Test("“.noAction - Leave relationship as-is (careful!)”: reading it is safe")
  func noAction() throws {
    try deleting(\.passive) { context in
      #expect(try texts(context) == ["In", "Out"])
      #expect(try context.fetchCount(FetchDescriptor<Folder>()) == 0)
      // The note still names a row that is gone. Whatever it answers, it must not trap.
      for note in try context.fetch(FetchDescriptor<Note>()) {
        #expect(note.passiveFolder.map { $0.isDeleted || $0.name.isEmpty } ?? true)
      }
    }
  }

  @Test("“safe deletion”: attachments go with messages, and those with their user (prompt 3)")
  func chain() throws {
    try withSeedStore(for: User.self) { store in
      try store.session { modelContext in
        let user = User()
        modelContext.insert(user)
        for _ in 0..<3 {
          let message = Message()
          user.messages.append(message)
          message.attachments = [Attachment(), Attachment()]
        }
        try modelContext.save()
        #expect(try modelContext.fetchCount(FetchDescriptor<Attachment>()) == 6)
      }
      try store.session { modelContext in
        for user in try modelContext.fetch(FetchDescriptor<User>()) { modelContext.delete(user) }
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(modelContext.fetchCount(FetchDescriptor<User>()) == 0)
        try #expect(modelContext.fetchCount(FetchDescriptor<Message>()) == 0)
        try #expect(modelContext.fetchCount(FetchDescriptor<Attachment>()) == 0)
      }
    }
  }

  @Model final class User {
    @Relationship(deleteRule: .cascade, inverse: \Message.user) var messages: [Message] = []
    init() {}
  }

  @Model final class Message {
    var user: User?
    @Relationship(deleteRule: .cascade, inverse: \Attachment.message)
    var attachments: [Attachment] = []
    init() {}
  }

  @Model final class Attachment {
    var message: Message?
    init() {}
  }
}
