// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime

/// Hears once when a property changes that it has read of a model.
///
/// What Observation keeps for one observer of one object is two kilobytes, and it cannot be released. Pages that show
/// rows read thousands of models, a property or two of each: for them a model keeps who has read it, in a few words
/// each. Everything else, and every other observer, goes by Observation.
package protocol ModelReader: AnyObject, Sendable {
  /// A property is about to change. Called on the thread of the change.
  func propertyWillChange()

  /// Whether it has stopped observing.
  var hasEnded: Bool { get }

  /// Another number whenever what was read so far does not count any more.
  var readingNumber: UInt32 { get }
}

/// The observer of what the thread reads of models.
package enum ModelReading {
  /// Notes what a closure reads of models, in the place of the tracking that the caller is part of. Where that tracking
  /// cannot be recognized, it notes models as before.
  package static func reading<R>(by reader: any ModelReader, _ body: () -> R) -> R {
    if osd_observation_tracking() < 0, ObservationProbe.isOneWord { ObservationProbe.prepareThread() }
    return withUnsafePointer(to: reader) { place in
      let before = osd_begin_reading(place)
      defer { osd_end_reading(before) }
      return body()
    }
  }

  /// The current observer of this thread's reads; nil if Observation tracks them.
  static var reader: (any ModelReader)? {
    // It is there: 'reading(by:_:)' is still running.
    osd_model_reader()?.load(as: (any ModelReader).self)
  }
}

/// The readers of each property of a model.
struct ModelReaders {
  private struct Entry {
    var reader: any ModelReader
    var number: UInt32
    /// Bits of the properties; the last one stands for all further properties.
    var properties: UInt32

    mutating func note(_ property: Int, _ number: UInt32) {
      if self.number != number {
        self.number = number
        properties = 0
      }
      properties |= ModelReaders.bit(property)
    }
  }

  /// Mostly there is one, which needs no array.
  private var first: Entry?
  private var others: [Entry] = []

  var isEmpty: Bool { first == nil && others.isEmpty }
  /// Of those that have ended some are among them.
  var count: Int { (first == nil ? 0 : 1) + others.count }

  private static func bit(_ property: Int) -> UInt32 { 1 &<< UInt32(min(property, 31)) }

  mutating func add(_ reader: any ModelReader, _ property: Int) {
    let number = reader.readingNumber
    var free: Int?
    // A reader of one property mostly reads another one next.
    for index in others.indices.reversed() {
      if others[index].reader === reader { return others[index].note(property, number) }
      if others[index].reader.hasEnded { free = index }
    }
    if first?.reader === reader {
      first?.note(property, number)
      return
    }
    let entry = Entry(reader: reader, number: number, properties: Self.bit(property))
    // Deallocated readers make room for new ones.
    if first?.reader.hasEnded ?? true {
      first = entry
    } else if let free {
      others[free] = entry
    } else {
      others.append(entry)
    }
  }

  /// Takes out who has read a property.
  mutating func take(_ property: Int) -> [any ModelReader] {
    let bit = Self.bit(property)
    var taken: [any ModelReader] = []
    func leaves(_ entry: Entry) -> Bool {
      if entry.reader.hasEnded { return true }
      guard entry.properties & bit != 0 else { return false }
      if entry.number == entry.reader.readingNumber { taken.append(entry.reader) }
      return true
    }
    if let entry = first, leaves(entry) { first = nil }
    others.removeAll(where: leaves)
    return taken
  }
}

extension _ModelState.Extra {
  /// Whether anybody hears of changes.
  var isObserved: Bool { registrar != nil || !readers.isEmpty }

  /// Tells who has read a property that it is about to change.
  func tellReaders(_ property: Int) {
    if readers.isEmpty { return }
    for reader in readers.take(property) { reader.propertyWillChange() }
  }
}
