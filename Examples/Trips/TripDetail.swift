// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftUI

struct TripDetail: View {
  @Environment(\.modelContext) private var modelContext
  @Bindable var trip: Trip
  @State private var newItem = ""
  @State private var isEditing = false

  private var items: [PackingItem] { trip.items.sorted { $0.position < $1.position } }

  var body: some View {
    List {
      Section("Trip") {
        LabeledContent("Destination", value: trip.destination)
        LabeledContent("Dates", value: trip.dates)
        Toggle("Favorite", isOn: $trip.isFavorite)
      }
      Section {
        ForEach(items) { item in
          PackingRow(item: item)
        }
        .onDelete { offsets in
          let items = items
          for index in offsets { modelContext.delete(items[index]) }
        }
        .onMove { source, destination in
          var moved = items
          moved.move(fromOffsets: source, toOffset: destination)
          for (position, item) in moved.enumerated() { item.position = position }
        }
        HStack {
          TextField("New item", text: $newItem)
            .onSubmit(addItem)
          Button("Add", action: addItem)
            .disabled(newItem.isEmpty)
        }
      } header: {
        Text("Packing List")
      } footer: {
        Text("\(trip.packed) of \(trip.items.count) packed")
      }
      Section("Notes") {
        TextField("What to remember", text: $trip.notes, axis: .vertical)
      }
    }
    .navigationTitle(trip.name)
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Edit") { isEditing = true }
      }
    }
    .sheet(isPresented: $isEditing) {
      EditTrip(trip: trip)
    }
  }

  private func addItem() {
    guard !newItem.isEmpty else { return }
    trip.items.append(PackingItem(name: newItem, position: (items.last?.position ?? -1) + 1))
    newItem = ""
  }
}

struct PackingRow: View {
  @Bindable var item: PackingItem

  var body: some View {
    Button {
      item.isPacked.toggle()
    } label: {
      HStack(spacing: 12) {
        Image(systemName: item.isPacked ? "checkmark.circle.fill" : "circle")
          .foregroundStyle(item.isPacked ? .green : .secondary)
        Text(item.name)
          .strikethrough(item.isPacked)
          .foregroundStyle(item.isPacked ? .secondary : .primary)
        Spacer()
      }
    }
    .buttonStyle(.plain)
  }
}
