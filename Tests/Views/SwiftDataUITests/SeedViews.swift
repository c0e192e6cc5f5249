// SPDX-License-Identifier: Apache-2.0

// The views of the documents that the package was built after, as written there. Types that they use without declaring
// them are declared first.
import SwiftData
import SwiftUI

enum GuideViews {
  @Model
  class Trip {
    var name: String
    var destination: String
    var startDate: Date
    var endDate: Date
    var isFavorite: Bool = false
    init(name: String, destination: String, startDate: Date, endDate: Date) {
      self.name = name; self.destination = destination
      self.startDate = startDate; self.endDate = endDate
    }
  }
  @Model
  class LivingAccommodation {
    var name: String = ""
    init() {}
  }
  struct ContentView: View {
    @Environment(\.modelContext) private var modelContext
    var body: some View {
      TripListView()
      Button("Add") {
        let trip = Trip(name: "Summer", destination: "Paris", startDate: .now, endDate: .now)
        trip.isFavorite = true
        modelContext.insert(trip)
      }
    }
  }

  // seed: swiftdata › @Query in SwiftUI

  struct TripListView: View {

    @Query(
      filter: #Predicate<Trip> { $0.isFavorite == true },

      sort: \.startDate, order: .reverse)

    private var favorites: [Trip]

    var body: some View { List(favorites) { trip in Text(trip.name) } }

  }

  // Dynamic query via init

  struct SearchView: View {

    @Query private var trips: [Trip]

    init(search: String) {

      _trips = Query(
        filter: #Predicate<Trip> { trip in

          search.isEmpty || trip.name.localizedStandardContains(search)

        }, sort: [SortDescriptor(\.name)])

    }

    var body: some View { List(trips) { trip in Text(trip.name) } }

  }

  // FetchDescriptor query

  struct RecentView: View {

    static var desc: FetchDescriptor<Trip> {

      var d = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.startDate)])

      d.fetchLimit = 5; return d

    }

    @Query(RecentView.desc) private var recent: [Trip]

    var body: some View { List(recent) { trip in Text(trip.name) } }

  }

  // seed: swiftdata › SwiftUI Integration

  struct MyApp: App {

    var body: some Scene {

      WindowGroup { ContentView() }

        .modelContainer(for: [Trip.self, LivingAccommodation.self])

    }

  }

  struct DetailView: View {

    @Environment(\.modelContext) private var modelContext

    let trip: Trip

    var body: some View {

      Text(trip.name)

      Button("Delete") { modelContext.delete(trip) }

    }

  }
}

private typealias Trip = GuideViews.Trip
private typealias TripListView = GuideViews.TripListView

#Preview {

  let config = ModelConfiguration(isStoredInMemoryOnly: true)

  let container = try! ModelContainer(for: Trip.self, configurations: config)

  container.mainContext.insert(
    Trip(
      name: "Preview", destination: "London",

      startDate: .now, endDate: .now + 86400))

  return TripListView().modelContainer(container)

}

enum AxiomViews {
  @Model
  final class Track {
    var id: String
    var title: String
    var artist: String
    var duration: TimeInterval
    var genre: String?
    var releaseDate: Date = Date()
    init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil) {
      self.id = id
      self.title = title
      self.artist = artist
      self.duration = duration
      self.genre = genre
    }
  }

  struct TracksView: View {
    @Query var tracks: [Track]

    var body: some View {
      List(tracks) { track in
        Text(track.title)
      }
    }
  }

  struct Filtered {
    // Filtered
    @Query(filter: #Predicate<Track> { $0.genre == "Rock" }) var rockTracks: [Track]

    // Sorted (single)
    @Query(sort: \.title, order: .forward) var tracks: [Track]

    // Combined filter + sort
    @Query(filter: #Predicate<Track> { $0.duration > 180 }, sort: \.title) var longTracks: [Track]
  }

  struct SortedByTwo {
    // Sorted (multiple descriptors)
    @Query(sort: [SortDescriptor(\.artist), SortDescriptor(\.title)]) var tracks: [Track]
  }

  struct Indexed {
    @Query(filter: #Predicate { $0.genre == "Rock" }) var rockTracks: [Track]
    @Query(filter: #Predicate { $0.releaseDate > Date() }) var upcomingTracks: [Track]
  }

  struct SearchableTracksView: View {
    @Query var tracks: [Track]
    @State private var searchText = ""

    var filteredTracks: [Track] {
      if searchText.isEmpty {
        return tracks
      }
      return tracks.filter { track in
        track.title.localizedStandardContains(searchText) || track.artist.localizedStandardContains(searchText)
      }
    }

    var body: some View {
      List(filteredTracks) { track in
        Text(track.title)
      }
      .searchable(text: $searchText)
    }
  }
}
