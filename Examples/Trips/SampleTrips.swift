// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

enum SampleTrips {
  /// Something to look at when the app is started for the first time.
  static func insertIfEmpty(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    guard try context.fetchCount(FetchDescriptor<Trip>()) == 0 else { return }
    let day: TimeInterval = 86_400
    let trips: [(String, String, Int, Int, Bool, [String])] = [
      ("Winter in the North", "Tromsø", 40, 9, true, ["Down jacket", "Wool socks", "Camera", "Thermos flask"]),
      ("Long Weekend", "Lisbon", 12, 4, false, ["Sunglasses", "Walking shoes"]),
      ("Sailing", "Hydra", 95, 14, true, ["Rope", "Sun cream", "Gloves", "Waterproof bag", "Cap"]),
      ("Conference", "Montréal", 20, 5, false, ["Laptop", "Adapter", "Slides"]),
      ("Hut to Hut", "Dolomites", -60, 7, false, ["Boots", "Rain cover", "Map", "First-aid kit"]),
      ("City of Books", "Buenos Aires", -200, 10, true, ["Notebook"]),
    ]
    for (name, destination, start, length, isFavorite, items) in trips {
      let begin = Date.now.addingTimeInterval(Double(start) * day)
      let trip = Trip(
        name: name, destination: destination, startDate: begin, endDate: begin.addingTimeInterval(Double(length) * day),
        isFavorite: isFavorite)
      context.insert(trip)
      for (position, item) in items.enumerated() {
        trip.items.append(PackingItem(name: item, isPacked: start < 0 || position == 0, position: position))
      }
    }
    try context.save()
  }
}
