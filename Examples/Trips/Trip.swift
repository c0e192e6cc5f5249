// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model
final class Trip {
  var name: String
  var destination: String
  var startDate: Date
  var endDate: Date
  var notes: String
  var isFavorite: Bool

  @Relationship(deleteRule: .cascade, inverse: \PackingItem.trip)
  var items: [PackingItem] = []

  init(
    name: String, destination: String, startDate: Date = .now, endDate: Date = .now, notes: String = "",
    isFavorite: Bool = false
  ) {
    self.name = name
    self.destination = destination
    self.startDate = startDate
    self.endDate = endDate
    self.notes = notes
    self.isFavorite = isFavorite
  }

  var packed: Int { items.filter(\.isPacked).count }

  var dates: String {
    (startDate..<max(startDate, endDate)).formatted(date: .abbreviated, time: .omitted)
  }
}

@Model
final class PackingItem {
  var name: String
  var isPacked: Bool
  var position: Int
  var trip: Trip?

  init(name: String, isPacked: Bool = false, position: Int = 0) {
    self.name = name
    self.isPacked = isPacked
    self.position = position
  }
}
