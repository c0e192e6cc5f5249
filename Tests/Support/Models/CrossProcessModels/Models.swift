// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

@Model
public final class Book {
  #Index<Book>([\.number])
  public var number: Int
  public var title: String
  public var pages: Int
  /// Neither searched nor sorted by, anywhere.
  public var blurb: String
  public var shelf: Shelf?

  public init(_ number: Int, title: String = "", pages: Int = 0, blurb: String = "") {
    self.number = number
    self.title = title
    self.pages = pages
    self.blurb = blurb
  }
}

@Model
public final class Shelf {
  public var number: Int
  public var name: String
  @Relationship(inverse: \Book.shelf) public var books: [Book] = []

  public init(_ number: Int, name: String = "") {
    self.number = number
    self.name = name
  }
}

@Model
public final class Counter {
  public var number: Int
  public var value: Int

  public init(_ number: Int) {
    self.number = number
    value = 0
  }
}

/// Has nothing to do with the others.
@Model
public final class Note {
  public var text: String
  public init(_ text: String) { self.text = text }
}

/// One of several rows that are saved together.
@Model
public final class Part {
  public var batch: Int
  public var number: Int
  public var text: String

  public init(batch: Int, number: Int) {
    self.batch = batch
    self.number = number
    text = String(repeating: "\(batch) ", count: 10)
  }
}

public enum Live {
  public static let types: [any PersistentModel.Type] = [
    Book.self, Shelf.self, Counter.self, Note.self, Part.self,
  ]

  public static func container(_ file: URL, keepsHistory: Bool = true, allowsSave: Bool = true) throws
    -> ModelContainer
  {
    try ModelContainer(
      for: Schema(types),
      configurations: [
        ModelConfiguration(url: file, allowsSave: allowsSave, isHistoryEnabled: keepsHistory)
      ])
  }
}

/// Repeatable random numbers (SplitMix64); tests print the seed.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
