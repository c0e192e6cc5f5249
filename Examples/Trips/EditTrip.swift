// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftUI

/// A new trip, or another one.
struct EditTrip: View {
  @Environment(\.modelContext) private var modelContext
  @Environment(\.dismiss) private var dismiss
  let trip: Trip?
  @State private var name: String
  @State private var destination: String
  @State private var startDate: Date
  @State private var endDate: Date

  init(trip: Trip?) {
    self.trip = trip
    _name = State(initialValue: trip?.name ?? "")
    _destination = State(initialValue: trip?.destination ?? "")
    _startDate = State(initialValue: trip?.startDate ?? .now)
    _endDate = State(initialValue: trip?.endDate ?? .now.addingTimeInterval(7 * 86_400))
  }

  var body: some View {
    NavigationStack {
      Form {
        Section {
          TextField("Name", text: $name)
          TextField("Destination", text: $destination)
        }
        Section {
          DatePicker("Starts", selection: $startDate, displayedComponents: .date)
          DatePicker("Ends", selection: $endDate, in: startDate..., displayedComponents: .date)
        }
      }
      .navigationTitle(trip == nil ? "New Trip" : "Edit Trip")
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { dismiss() }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Save", action: save)
            .disabled(name.isEmpty)
        }
      }
    }
  }

  private func save() {
    if let trip {
      trip.name = name
      trip.destination = destination
      trip.startDate = startDate
      trip.endDate = max(startDate, endDate)
    } else {
      modelContext.insert(
        Trip(name: name, destination: destination, startDate: startDate, endDate: max(startDate, endDate)))
    }
    dismiss()
  }
}
