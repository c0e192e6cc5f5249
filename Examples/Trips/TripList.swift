// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftUI

struct TripList: View {
  @Environment(\.modelContext) private var modelContext
  @Environment(\.undoManager) private var undoManager
  @State private var searchText = ""
  @State private var isAdding = false

  var body: some View {
    NavigationStack {
      FilteredTrips(searchText: searchText)
        .navigationTitle("Trips")
        .searchable(text: $searchText, prompt: "Name or destination")
        .toolbar {
          ToolbarItem(placement: .topBarLeading) {
            Button {
              undoManager?.undo()
            } label: {
              Label("Undo", systemImage: "arrow.uturn.backward")
            }
            .keyboardShortcut("z")
          }
          ToolbarItem(placement: .primaryAction) {
            Button {
              isAdding = true
            } label: {
              Label("Add Trip", systemImage: "plus")
            }
          }
        }
        .sheet(isPresented: $isAdding) {
          EditTrip(trip: nil)
        }
        .navigationDestination(for: Trip.self) { trip in
          TripDetail(trip: trip)
        }
    }
    .onAppear { modelContext.undoManager = undoManager }
  }
}

/// The trips whose name or destination has the text that is searched for, those to come before those that are over.
struct FilteredTrips: View {
  @Environment(\.modelContext) private var modelContext
  @Query private var upcoming: [Trip]
  @Query private var past: [Trip]
  private let searchText: String

  init(searchText: String) {
    self.searchText = searchText
    let now = Date.now
    _upcoming = Query(
      filter: #Predicate<Trip> {
        $0.endDate >= now
          && (searchText.isEmpty || $0.name.localizedStandardContains(searchText)
            || $0.destination.localizedStandardContains(searchText))
      }, sort: \.startDate)
    _past = Query(
      filter: #Predicate<Trip> {
        $0.endDate < now
          && (searchText.isEmpty || $0.name.localizedStandardContains(searchText)
            || $0.destination.localizedStandardContains(searchText))
      }, sort: \.startDate, order: .reverse)
  }

  var body: some View {
    List {
      if !upcoming.isEmpty {
        Section("Upcoming") { rows(upcoming) }
      }
      if !past.isEmpty {
        Section("Past") { rows(past) }
      }
    }
    .overlay {
      if upcoming.isEmpty && past.isEmpty {
        if searchText.isEmpty {
          ContentUnavailableView(
            "No Trips", systemImage: "suitcase", description: Text("Add one with the plus button."))
        } else {
          ContentUnavailableView.search(text: searchText)
        }
      }
    }
  }

  private func rows(_ trips: [Trip]) -> some View {
    ForEach(trips) { trip in
      NavigationLink(value: trip) {
        TripRow(trip: trip)
      }
      .swipeActions(edge: .leading) {
        Button {
          trip.isFavorite.toggle()
        } label: {
          Label("Favorite", systemImage: trip.isFavorite ? "star.slash" : "star")
        }
        .tint(.orange)
      }
      .swipeActions(edge: .trailing) {
        Button("Delete", role: .destructive) {
          modelContext.delete(trip)
        }
      }
    }
  }
}

struct TripRow: View {
  let trip: Trip

  var body: some View {
    HStack(spacing: 12) {
      Image(systemName: trip.isFavorite ? "star.fill" : "airplane")
        .foregroundStyle(trip.isFavorite ? .orange : .accentColor)
        .frame(width: 28)
      VStack(alignment: .leading, spacing: 2) {
        Text(trip.name)
          .font(.headline)
        Text("\(trip.destination) · \(trip.dates)")
          .font(.subheadline)
          .foregroundStyle(.secondary)
      }
      Spacer()
      if !trip.items.isEmpty {
        Text("\(trip.packed)/\(trip.items.count)")
          .font(.footnote)
          .monospacedDigit()
          .foregroundStyle(.secondary)
      }
    }
  }
}
