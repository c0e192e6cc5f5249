// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Strings that are hard to compare: every operator takes every pair of them, and says the same of a saved object as of
/// an unsaved one, which is what Swift says.
@Suite struct OddStringTests {
  @Model final class Text {
    var number: Int
    var text: String
    var optional: String?
    var words: [String]
    var table: [String: String]
    var floats: [Float]
    init(_ number: Int, _ text: String) {
      self.number = number
      self.text = text
      optional = text
      words = ["x", text]
      table = [text: text, "\(text)y": "y"]
      floats = [0.5, 0.1, Float(number)]
    }
  }

  private static func filled() throws -> (saved: ModelContext, unsaved: ModelContext) {
    let contexts = (
      saved: ModelContext(try memoryContainer(Text.self)), unsaved: ModelContext(try memoryContainer(Text.self))
    )
    for (number, text) in Odd.strings.enumerated() {
      contexts.saved.insert(Text(number, text))
      contexts.unsaved.insert(Text(number, text))
    }
    try contexts.saved.save()
    return contexts
  }

  private static func comparisons(_ odd: String) -> [(String, Predicate<Text>)] {
    [
      ("==", #Predicate { (model: Text) in model.text == odd }),
      ("!=", #Predicate { (model: Text) in model.text != odd }),
      ("==?", #Predicate { (model: Text) in model.optional == odd }),
      ("<", #Predicate { (model: Text) in model.text < odd }),
      (">=", #Predicate { (model: Text) in model.text >= odd }),
      (
        "caseInsensitiveCompare ==",
        #Predicate { (model: Text) in model.text.caseInsensitiveCompare(odd) == .orderedSame }
      ),
      (
        "caseInsensitiveCompare <",
        #Predicate { (model: Text) in model.text.caseInsensitiveCompare(odd) == .orderedAscending }
      ),
      ("localizedCompare ==", #Predicate { (model: Text) in model.text.localizedCompare(odd) == .orderedSame }),
      ("localizedCompare <", #Predicate { (model: Text) in model.text.localizedCompare(odd) == .orderedAscending }),
    ]
  }

  private static func searches(_ odd: String) -> [(String, Predicate<Text>)] {
    [
      ("contains", #Predicate { (model: Text) in model.text.contains(odd) }),
      ("contains?", #Predicate { (model: Text) in model.optional?.contains(odd) == true }),
      ("localizedStandardContains", #Predicate { (model: Text) in model.text.localizedStandardContains(odd) }),
      ("starts(with:)", #Predicate { (model: Text) in model.text.starts(with: odd) }),
      ("hasPrefix", #Predicate { (model: Text) in model.text.hasPrefix(odd) }),
      ("hasSuffix", #Predicate { (model: Text) in model.text.hasSuffix(odd) }),
      ("the other way", #Predicate { (model: Text) in odd.contains(model.text) }),
      ("words", #Predicate { (model: Text) in model.words.contains(odd) }),
      ("the first word", #Predicate { (model: Text) in model.words.first == odd }),
      ("the last word", #Predicate { (model: Text) in model.words.last == odd }),
      ("a word's length", #Predicate { (model: Text) in model.words.contains { $0.count == 2 && $0 != odd } }),
      ("the least word", #Predicate { (model: Text) in model.words.min() == odd }),
      ("table", #Predicate { (model: Text) in model.table[odd] == odd }),
      ("table, of nothing", #Predicate { (model: Text) in model.table[odd] == nil }),
      ("words starting", #Predicate { (model: Text) in model.words.contains { $0.starts(with: odd) } }),
    ]
  }

  private static func changes(_ odd: String) -> [(String, Predicate<Text>)] {
    let (count, lower, upper) = (odd.count, odd.lowercased(), odd.uppercased())
    return [
      ("count", #Predicate { (model: Text) in model.text.count == count }),
      ("lowercased", #Predicate { (model: Text) in model.text.lowercased() == lower }),
      ("uppercased", #Predicate { (model: Text) in model.text.uppercased() == upper }),
      ("isEmpty", #Predicate { (model: Text) in model.text.isEmpty }),
    ]
  }

  private func check(_ predicates: (String) -> [(String, Predicate<Text>)]) throws {
    let (saved, unsaved) = try Self.filled()
    let all = try unsaved.fetch(FetchDescriptor<Text>())
    #expect(all.count == Odd.strings.count)
    for odd in Odd.strings {
      for (name, predicate) in predicates(odd) {
        let wanted = Set(try all.filter { try predicate.evaluate($0) }.map(\.number))
        for (isSaved, context) in [(true, saved), (false, unsaved)] {
          let found = Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number))
          #expect(
            found == wanted,
            "\(name) \(odd.debugDescription), saved \(isSaved): \(texts(found.symmetricDifference(wanted)))")
        }
      }
    }
  }

  private func texts(_ numbers: Set<Int>) -> [String] { numbers.sorted().map { Odd.strings[$0].debugDescription } }

  @Test func comparisonsAgree() throws { try check(Self.comparisons) }
  @Test func searchesAgree() throws { try check(Self.searches) }
  @Test func changedStringsAgree() throws { try check(Self.changes) }

  /// What Foundation says of them is what `==` and `<` of Swift say.
  @Test func equalityIsThatOfSwift() throws {
    let (saved, _) = try Self.filled()
    for odd in Odd.strings {
      let equal = try saved.fetch(FetchDescriptor<Text>(predicate: #Predicate { $0.text == odd })).map(\.text)
      #expect(!equal.isEmpty && equal.count == Odd.strings.count { $0 == odd })
      #expect(equal.contains { Array($0.utf8) == Array(odd.utf8) }, "\(odd.debugDescription) has changed in the store")
      let less = try saved.fetchCount(FetchDescriptor<Text>(predicate: #Predicate { $0.text < odd }))
      #expect(less == Odd.strings.count { $0 < odd }, "\(odd.debugDescription)")
    }
  }

  /// Elements that need a function of SQL to be read have an order, too.
  @Test func theLastElementIsTheLast() throws {
    let (saved, unsaved) = try Self.filled()
    let third: Float = 3
    for context in [saved, unsaved] {
      let last = FetchDescriptor<Text>(predicate: #Predicate { (model: Text) in model.floats.last == third })
      #expect(try context.fetch(last).map(\.number) == [3])
      let first = FetchDescriptor<Text>(predicate: #Predicate { (model: Text) in model.floats.first == third })
      #expect(try context.fetch(first).isEmpty)
    }
  }

  /// A list of more than a few values becomes one parameter.
  @Test func listsOfThemAreFound() throws {
    let (saved, unsaved) = try Self.filled()
    let all = Odd.strings
    for list in [all, Array(all.prefix(5)), Array(all.suffix(4))] {
      let descriptor = FetchDescriptor<Text>(predicate: #Predicate { list.contains($0.text) })
      let wanted = all.indices.filter { list.contains(all[$0]) }
      #expect(Set(try saved.fetch(descriptor).map(\.number)) == Set(wanted))
      #expect(Set(try unsaved.fetch(descriptor).map(\.number)) == Set(wanted))
    }
  }

  @Test(arguments: [SortOrder.forward, .reverse]) func theOrderIsTheSame(order: SortOrder) throws {
    let (saved, unsaved) = try Self.filled()
    for descriptor in [
      FetchDescriptor<Text>(sortBy: [SortDescriptor(\.text, order: order)]),
      FetchDescriptor<Text>(sortBy: [SortDescriptor(\.text, comparator: .lexical, order: order)]),
      FetchDescriptor<Text>(sortBy: [SortDescriptor(\.optional, order: order), SortDescriptor(\.number)]),
    ] {
      let stored = try saved.fetch(descriptor).map(\.number)
      #expect(stored.count == Odd.strings.count)
      #expect(try unsaved.fetch(descriptor).map(\.number) == stored)
    }
  }
}
