// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model private final class Slot {
  @Attribute(.unique) var position: Int
  @Attribute(.unique) var code: String?
  var name: String
  init(_ position: Int, _ name: String) {
    self.position = position
    self.name = name
  }
}

@Model private final class Seat {
  #Unique<Seat>([\.row, \.number])
  var row: Int
  var number: Int
  init(_ row: Int, _ number: Int) {
    self.row = row
    self.number = number
  }
}

/// Unique values that change hands within one save.
struct UniqueExchangeTests {
  private func filled(_ count: Int) throws -> (ModelContext, [Slot]) {
    let context = ModelContext(try memoryContainer(Slot.self, Seat.self))
    let slots = (1...count).map { Slot($0, "s\($0)") }
    for slot in slots { context.insert(slot) }
    try context.save()
    return (context, slots)
  }

  private func stored(_ context: ModelContext) throws -> [String] {
    try ModelContext(context.container)
      .fetch(FetchDescriptor<Slot>(sortBy: [SortDescriptor(\.position)])).map(\.name)
  }

  @Test func exchanged() throws {
    let (context, slots) = try filled(2)
    (slots[0].position, slots[1].position) = (2, 1)
    try context.save()
    #expect(try stored(context) == ["s2", "s1"])
  }

  @Test(arguments: [1, -1])
  func shifted(by step: Int) throws {
    let (context, slots) = try filled(6)
    for slot in slots { slot.position += step }
    try context.save()
    #expect(try stored(context) == slots.map(\.name))
    #expect(slots.map(\.position) == (1...6).map { $0 + step })
  }

  @Test func rotatedWithATextToo() throws {
    let (context, slots) = try filled(3)
    for (slot, code) in zip(slots, ["a", "b", nil]) { slot.code = code }
    try context.save()
    for (slot, (position, code)) in zip(slots, [(2, "b"), (3, nil), (1, "a")]) {
      (slot.position, slot.code) = (position, code)
    }
    try context.save()
    #expect(try stored(context) == ["s3", "s1", "s2"])
  }

  @Test func compound() throws {
    let (context, _) = try filled(1)
    let (a, b) = (Seat(1, 1), Seat(1, 2))
    context.insert(a)
    context.insert(b)
    try context.save()
    (a.number, b.number) = (2, 1)
    try context.save()
    #expect(a.number == 2 && b.number == 1)
    // What did not change is still there.
    let seats = try ModelContext(context.container)
      .fetch(FetchDescriptor<Seat>(sortBy: [SortDescriptor(\.number)]))
    #expect(seats.map(\.row) == [1, 1] && seats.map(\.number) == [1, 2])
    #expect(seats.map(\.persistentModelID) == [b.persistentModelID, a.persistentModelID])
  }

  /// The value goes to a new model in the same save.
  @Test func passedOnToANewModel() throws {
    let (context, slots) = try filled(1)
    slots[0].position = 9
    context.insert(Slot(1, "new"))
    try context.save()
    #expect(try stored(context) == ["new", "s1"])
  }

  @Test func aRealConflictIsStillOne() throws {
    let (context, slots) = try filled(2)
    slots[0].position = 2
    #expect(throws: SwiftDataError.uniqueConflict) { try context.save() }
    slots[1].name = "changed"
    #expect(throws: SwiftDataError.uniqueConflict) { try context.save() }
    #expect(try stored(context) == ["s1", "s2"])
  }
}
