// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// As much as IMDBench has, made up: 25,000 movies, 100,000 people, 100,000 viewers, 500,000 reviews.
struct Seeding {
  let context: ModelContext
  private let movies = 25_000
  private let others = 100_000
  private let reviews = 500_000

  func run() throws {
    try context.insertRows(of: Movie.self, from: 0..<movies) { number, row in
      row.set(\.image, "movies/\(number).jpeg")
      row.set(\.title, "Movie \(Self.mixed(number) % 100_000)")
      row.set(\.year, 1920 + Self.mixed(number) % 100)
      row.set(\.summary, Self.text(number, words: 60))
    }
    try context.insertRows(of: Person.self, from: 0..<others) { number, row in
      row.set(\.firstName, "First\(number % 500)")
      row.set(\.middleName, number % 3 == 0 ? "M\(number % 26)" : "")
      row.set(\.lastName, "Last\(Self.mixed(number) % 20_000)")
      row.set(\.image, "people/\(number).jpeg")
      row.set(\.bio, Self.text(number, words: 40))
    }
    try context.insertRows(of: Viewer.self, from: 0..<others) { number, row in
      row.set(\.name, "Viewer \(number)")
      row.set(\.image, "viewers/\(number).jpeg")
    }
    let movieIDs = try context.fetchIdentifiers(FetchDescriptor<Movie>())
    let people = try context.fetchIdentifiers(FetchDescriptor<Person>())
    let viewers = try context.fetchIdentifiers(FetchDescriptor<Viewer>())
    try context.insertRows(of: Direction.self, from: 0..<movies * 3 / 2) { number, row in
      row.set(\.listOrder, number % 4 == 0 ? nil : number / movies)
      row.set(\.person, modelWith: people[Self.mixed(number) % others])
      row.set(\.movie, modelWith: movieIDs[number % movies])
    }
    try context.insertRows(of: Role.self, from: 0..<movies * 8) { number, row in
      row.set(\.listOrder, number % 4 == 0 ? nil : number / movies)
      row.set(\.person, modelWith: people[Self.mixed(number + 7) % others])
      row.set(\.movie, modelWith: movieIDs[number % movies])
    }
    try context.insertRows(of: Review.self, from: 0..<reviews) { number, row in
      row.set(\.body, Self.text(number, words: 30))
      row.set(\.rating, Self.mixed(number) % 6)
      let time = 700_000_000 + Double(Self.mixed(number + 1) % 50_000_000)
      row.set(\.creationTime, Date(timeIntervalSinceReferenceDate: time))
      row.set(\.author, modelWith: viewers[Self.mixed(number + 3) % others])
      row.set(\.movie, modelWith: movieIDs[Self.mixed(number + 5) % movies])
    }
  }

  /// The same number for the same number, on every machine (SplitMix64).
  private static func mixed(_ number: Int) -> Int {
    var z = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) >> 2)
  }

  private static let words = [
    "lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "adipiscing", "elit", "sed", "do", "eiusmod", "tempor",
  ]

  private static func text(_ number: Int, words count: Int) -> String {
    (0..<count).map { words[(number + $0 * 5) % words.count] }.joined(separator: " ")
  }
}
