// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// The schema of IMDBench (github.com/edgedb/imdbench), as models.

@Model final class Movie {
  var image: String
  var title: String
  var year: Int
  var summary: String
  @Relationship(deleteRule: .cascade, inverse: \Direction.movie) var directions: [Direction] = []
  @Relationship(deleteRule: .cascade, inverse: \Role.movie) var roles: [Role] = []
  @Relationship(deleteRule: .cascade, inverse: \Review.movie) var reviews: [Review] = []

  init(image: String, title: String, year: Int, summary: String) {
    self.image = image
    self.title = title
    self.year = year
    self.summary = summary
  }
}

@Model final class Person {
  var firstName: String
  var middleName: String
  var lastName: String
  var image: String
  var bio: String
  @Relationship(deleteRule: .cascade, inverse: \Direction.person) var directions: [Direction] = []
  @Relationship(deleteRule: .cascade, inverse: \Role.person) var roles: [Role] = []

  init(firstName: String, middleName: String, lastName: String, image: String, bio: String) {
    self.firstName = firstName
    self.middleName = middleName
    self.lastName = lastName
    self.image = image
    self.bio = bio
  }

  var fullName: String { middleName.isEmpty ? "\(firstName) \(lastName)" : "\(firstName) \(middleName) \(lastName)" }
}

/// Who has directed a movie.
@Model final class Direction {
  var listOrder: Int?
  var person: Person?
  var movie: Movie?

  init(listOrder: Int? = nil) { self.listOrder = listOrder }
}

/// Who plays in a movie.
@Model final class Role {
  var listOrder: Int?
  var person: Person?
  var movie: Movie?

  init(listOrder: Int? = nil) { self.listOrder = listOrder }
}

@Model final class Viewer {
  var name: String
  var image: String
  @Relationship(deleteRule: .cascade, inverse: \Review.author) var reviews: [Review] = []

  init(name: String, image: String) {
    self.name = name
    self.image = image
  }
}

@Model final class Review {
  #Index<Review>([\.creationTime])

  var body: String
  var rating: Int
  var creationTime: Date
  var author: Viewer?
  var movie: Movie?

  init(body: String, rating: Int, creationTime: Date) {
    self.body = body
    self.rating = rating
    self.creationTime = creationTime
  }
}
