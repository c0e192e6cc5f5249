// SPDX-License-Identifier: Apache-2.0

// Written by 'swiftdata schema freeze --swift'. Stores of this version have these models: leave them as they are.

import Foundation
import SwiftData

enum FrozenVersion: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] {
    [Stop.self, Trip.self]
  }

  enum Kind: String, Codable { case work, fun }

  struct Place: Codable { var city: String; var zip: Int? }

  @Model final class Stop {
    var minutes: Int16 = 5
    var trip: Trip?

    init(minutes: Int16 = 5, trip: Trip? = nil) {
      self.minutes = minutes
      self.trip = trip
    }
  }

  @Model final class Trip {
    #Index<Trip>([\.start], [\.name, \.start])

    struct Size: Codable {
      var width: Double
    }

    @Attribute(.unique)
    var name: String
    var size: Size?
    var start: Date
    var kind: Kind = Kind.fun
    var place: Place?
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip)
    var stops: [Stop] = []

    init(
      name: String, size: Size? = nil, start: Date, kind: Kind = Kind.fun, place: Place? = nil, stops: [Stop] = []
    ) {
      self.name = name
      self.size = size
      self.start = start
      self.kind = kind
      self.place = place
      self.stops = stops
    }
  }
}
