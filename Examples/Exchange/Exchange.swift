// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Makes, changes and prints one store; the same source for Apple's SwiftData
/// and for this package, so that their answers can be compared as text.
@main
struct Exchange {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let work = Work(rawValue: arguments[1]) else {
      print("usage: Exchange make|change|print FILE")
      exit(64)
    }
    let schema = Schema([Journey.self, Leg.self, Traveller.self])
    let configuration = ModelConfiguration(
      schema: schema, url: URL(fileURLWithPath: arguments[2]), cloudKitDatabase: .none)
    let container = try ModelContainer(for: schema, configurations: [configuration])
    let context = ModelContext(container)
    switch work {
    case .make: try make(context)
    case .change: try change(context)
    case .print: try printAll(context)
    }
  }

  enum Work: String { case make, change, print }

  static func make(_ context: ModelContext) throws {
    let travellers = ["Ann", "Bo", "Çelik"].map { Traveller(name: $0) }
    for traveller in travellers { context.insert(traveller) }
    var last: Journey?
    for uid in 1...12 {
      let journey = Journey(uid: uid)
      context.insert(journey)
      for leg in 0..<(uid % 3) { context.insert(Leg(uid: uid * 10 + leg, journey: journey)) }
      journey.travellers = travellers.enumerated().filter { uid % ($0.offset + 1) == 0 }.map(\.element)
      journey.best = last
      last = journey
    }
    try context.save()
  }

  static func change(_ context: ModelContext) throws {
    let journeys = try context.fetch(FetchDescriptor<Journey>(sortBy: [SortDescriptor(\.uid)]))
    for journey in journeys where journey.uid % 2 == 1 {
      journey.title += " (changed)"
      journey.spot.number += 1
      journey.tags.append("changed")
      journey.film = journey.uid % 3 == 0 ? Data(repeating: 7, count: 200_000) : nil
    }
    if let journey = journeys.first(where: { $0.legs.count > 1 }) { context.delete(journey) }
    let journey = Journey(uid: (journeys.last?.uid ?? 0) + 1)
    context.insert(journey)
    journey.best = journeys.first
    context.insert(Leg(uid: 999, journey: journey))
    // An upsert: the name is taken.
    let traveller = Traveller(name: "Ann")
    context.insert(traveller)
    try context.save()
  }

  /// One line an object, sorted, with everything in it.
  static func printAll(_ context: ModelContext) throws {
    var lines: [String] = []
    for journey in try context.fetch(FetchDescriptor<Journey>()) {
      let values: [String] = [
        "\(journey.uid)", journey.title, "\(journey.isPublic)", "\(journey.distance)",
        "\(journey.weight)", "\(journey.small)", "\(journey.medium)", "\(journey.price)",
        "\(journey.start.timeIntervalSinceReferenceDate)",
        journey.end.map { "\($0.timeIntervalSinceReferenceDate)" } ?? "nil",
        journey.token.uuidString, journey.link?.absoluteString ?? "nil",
        journey.photo?.base64EncodedString() ?? "nil",
        journey.film.map { "\($0.count) x \($0.first ?? 0)" } ?? "nil", journey.mood.rawValue,
        journey.level.map { "\($0.rawValue)" } ?? "nil",
        "\(journey.spot.street),\(journey.spot.number),\(journey.spot.note ?? "nil")",
        journey.tags.joined(separator: "+"), "\(journey.marks)",
        "legs " + journey.legs.map { "\($0.uid)" }.sorted().joined(separator: "+"),
        "travellers " + journey.travellers.map(\.name).sorted().joined(separator: "+"),
        "best \(journey.best.map { "\($0.uid)" } ?? "nil")",
      ]
      lines.append("Journey " + values.joined(separator: " | "))
    }
    for leg in try context.fetch(FetchDescriptor<Leg>()) {
      lines.append("Leg \(leg.uid) | \(leg.name) | \(leg.journey.map { "\($0.uid)" } ?? "nil")")
    }
    for traveller in try context.fetch(FetchDescriptor<Traveller>()) {
      let journeys = traveller.journeys.map { "\($0.uid)" }.sorted().joined(separator: "+")
      lines.append("Traveller \(traveller.name) | \(journeys)")
    }
    for line in lines.sorted() { print(line) }
  }
}
