// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import SwiftData

/// The benchmark's two tables, as models.
@Model final class World {
  @Attribute(.unique) var id: Int
  var randomNumber: Int

  init(id: Int, randomNumber: Int) {
    self.id = id
    self.randomNumber = randomNumber
  }
}

@Model final class Fortune {
  @Attribute(.unique) var id: Int
  var message: String

  init(id: Int, message: String) {
    self.id = id
    self.message = message
  }
}

/// A row of the first table as clients see it.
struct WorldContent: ResponseCodable {
  var id: Int
  var randomNumber: Int
}

extension Array: @retroactive ResponseGenerator where Element == WorldContent {}

/// What either side answers the four questions with.
protocol Answers: Sendable {
  func world() async throws -> WorldContent
  func worlds(_ count: Int) async throws -> [WorldContent]
  func update(_ count: Int) async throws -> [WorldContent]
  func fortunes() async throws -> [(id: Int, message: String)]
}

enum Row {
  static let count = 10_000
  static func random() -> Int { .random(in: 1...count) }
  /// Different ones: no row is updated twice by one request.
  static func random(_ count: Int) -> [Int] {
    var ids: Set<Int> = []
    while ids.count < count { ids.insert(random()) }
    return Array(ids)
  }
  static let added = (id: 0, message: "Additional fortune added at request time.")
}
