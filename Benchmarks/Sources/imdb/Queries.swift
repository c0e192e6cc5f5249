// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The queries of IMDBench, each with a context of its own, as a server has one for each request.
struct Queries {
  let container: ModelContainer
  private let encoder = JSONEncoder()

  init(container: ModelContainer) { self.container = container }

  func movie(_ id: PersistentIdentifier) throws -> Data {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Movie>(predicate: #Predicate { $0.persistentModelID == id })
    descriptor.prefetch { $0.directions.person }
    descriptor.prefetch { $0.roles.person }
    descriptor.prefetch { $0.reviews.author }
    guard let movie = try context.fetch(descriptor).first else { throw NoRow() }
    let reviews = movie.reviews.sorted { $0.creationTime > $1.creationTime }
    let directions = movie.directions.map { ($0.listOrder, $0.person) }
    let roles = movie.roles.map { ($0.listOrder, $0.person) }
    return try encoder.encode(
      MovieAnswer(
        id: movie.persistentModelID.stringRepresentation, image: movie.image, title: movie.title, year: movie.year,
        description: movie.summary,
        avg_rating: reviews.isEmpty ? nil : Double(reviews.reduce(0) { $0 + $1.rating }) / Double(reviews.count),
        directors: Self.lines(directions), cast: Self.lines(roles),
        reviews: reviews.map { review in
          ReviewLine(
            id: review.persistentModelID.stringRepresentation, body: review.body, rating: review.rating,
            author: ReviewLine.Author(
              id: review.author?.persistentModelID.stringRepresentation ?? "", name: review.author?.name ?? "",
              image: review.author?.image ?? ""))
        }))
  }

  /// People in the order of a list; those without a place last, by their names.
  private static func lines(_ people: [(order: Int?, person: Person?)]) -> [PersonLine] {
    people.compactMap { entry in entry.person.map { (entry.order ?? .max, $0) } }
      .sorted { ($0.0, $0.1.lastName) < ($1.0, $1.1.lastName) }
      .map { Self.line($0.1) }
  }

  private static func line(_ person: Person) -> PersonLine {
    PersonLine(id: person.persistentModelID.stringRepresentation, full_name: person.fullName, image: person.image)
  }

  func user(_ id: PersistentIdentifier) throws -> Data {
    let context = ModelContext(container)
    guard let user = context.model(for: id) as? Viewer else { throw NoRow() }
    var descriptor = FetchDescriptor<Review>(
      predicate: #Predicate { $0.author?.persistentModelID == id },
      sortBy: [SortDescriptor(\.creationTime, order: .reverse)])
    descriptor.fetchLimit = 10
    descriptor.relationshipKeyPathsForPrefetching = [\.movie]
    let reviews = try context.fetch(descriptor)
    let ratings = try ratings(of: reviews.compactMap { $0.movie?.persistentModelID }, context)
    return try encoder.encode(
      UserAnswer(
        id: id.stringRepresentation, name: user.name, image: user.image,
        latest_reviews: reviews.compactMap { review in
          review.movie.map { movie in
            UserAnswer.Latest(
              id: review.persistentModelID.stringRepresentation, body: review.body, rating: review.rating,
              movie: UserAnswer.RatedMovie(
                id: movie.persistentModelID.stringRepresentation, image: movie.image, title: movie.title,
                avg_rating: ratings[movie.persistentModelID]))
          }
        }))
  }

  private func ratings(of movies: [PersistentIdentifier], _ context: ModelContext) throws
    -> [PersistentIdentifier: Double]
  {
    let movies = movies.map(Optional.some)
    let reviews = FetchDescriptor<Review>(predicate: #Predicate { movies.contains($0.movie?.persistentModelID) })
    let groups = try context.fetchGroups(reviews, by: \.movie?.persistentModelID, .average(\.rating))
    return Dictionary(groups.compactMap { group in group.key.map { ($0, group.values ?? 0) } }) { first, _ in first }
  }

  func person(_ id: PersistentIdentifier) throws -> Data {
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Person>(predicate: #Predicate { $0.persistentModelID == id })
    descriptor.prefetch { $0.directions.movie }
    descriptor.prefetch { $0.roles.movie }
    guard let person = try context.fetch(descriptor).first else { throw NoRow() }
    let acted = person.roles.compactMap(\.movie)
    let directed = person.directions.compactMap(\.movie)
    let ratings = try ratings(of: (acted + directed).map(\.persistentModelID), context)
    func lines(_ movies: [Movie]) -> [PersonAnswer.Line] {
      movies.sorted { ($0.year, $0.title) < ($1.year, $1.title) }.map { movie in
        PersonAnswer.Line(
          id: movie.persistentModelID.stringRepresentation, image: movie.image, title: movie.title, year: movie.year,
          avg_rating: ratings[movie.persistentModelID])
      }
    }
    return try encoder.encode(
      PersonAnswer(
        id: id.stringRepresentation, full_name: person.fullName, image: person.image, bio: person.bio,
        acted_in: lines(acted), directed: lines(directed)))
  }

  func updateMovie(_ id: PersistentIdentifier) throws -> Data {
    let context = ModelContext(container)
    guard let movie = context.model(for: id) as? Movie else { throw NoRow() }
    let text = id.stringRepresentation
    movie.title += "---" + text.suffix(8)
    try context.save()
    return try encoder.encode(UpdatedMovie(id: text, title: movie.title))
  }

  func insertUser(_ number: Int) throws -> Data {
    let context = ModelContext(container)
    let user = Viewer(name: "insert_test__\(number)", image: "insert_test__image\(number)")
    context.insert(user)
    try context.save()
    return try encoder.encode(
      InsertedUser(id: user.persistentModelID.stringRepresentation, name: user.name, image: user.image))
  }

  func insertMovie(_ number: Int, _ people: [PersistentIdentifier]) throws -> Data {
    let context = ModelContext(container)
    let wanted = Array(people.prefix(4))
    let people = try context.fetch(
      FetchDescriptor<Person>(predicate: #Predicate { wanted.contains($0.persistentModelID) }))
    let movie = Movie(
      image: "insert_test__image\(number).jpeg", title: "insert_test__\(number)", year: number,
      summary: "insert_test__description\(number)")
    context.insert(movie)
    for (index, person) in people.enumerated() {
      if index == 0 {
        let direction = Direction()
        direction.person = person
        direction.movie = movie
      } else {
        let role = Role()
        role.person = person
        role.movie = movie
      }
    }
    try context.save()
    return try encoder.encode(
      InsertedMovie(
        id: movie.persistentModelID.stringRepresentation, image: movie.image, title: movie.title, year: movie.year,
        description: movie.summary, directors: people.prefix(1).map(Self.line), cast: people.dropFirst().map(Self.line))
    )
  }

  struct NoRow: Error {}
}
