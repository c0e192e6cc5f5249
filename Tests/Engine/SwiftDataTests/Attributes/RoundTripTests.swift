// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Every attribute type comes back from the file as it was saved.
@Suite struct RoundTripTests {
  typealias Item = Everything.Item

  @Test(arguments: [0, 1, -5, 126])
  func everyTypeSurvivesReopening(seed: Int) throws {
    let folder = try TestFolder()
    let original = Item(seed: seed)
    let context = ModelContext(try folder.container(Item.self))
    context.insert(original)
    try context.save()

    let again = ModelContext(try folder.container(Item.self))
    let items = try again.fetch(FetchDescriptor<Item>())
    try #require(items.count == 1)
    let item = items[0]
    #expect(item !== original)
    for (name, pair) in Self.values(original, item) {
      #expect(pair.0 == pair.1, "\(name)")
    }
  }

  private static func values(_ a: Item, _ b: Item) -> [String: (AnyHashable?, AnyHashable?)] {
    func pair<V: Equatable>(_ path: KeyPath<Item, V>) -> (AnyHashable?, AnyHashable?) {
      (AnyHashable(Wrapped(value: a[keyPath: path])), AnyHashable(Wrapped(value: b[keyPath: path])))
    }
    return [
      "flag": pair(\.flag), "int": pair(\.int), "int8": pair(\.int8), "int16": pair(\.int16),
      "int32": pair(\.int32), "int64": pair(\.int64), "uint": pair(\.uint),
      "uint8": pair(\.uint8), "uint16": pair(\.uint16), "uint32": pair(\.uint32),
      "uint64": pair(\.uint64), "float": pair(\.float), "double": pair(\.double),
      "decimal": pair(\.decimal), "string": pair(\.string), "date": pair(\.date),
      "data": pair(\.data), "url": pair(\.url), "uuid": pair(\.uuid), "level": pair(\.level),
      "color": pair(\.color), "plain": pair(\.plain), "payload": pair(\.payload),
      "point": pair(\.point), "address": pair(\.address), "flags": pair(\.flags),
      "strings": pair(\.strings), "points": pair(\.points), "dictionary": pair(\.dictionary),
      "urls": pair(\.urls), "set": pair(\.set), "optionalInt": pair(\.optionalInt),
      "optionalString": pair(\.optionalString), "optionalDate": pair(\.optionalDate),
      "optionalData": pair(\.optionalData), "optionalUUID": pair(\.optionalUUID),
      "optionalURL": pair(\.optionalURL), "optionalDecimal": pair(\.optionalDecimal),
      "optionalColor": pair(\.optionalColor), "optionalPlain": pair(\.optionalPlain),
      "optionalPayload": pair(\.optionalPayload), "optionalAddress": pair(\.optionalAddress),
      "optionalStrings": pair(\.optionalStrings), "nestedOptionals": pair(\.nestedOptionals),
      "created": pair(\.created), "token": pair(\.token),
    ]
  }

  private struct Wrapped<V: Equatable>: Hashable {
    let value: V
    func hash(into hasher: inout Hasher) {}
  }

  @Test func notANumberSurvives() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Item.self))
    let item = Item(seed: 1)
    item.double = .nan
    item.float = .infinity
    context.insert(item)
    try context.save()
    let again = try ModelContext(try folder.container(Item.self)).fetch(FetchDescriptor<Item>())
    #expect(again.first?.double.isNaN == true)
    #expect(again.first?.float == .infinity)
  }

  @Test func aValueThatDoesNotFitIsRefused() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Item.self))
    let item = Item(seed: 1)
    item.uint64 = .max
    context.insert(item)
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.property == "uint64")
    #expect(error?.entity == "Item")
    // Nothing was written, and the value can be mended.
    item.uint64 = 1
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 1)
  }

  struct Weather: Codable, Equatable {
    var text: String?
    var degrees: Double?
  }

  struct Sky: Codable, Equatable {
    var weather: Weather?
    var clouds: [Int]?
    var isBlue: Bool
  }

  @Model final class Report {
    var number: Int
    var weather: Weather?
    var required = Weather()
    var sky: Sky?
    init(_ number: Int) { self.number = number }
  }

  /// No column tells a struct that has nothing but `nil` in it from none.
  @Test func anOptionalStructOfNothingReadsAsNil() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Report.self))
    let report = Report(1)
    report.weather = Weather()
    report.sky = Sky(weather: Weather(), clouds: nil, isBlue: false)
    context.insert(report)
    context.insert(Report(2))
    try context.save()
    let read = try ModelContext(try folder.container(Report.self)).fetch(
      FetchDescriptor<Report>(sortBy: [SortDescriptor(\.number)]))
    #expect(read.map(\.weather) == [nil, nil] && read.map(\.required) == [Weather(), Weather()])
    // One part that is never nil is enough.
    #expect(read.map(\.sky) == [Sky(weather: nil, clouds: nil, isBlue: false), nil])
  }
}
