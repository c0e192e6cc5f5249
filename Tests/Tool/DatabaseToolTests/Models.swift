// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

enum Phase: String, Codable { case new, done }

enum Shape: Codable, Equatable {
  case point
  case circle(radius: Double)
}

struct Place: Codable, Equatable {
  var city: String
  var zip: Int?
  var tags: [String]
}

/// Attributes of every type.
@Model final class Specimen {
  @Attribute(.unique) var code: String
  var small: Int16
  var medium: Int32
  var large: Int
  var isRare: Bool
  var weight: Double
  var ratio: Float
  var price: Decimal
  var found: Date
  var bytes: Data
  @Attribute(.externalStorage) var image: Data?
  var token: UUID
  var link: URL
  var note: String?
  var rank: Int?
  var labels: [String]
  var counts: [Int]
  var phase: Phase
  var shape: Shape
  var place: Place
  var home: Place?
  var drawer: Drawer?
  /// Of one to one.
  var certificate: Certificate?
  var parent: Specimen?
  @Relationship(inverse: \Specimen.parent) var children: [Specimen] = []
  var keepers: [Keeper] = []
  /// Leads back from nowhere.
  var visitors: [Visitor] = []

  init(_ code: String, _ number: Int) {
    self.code = code
    small = Int16(truncatingIfNeeded: number) &* 7
    medium = Int32(truncatingIfNeeded: number) &* -100_003
    large = number &* 1_000_000_007
    isRare = number % 2 == 0
    weight = Double(number) / 7
    ratio = Float(number) / 3
    price = Decimal(string: "\(number).05")!
    found = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400.123)
    bytes = Data((0..<UInt8(number % 50)).map { $0 &* 5 })
    image = number % 3 == 0 ? Data(repeating: UInt8(number % 256), count: number % 2 == 0 ? 10 : 300_000) : nil
    token = UUID(uuidString: "0000000\(number % 10)-1111-4222-8333-444444444444")!
    link = URL(string: "https://example.com/\(number)?q=a%20b")!
    note = number % 4 == 0 ? nil : "é \u{1F469}\u{200D}\u{1F467} \"\\ \(number)\n"
    rank = number % 5 == 0 ? nil : number
    labels = (0..<(number % 3)).map { "label, \($0) \"x\"" }
    counts = number % 4 == 1 ? [] : [number, -number]
    phase = number % 2 == 0 ? .new : .done
    shape = number % 2 == 0 ? .point : .circle(radius: Double(number) + 0.5)
    place = Place(city: "City \(number)", zip: number % 2 == 0 ? nil : number, tags: ["a", "b'\(number)"])
    home = number % 3 == 0 ? nil : Place(city: "", zip: 0, tags: [])
  }
}

@Model final class Drawer {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Specimen.drawer) var specimens: [Specimen] = []
  init(_ name: String) { self.name = name }
}

@Model final class Certificate {
  var number: Int
  @Relationship(inverse: \Specimen.certificate) var specimen: Specimen?
  init(_ number: Int) { self.number = number }
}

@Model class Keeper {
  var name: String
  @Relationship(inverse: \Specimen.keepers) var specimens: [Specimen] = []
  init(_ name: String) { self.name = name }
}

/// Of one table with its superclass.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model final class Curator: Keeper {
  var office: Int
  var favourite: Keeper?
  init(_ name: String, office: Int) {
    self.office = office
    super.init(name)
  }
}

@Model final class Visitor {
  @Attribute(.preserveValueOnDeletion) var name: String
  init(_ name: String) { self.name = name }
}
