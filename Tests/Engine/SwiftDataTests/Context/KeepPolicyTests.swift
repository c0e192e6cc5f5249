// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// `save(onConflict: .keep)`, and new objects that turn out to be one row, together with relationships.
struct KeepPolicyTests {
  @Model final class Movie {
    var title: String
    @Attribute(.unique) var code: Int
    @Relationship(inverse: \Movie.prequel) var sequel: Movie?
    var prequel: Movie?
    var friend: Movie?
    @Relationship(inverse: \Person.movies) var people: [Person] = []
    @Relationship(inverse: \Review.movie) var reviews: [Review] = []
    init(_ title: String, _ code: Int) {
      self.title = title
      self.code = code
    }
  }
  @Model final class Person {
    var name: String
    var movies: [Movie] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Review {
    var text: String
    var movie: Movie?
    init(_ text: String) { self.text = text }
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Movie.self)
  }

  private func movies(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Movie>(sortBy: [SortDescriptor(\.code)])).map {
      "\($0.title) \($0.sequel?.title ?? "-") \($0.prequel?.title ?? "-") \($0.friend?.title ?? "-")"
    }
  }

  enum Reference: String, CaseIterable { case ownSequel, otherSequel, ownFriend, otherFriend }

  /// What refers to the new object refers to the row, and both ends of a pair say so.
  @Test(arguments: [UniqueConflictPolicy.upsert, .keep], Reference.allCases)
  func nothingDangles(policy: UniqueConflictPolicy, reference: Reference) async throws {
    let context = ModelContext(container)
    let (x, y, z) = (Movie("x", 1), Movie("y", 2), Movie("z", 3))
    for movie in [x, y, z] { context.insert(movie) }
    z.sequel = x
    try context.save()
    let new = Movie("new", 1)
    context.insert(new)
    switch reference {
    case .ownSequel: x.sequel = new
    case .otherSequel: y.sequel = new
    case .ownFriend: x.friend = new
    case .otherFriend: y.friend = new
    }
    try context.save(onConflict: policy)
    let report = try await container.integrityCheck()
    #expect(report.isSound, "\(report)")
    let fresh = ModelContext(container)
    #expect(try movies(fresh) == movies(context))
    for movie in try fresh.fetch(FetchDescriptor<Movie>()) {
      if let next = movie.sequel { #expect(next.prequel === movie) }
      if let before = movie.prequel { #expect(before.sequel === movie) }
    }
    switch reference {
    case .otherSequel: #expect(try movies(fresh)[1].contains(policy == .keep ? "y x" : "y new"))
    case .otherFriend: #expect(try movies(fresh)[1].hasSuffix(policy == .keep ? "x" : "new"))
    case .ownSequel, .ownFriend: break
    }
  }

  /// The row has got members, although it stays as it is.
  @Test(arguments: [UniqueConflictPolicy.upsert, .keep])
  func otherContextsHearOfTheRowsLists(policy: UniqueConflictPolicy) throws {
    let (one, other) = (ModelContext(container), ModelContext(container))
    let row = Movie("row", 6)
    one.insert(row)
    row.people = [Person("e")]
    row.reviews = [Review("r1")]
    try one.save()
    let new = Movie("mine", 6)
    other.insert(new)
    new.people.append(Person("n"))
    new.reviews = [Review("r2")]
    try other.save(onConflict: policy)
    _ = try one.fetch(FetchDescriptor<Movie>())
    let fresh = try ModelContext(container).fetch(FetchDescriptor<Movie>())[0]
    #expect(Set(row.people.map(\.name)) == Set(fresh.people.map(\.name)))
    #expect(Set(row.reviews.map(\.text)) == Set(fresh.reviews.map(\.text)))
    #expect(Set(fresh.people.map(\.name)) == ["e", "n"])
  }

  /// Two new objects become one row, and one of them refers to the other.
  @Test func twoNewObjectsWithOneValue() async throws {
    for byLater in [true, false] {
      let context = ModelContext(container)
      let (first, second) = (Movie("first", 9), Movie("second", 9))
      context.insert(first)
      context.insert(second)
      if byLater { second.sequel = first } else { first.sequel = second }
      try context.save()
      let report = try await container.integrityCheck()
      #expect(report.isSound, "\(byLater): \(report)")
      let fresh = ModelContext(container)
      let all = try fresh.fetch(FetchDescriptor<Movie>(predicate: #Predicate { $0.code == 9 }))
      #expect(all.count == 1)
      #expect(all[0].sequel === all[0] && all[0].prequel === all[0])
      fresh.delete(all[0])
      try fresh.save()
    }
  }
}
