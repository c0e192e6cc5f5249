// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

// Compiled twice by Scripts/verify-on-mac: against Apple's SwiftData, and
// against this package.

enum Mood: String, Codable, CaseIterable { case calm, eager }

enum Level: Int, Codable { case low = 1, high = 9 }

struct Spot: Codable, Equatable {
  var street: String
  var number: Int
  var note: String?
}

@Model final class Journey {
  @Attribute(.unique) var uid: Int
  var title: String
  var isPublic: Bool
  var distance: Double
  var weight: Float
  var small: Int16
  var medium: Int32
  var price: Decimal
  var start: Date
  var end: Date?
  var token: UUID
  var link: URL?
  var photo: Data?
  @Attribute(.externalStorage) var film: Data?
  var mood: Mood
  var level: Level?
  var spot: Spot
  var tags: [String]
  var marks: [Int]
  @Relationship(deleteRule: .cascade, inverse: \Leg.journey) var legs: [Leg] = []
  @Relationship(inverse: \Traveller.journeys) var travellers: [Traveller] = []
  var best: Journey?

  init(uid: Int) {
    self.uid = uid
    title = "Journey \(uid) é🙂"
    isPublic = uid % 2 == 0
    distance = Double(uid) * 1.25
    weight = Float(uid) / 4
    small = Int16(-uid)
    medium = Int32(uid) * 100_000
    price = Decimal(string: "\(uid).25")!
    start = Date(timeIntervalSinceReferenceDate: Double(uid) * 86_400)
    end = uid % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(uid) + 0.5)
    token = UUID(uuidString: "00000000-0000-0000-0000-0000000000\(10 + uid % 80)")!
    link = uid % 2 == 0 ? URL(string: "https://example.com/\(uid)?q=a%20b") : nil
    photo = uid % 2 == 0 ? Data([UInt8(uid % 256), 0, 255]) : nil
    film = uid % 4 == 0 ? Data(repeating: UInt8(uid % 256), count: 300_000) : nil
    mood = uid % 2 == 0 ? .calm : .eager
    level = uid % 3 == 0 ? nil : .high
    spot = Spot(street: "Street \(uid)", number: uid, note: uid % 2 == 0 ? "note" : nil)
    tags = (0..<(uid % 4)).map { "tag/\($0)" }
    marks = [uid, -uid]
  }
}

@Model final class Leg {
  var uid: Int
  var name: String
  var journey: Journey?

  init(uid: Int, journey: Journey?) {
    self.uid = uid
    name = "Leg \(uid)"
    self.journey = journey
  }
}

@Model final class Traveller {
  @Attribute(.unique) var name: String
  var journeys: [Journey] = []

  init(name: String) { self.name = name }
}
