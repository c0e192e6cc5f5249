// SPDX-License-Identifier: Apache-2.0

import Foundation

// What each query answers, as JSON.

struct MovieAnswer: Encodable {
  let id: String
  let image: String
  let title: String
  let year: Int
  let description: String
  let avg_rating: Double?
  let directors: [PersonLine]
  let cast: [PersonLine]
  let reviews: [ReviewLine]
}

struct PersonLine: Encodable {
  let id: String
  let full_name: String
  let image: String
}

struct ReviewLine: Encodable {
  let id: String
  let body: String
  let rating: Int
  let author: Author

  struct Author: Encodable {
    let id: String
    let name: String
    let image: String
  }
}

struct UserAnswer: Encodable {
  let id: String
  let name: String
  let image: String
  let latest_reviews: [Latest]

  struct Latest: Encodable {
    let id: String
    let body: String
    let rating: Int
    let movie: RatedMovie
  }

  struct RatedMovie: Encodable {
    let id: String
    let image: String
    let title: String
    let avg_rating: Double?
  }
}

struct PersonAnswer: Encodable {
  let id: String
  let full_name: String
  let image: String
  let bio: String
  let acted_in: [Line]
  let directed: [Line]

  struct Line: Encodable {
    let id: String
    let image: String
    let title: String
    let year: Int
    let avg_rating: Double?
  }
}

struct InsertedMovie: Encodable {
  let id: String
  let image: String
  let title: String
  let year: Int
  let description: String
  let directors: [PersonLine]
  let cast: [PersonLine]
}

struct InsertedUser: Encodable {
  let id: String
  let name: String
  let image: String
}

struct UpdatedMovie: Encodable {
  let id: String
  let title: String
}
