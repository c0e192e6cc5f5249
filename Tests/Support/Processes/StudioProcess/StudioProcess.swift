// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Makes a store to show Studio with: `StudioProcess STORE [MEASUREMENTS]`.
@main
struct StudioProcess {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { return print("StudioProcess STORE [MEASUREMENTS]") }
    let schema = Schema([
      Author.self, Book.self, Publisher.self, Customer.self, Order.self, OrderLine.self, Measurement.self,
    ])
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(url: URL(fileURLWithPath: arguments[1])))
    let context = ModelContext(container)
    context.autosaveEnabled = false
    context.author = "setup"
    try fill(context)
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 2_000
    context.author = "sensors"
    let start = date(2024, 1)
    try context.insertRows(of: Measurement.self, from: 0..<count) { number, row in
      row.set(\.sensor, "sensor-\(number % 24)")
      row.set(\.taken, start.addingTimeInterval(Double(number) * 60))
      row.set(\.value, Double(number &* 7_919 % 10_007) / 100)
    }
  }

  private static func date(_ year: Int, _ month: Int, _ day: Int = 1) -> Date {
    Calendar(identifier: .gregorian).date(
      from: DateComponents(timeZone: TimeZone(identifier: "UTC"), year: year, month: month, day: day)) ?? .distantPast
  }

  private static func fill(_ context: ModelContext) throws {
    let authors = [
      Author(name: "Ursula K. Le Guin", born: date(1929, 10, 21), country: "US"),
      Author(name: "Italo Calvino", born: date(1923, 10, 15), country: "IT"),
      Author(name: "Wisława Szymborska", born: date(1923, 7, 2), country: "PL"),
      Author(name: "Jorge Luis Borges", born: date(1899, 8, 24), country: "AR"),
      Author(name: "Tove Jansson", born: date(1914, 8, 9), country: "FI"),
      Author(name: "村上 春樹", born: date(1949, 1, 12), country: "JP"),
      Author(name: "<b>Anonymous</b> & \"Co\"", born: nil, country: "?"),
    ]
    let publishers = [
      Publisher(name: "Harbour Press", website: URL(string: "https://example.com/harbour")),
      Publisher(name: "Einaudi", website: nil), Publisher(name: "North & Sons", website: nil),
    ]
    authors.forEach(context.insert)
    publishers[0].size = .small
    publishers.forEach(context.insert)
    let titles: [(String, Int, Int)] = [
      ("The Dispossessed", 0, 0), ("The Left Hand of Darkness", 0, 0), ("Invisible Cities", 1, 1),
      ("If on a Winter's Night a Traveller", 1, 1), ("The Baron in the Trees", 1, 1),
      ("View with a Grain of Sand", 2, 2),
      ("Ficciones", 3, 2), ("The Aleph", 3, 2), ("The Summer Book", 4, 0), ("Moominland Midwinter", 4, 0),
      ("Kafka on the Shore", 5, 2), ("Norwegian Wood", 5, 2), ("A Collection of Letters", 6, 2),
    ]
    var books: [Book] = []
    for (index, (title, author, publisher)) in titles.enumerated() {
      let book = Book(
        isbn: "978-0-00-\(100_000 + index * 7_411)-\(index % 10)", title: title,
        price: Decimal(string: "\(9 + index).\(index % 2 == 0 ? "90" : "50")") ?? 1, pages: 140 + index * 37,
        published: date(1950 + index * 4, index % 12 + 1), format: Format.allCases[index % 3])
      context.insert(book)
      book.authors = index == 12 ? [authors[6], authors[3]] : [authors[author]]
      book.publisher = publishers[publisher]
      if index % 3 == 0 { book.dimensions = Dimensions(width: 12.5, height: 19 + Double(index) / 2) }
      if index % 2 == 0 {
        book.blurb = "One of the books that people ask for most.\nSecond line: <script>alert(1)</script> stays text."
      }
      if index < 3 { book.cover = picture(UInt8(40 * (index + 1))) }
      books.append(book)
    }
    try context.save()
    context.author = "shop"
    for index in 0..<8 {
      let customer = Customer(
        email: "reader\(index)@example.com", name: "Reader \(index + 1)", joined: date(2023, index % 12 + 1))
      context.insert(customer)
      for number in 0..<(index % 4) {
        let order = Order(number: 1_000 + index * 10 + number, placed: date(2024, index % 12 + 1, number + 2))
        context.insert(order)
        order.customer = customer
        for line in 0...(number % 3) {
          let book = books[(index * 3 + number + line) % books.count]
          let item = OrderLine(quantity: line + 1, price: book.price)
          context.insert(item)
          item.book = book
          item.order = order
        }
      }
    }
    try context.save()
    context.author = "prices"
    books[2].price = Decimal(string: "12.40") ?? 12
    books[8].isInPrint = false
    try context.save()
    context.delete(books[11])
    try context.save()
  }

  /// A picture of two colours, as PNG.
  private static func picture(_ shade: UInt8) -> Data {
    let size = 96
    var rows: [UInt8] = []
    for y in 0..<size {
      rows.append(0)
      for x in 0..<size {
        let isDark = (x / 12 + y / 12) % 2 == 0
        rows += isDark ? [shade, 90, 160] : [240, 232, UInt8(255 - Int(shade) / 2)]
      }
    }
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + content
      var crc = UInt32.max
      for byte in body {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
      }
      return bytes(UInt32(content.count)) + body + bytes(~crc)
    }
    // Not compressed: one stored block.
    let count = UInt16(rows.count)
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in rows {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    let length = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let compressed: [UInt8] = [0x78, 0x01, 0x01] + length + rows + bytes(b << 16 | a)
    let header = bytes(UInt32(size)) + bytes(UInt32(size)) + [8, 2, 0, 0, 0]
    return Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", compressed)
        + chunk("IEND", []))
  }
}
