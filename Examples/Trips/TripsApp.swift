// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftUI

@main
struct TripsApp: App {
  let container: ModelContainer

  init() {
    // TRIPS names the file of the store; without it, the trips are gone when the app ends.
    let path = ProcessInfo.processInfo.environment["TRIPS"]
    let configuration =
      path.map { ModelConfiguration(url: URL(fileURLWithPath: $0)) }
      ?? ModelConfiguration(isStoredInMemoryOnly: true)
    do {
      container = try ModelContainer(for: Trip.self, PackingItem.self, configurations: configuration)
      try SampleTrips.insertIfEmpty(container)
    } catch {
      fatalError("The trips cannot be opened: \(error)")
    }
  }

  var body: some Scene {
    WindowGroup("Trips") {
      TripList()
    }
    .modelContainer(container)
  }
}
