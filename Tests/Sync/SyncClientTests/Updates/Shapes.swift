// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore

/// Versions of models, with the relationships that are synced or kept in another way from one to the next.
enum Shapes {
  @Model final class Trip {
    var name: String
    var remark: String = ""
    @Relationship(inverse: \Visitor.trips) var visitors: [Visitor] = []

    init(name: String) { self.name = name }
  }

  @Model final class Visitor {
    var name: String
    var trips: [Trip] = []

    init(name: String) { self.name = name }
  }

  static let all: [any PersistentModel.Type] = [Trip.self, Visitor.self]

  /// A to-many relationship without an inverse.
  enum Plain {
    @Model final class Box {
      var name: String
      var items: [Item] = []
      init(name: String) { self.name = name }
    }

    @Model final class Item {
      var name: String
      init(name: String) { self.name = name }
    }

    static let all: [any PersistentModel.Type] = [Box.self, Item.self]
  }

  /// The same with one.
  enum Inverse {
    @Model final class Box {
      var name: String
      @Relationship(inverse: \Item.box) var items: [Item] = []
      init(name: String) { self.name = name }
    }

    @Model final class Item {
      var name: String
      var box: Box?
      init(name: String) { self.name = name }
    }

    static let all: [any PersistentModel.Type] = [Box.self, Item.self]
  }

  /// The same for one item.
  enum Single {
    @Model final class Box {
      var name: String
      var items: Item?
      init(name: String) { self.name = name }
    }

    @Model final class Item {
      var name: String
      init(name: String) { self.name = name }
    }

    static let all: [any PersistentModel.Type] = [Box.self, Item.self]
  }

  /// The visitors of the trip `t`, or the items of the first box.
  static func visitors(_ device: Device) throws -> [String] {
    let trips = try ModelContext(device.container).fetch(FetchDescriptor<Trip>())
    return trips.first { $0.name == "t" }?.visitors.map(\.name).sorted() ?? ["no trip"]
  }
}

extension Device {
  /// What has happened is no more in the history: sync looks at all objects.
  func forgetHistory<Model: PersistentModel>(with model: @autoclosure () -> Model) throws {
    try edit { $0.insert(model()) }
    try ModelContext(container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try edit { $0.insert(model()) }
  }
}

/// Some rounds, after which nobody has anything for the others.
func exchange(_ devices: [Device]) async throws {
  for _ in 0..<3 { for device in devices { try await device.sync.syncNow() } }
}
