import SwiftData
import Testing

/// “axiom-swiftdata”: *@Model Definitions › Many-to-Many Self-Referential Relationships*.
@MainActor
@Suite("axiom-swiftdata › @Model Definitions › Many-to-Many Self-Referential Relationships")
struct AxiomSelfReferential {
  @MainActor  // Required for Swift 6 strict concurrency
  @Model
  final class User {
    @Attribute(.unique) var id: String
    var name: String

    // Users following this user (inverse relationship)
    @Relationship(deleteRule: .nullify, inverse: \User.following)
    var followers: [User] = []

    // Users this user is following
    @Relationship(deleteRule: .nullify)
    var following: [User] = []

    init(id: String, name: String) {
      self.id = id
      self.name = name
    }

  }

  /// The users 1, 2 and 3 of a store, who follow nobody.
  private func withUsers(
    _ body: (ModelContext, User, User, User) throws -> Void, then check: ([User]) throws -> Void
  ) throws {
    try withSeedStore(for: User.self) { store in
      try store.session { modelContext in
        let users = (1...3).map { User(id: "\($0)", name: "User \($0)") }
        for user in users { modelContext.insert(user) }
        try modelContext.save()
        try body(modelContext, users[0], users[1], users[2])
      }
      try store.session { modelContext in
        try check(modelContext.fetch(FetchDescriptor<User>()).sorted { $0.id < $1.id })
      }
    }
  }

  @Test("Correct — Only modify ONE side")
  func onlyOneSide() throws {
    try withUsers { modelContext, user1, user2, _ in
      // user1 follows user2 (modifying ONE side)
      user1.following.append(user2)
      try modelContext.save()

      // SwiftData AUTOMATICALLY updates user2.followers
      // Don't manually append to both sides - causes duplicates!
      #expect(user2.followers.map(\.id) == ["1"])
      #expect(user2.following.isEmpty)
      #expect(user1.followers.isEmpty)
    } then: { users in
      #expect(users.map { $0.following.map(\.id) } == [["2"], [], []])
      #expect(users.map { $0.followers.map(\.id) } == [[], ["1"], []])
    }
  }

  @Test("Wrong — Don't manually update both sides: redundant, yet one link")
  func bothSides() throws {
    try withUsers { modelContext, user1, user2, _ in
      user1.following.append(user2)
      user2.followers.append(user1)  // Redundant! Creates duplicates in CloudKit sync
      try modelContext.save()
    } then: { users in
      #expect(users.map { $0.following.map(\.id) } == [["2"], [], []])
      #expect(users.map { $0.followers.map(\.id) } == [[], ["1"], []])
    }
  }

  @Test("Unfollowing (remove from ONE side only)")
  func unfollowing() throws {
    try withUsers { modelContext, user1, user2, user3 in
      user1.following.append(user2)
      user1.following.append(user3)
      user3.following.append(user2)
      try modelContext.save()

      user1.following.removeAll { $0.id == user2.id }
      try modelContext.save()
      // user2.followers automatically updated
      #expect(user2.followers.map(\.id) == ["3"])
    } then: { users in
      #expect(users.map { $0.following.map(\.id) } == [["3"], [], ["2"]])
      #expect(users.map { $0.followers.map(\.id) } == [[], ["3"], ["1"]])
    }
  }

  @Test("Verifying relationship integrity (for debugging)")
  func verifying() throws {
    try withUsers { modelContext, user1, user2, _ in
      for step in 0..<3 {
        if step == 1 { user1.following.append(user2) }
        if step == 2 { user2.followers.removeAll() }
        try modelContext.save()

        // Check if relationship is truly bidirectional
        let user1FollowsUser2 = user1.following.contains { $0.id == user2.id }
        let user2FollowedByUser1 = user2.followers.contains { $0.id == user1.id }

        // These MUST always match after save()
        assert(user1FollowsUser2 == user2FollowedByUser1, "Relationship corrupted!")

        #expect(user1FollowsUser2 == (step == 1))
        #expect(user2FollowedByUser1 == (step == 1))
      }
    } then: { users in
      #expect(users.allSatisfy { $0.following.isEmpty && $0.followers.isEmpty })
    }
  }

  @Test("CloudKit Sync Recovery (if relationships become corrupted)")
  func recovery() throws {
    try withUsers { modelContext, user1, user2, user3 in
      user1.following = [user2, user3]
      user3.following = [user1]
      try modelContext.save()

      // The seed leaves these names to the reader.
      let user = user1
      @MainActor func fetchUser(id: String) -> User? {
        try? modelContext.fetch(FetchDescriptor<User>()).first { $0.id == id }
      }

      // If CloudKit sync creates duplicate/orphaned relationships:

      // 1. Backup current state
      let backup = user.following.map { $0.id }

      // 2. Clear relationships
      user.following.removeAll()
      user.followers.removeAll()
      try modelContext.save()
      #expect(user2.followers.isEmpty && user3.followers.isEmpty && user3.following.isEmpty)

      // 3. Rebuild from source of truth (e.g., API)
      for followingId in backup {
        if let followingUser = fetchUser(id: followingId) {
          user.following.append(followingUser)
        }
      }
      try modelContext.save()

      // 4. Force CloudKit resync (in ModelConfiguration)
      // Re-create ModelContainer to force full sync after corruption recovery
    } then: { users in
      #expect(users.map { Set($0.following.map(\.id)) } == [["2", "3"], [], []])
      #expect(users.map { $0.followers.map(\.id) } == [[], ["1"], ["1"]])
    }
  }

  @Test("“deleteRule: .nullify”: a deleted user disappears from both lists")
  func nullify() throws {
    try withUsers { modelContext, user1, user2, user3 in
      user1.following = [user2, user3]
      user2.following = [user1]
      try modelContext.save()
      modelContext.delete(user2)
      try modelContext.save()
      #expect(user1.following.map(\.id) == ["3"])
      #expect(user1.followers.isEmpty)
    } then: { users in
      #expect(users.map(\.id) == ["1", "3"])
      #expect(users.map { $0.following.map(\.id) } == [["3"], []])
      #expect(users.map { $0.followers.map(\.id) } == [[], ["1"]])
    }
  }
}
