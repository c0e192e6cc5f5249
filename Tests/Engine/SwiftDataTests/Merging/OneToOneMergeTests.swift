// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// Two contexts change the same pairs: both ends of each agree afterwards, in memory and in the store.
struct OneToOneMergeTests {
  @Model final class User {
    var name: String
    @Relationship(inverse: \Profile.user) var profile: Profile?
    @Relationship(inverse: \User.successor) var predecessor: User?
    var successor: User?
    init(_ name: String) { self.name = name }
  }
  @Model final class Profile {
    var bio: String
    var user: User?
    init(_ bio: String) { self.bio = bio }
  }

  enum Assignment: String, CaseIterable { case same, new, none }

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func check(_ context: ModelContext, _ comment: Comment) throws {
    for user in try context.fetch(FetchDescriptor<User>()) {
      if let profile = user.profile { #expect(profile.user === user, comment) }
      if let next = user.successor { #expect(next.predecessor === user, comment) }
      if let before = user.predecessor { #expect(before.successor === user, comment) }
    }
    for profile in try context.fetch(FetchDescriptor<Profile>()) {
      if let user = profile.user { #expect(user.profile === profile, comment) }
    }
  }

  private func check(_ contexts: [ModelContext], _ comment: Comment) async throws {
    let container = contexts[0].container
    try check(ModelContext(container), comment)
    for context in contexts {
      context.processPendingChanges()
      try check(context, comment)
    }
    let report = try await container.integrityCheck()
    #expect(report.isSound, "\(comment): \(report)")
  }

  @Test(arguments: Assignment.allCases, Assignment.allCases)
  func bothAssign(mine: Assignment, theirs: Assignment) async throws {
    for (mineByProfile, theirsByProfile) in [(true, true), (true, false), (false, true), (false, false)] {
      for policy in MergePolicy.allCases {
        let name = "\(policy)\(mineByProfile)\(theirsByProfile).store"
        let container = try folder.container(User.self, Profile.self, name: name)
        let (context, other) = (ModelContext(container), ModelContext(container))
        (context.mergePolicy, other.mergePolicy) = (policy, .memoryWins)
        let user = User("a")
        user.profile = Profile("p")
        context.insert(user)
        try context.save()
        func assign(_ assignment: Assignment, _ user: User, byProfile: Bool, _ bio: String) {
          switch (assignment, byProfile) {
          case (.same, true): user.profile?.user = user
          case (.same, false): user.profile = user.profile
          case (.new, true):
            let profile = Profile(bio)
            user.modelContext?.insert(profile)
            profile.user = user
          case (.new, false): user.profile = Profile(bio)
          case (.none, true): user.profile?.user = nil
          case (.none, false): user.profile = nil
          }
        }
        let same = try other.fetch(FetchDescriptor<User>())[0]
        assign(mine, user, byProfile: mineByProfile, "mine")
        assign(theirs, same, byProfile: theirsByProfile, "theirs")
        try other.save()
        let comment: Comment = "\(mine) \(mineByProfile), \(theirs) \(theirsByProfile), \(policy)"
        do { try context.save() } catch let error as SwiftDataError {
          #expect(policy == .error && error == .optimisticLockFailure, comment)
          context.rollback()
        }
        try await check([context, other], comment)
      }
    }
  }

  /// Three users in a chain: each side pairs them differently, or deletes one.
  @Test(arguments: MergePolicy.allCases, MergePolicy.allCases)
  func chains(mine: MergePolicy, theirs: MergePolicy) async throws {
    typealias Change = @Sendable (ModelContext, [User]) -> Void
    let changes: [(name: String, run: Change)] = [
      ("x.next = y", { $1[0].successor = $1[1] }), ("x.next = z", { $1[0].successor = $1[2] }),
      ("z.next = y", { $1[2].successor = $1[1] }), ("x.next = nil", { $1[0].successor = nil }),
      ("y.before = nil", { $1[1].predecessor = nil }), ("delete x", { $0.delete($1[0]) }),
      ("delete y", { $0.delete($1[1]) }), ("x.next = x", { $1[0].successor = $1[0] }),
    ]
    for (number, first) in changes.enumerated() {
      for (other, second) in changes.enumerated() {
        let container = try folder.container(User.self, Profile.self, name: "\(mine)\(theirs)\(number)\(other).store")
        let contexts = (ModelContext(container), ModelContext(container))
        (contexts.0.mergePolicy, contexts.1.mergePolicy) = (mine, theirs)
        let users = ["x", "y", "z"].map { User($0) }
        for user in users { contexts.0.insert(user) }
        users[0].successor = users[1]
        try contexts.0.save()
        let same = try contexts.1.fetch(FetchDescriptor<User>(sortBy: [SortDescriptor(\.name)]))
        first.run(contexts.0, users)
        second.run(contexts.1, same)
        try contexts.1.save()
        do { try contexts.0.save() } catch let error as SwiftDataError {
          #expect(error == .optimisticLockFailure, "\(first.name), \(second.name), \(mine), \(theirs)")
          contexts.0.rollback()
        }
        try await check([contexts.0, contexts.1], "\(first.name), \(second.name), \(mine), \(theirs)")
      }
    }
  }

  /// A pair of which only one end is left is found, also if it is the only one.
  @Test func aPairWithOneEndIsReported() async throws {
    let container = try folder.container(User.self, Profile.self)
    let context = ModelContext(container)
    let user = User("a")
    user.profile = Profile("p")
    context.insert(user)
    try context.save()
    #expect(try await container.integrityCheck().isSound)
    let queue = try DatabaseQueue(path: folder.file().path)
    try await queue.write { try $0.execute(sql: "UPDATE ZPROFILE SET ZUSER = NULL") }
    try queue.close()
    let problems = try await container.integrityCheck().problems
    #expect(problems.map(\.kind) == [.brokenInverse])
    #expect(problems.first?.entity == "User" && problems.first?.property == "profile")
  }

  /// What a relationship leads to already is no change.
  @Test func assigningTheCurrentValueChangesNothing() throws {
    let context = ModelContext(try folder.container(User.self, Profile.self))
    let user = User("a")
    user.profile = Profile("p")
    context.insert(user)
    try context.save()
    user.profile = user.profile
    user.profile?.user = user
    user.successor = nil
    #expect(!context.hasChanges)
  }
}
