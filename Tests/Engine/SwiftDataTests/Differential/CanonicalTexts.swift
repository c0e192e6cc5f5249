// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Texts with several forms: a store compares bytes, Swift compares what they stand for.
///
/// All scalars whose canonical decomposition begins with another scalar take part: letters with accents, and those that stand
/// for another scalar alone, three of them for one of ASCII (the kelvin sign, the Greek question mark, the varia).
enum CanonicalTexts {
  @Model final class Line {
    #Index<Line>([\.text])
    var number: Int
    var group: Int
    var text: String

    init(_ number: Int, _ group: Int, _ text: String) {
      self.number = number
      self.group = group
      self.text = text
    }
  }

  /// Those that stand for another scalar alone are all there, but for ideographs, of which there are a thousand.
  ///
  /// - Parameter every: How many of the others and of the ideographs are left out for one that is there.
  static func scalars(every: UInt32) -> [Unicode.Scalar] {
    (UInt32(0x80)...0x2FFFF).compactMap { value in
      // Later ones are not known to each server. Syllables of Hangul are all made by the same rule.
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 13,
        !(0xAC00...0xD7A3).contains(value) || value % 1_000 == 0
      else { return nil }
      let decomposed = String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars
      guard let first = decomposed.first, first != scalar else { return nil }
      let isSingle = decomposed.count == 1 && !scalar.properties.isIdeographic
      return isSingle || value % every == 0 ? scalar : nil
    }
  }

  /// The scalar in each place of a text, in each form; no form twice.
  static func texts(of scalar: Unicode.Scalar) -> [String] {
    let text = String(Character(scalar))
    var known: Set<[Unicode.Scalar]> = []
    return [text, text + "a", "ab" + text + "c", "ab" + text].flatMap { text in
      [text, text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping]
    }.filter { known.insert(Array($0.unicodeScalars)).inserted }
  }

  private static func predicates(_ group: Int, _ part: String) -> [(String, Predicate<Line>)] {
    [
      ("==", #Predicate { $0.group == group && $0.text == part }),
      ("<", #Predicate { $0.group == group && $0.text < part }),
      ("starts(with:)", #Predicate { $0.group == group && $0.text.starts(with: part) }),
      ("hasPrefix", #Predicate { $0.group == group && $0.text.hasPrefix(part) }),
      ("hasSuffix", #Predicate { $0.group == group && $0.text.hasSuffix(part) }),
      ("contains", #Predicate { $0.group == group && $0.text.contains(part) }),
    ]
  }

  /// Whether a text of ASCII is equal to others: `==` with such a one finds its own form alone, as is documented.
  private static func hasTwin(_ part: String) -> Bool {
    part.utf8.allSatisfy { $0 < 0x80 } && part.contains { "K;`".contains($0) }
  }

  /// Whether it is open which of two texts is less. Where one begins with the other in another form, as `"\u{E9}a"` with
  /// `"e\u{301}"`, Swift 6.3 takes neither for less than the other, nor for equal.
  private static func isOpen(_ text: String, _ part: String) -> Bool {
    let scalars = [text, part].map { $0.precomposedStringWithCanonicalMapping.unicodeScalars }
    return text != part && (scalars[0].starts(with: scalars[1]) || scalars[1].starts(with: scalars[0]))
  }

  /// What a store finds that the predicates do not hold for in memory, or the other way round.
  static func differences(_ container: ModelContainer, every: UInt32) throws -> (compared: Int, differences: [String]) {
    let context = ModelContext(container)
    let chosen = scalars(every: every)
    // Groups keep the number of comparisons low; a scalar's texts meet those of three others.
    let groups = stride(from: 0, to: chosen.count, by: 4).map { Array(chosen[$0..<min($0 + 4, chosen.count)]) }
    var lines: [[Line]] = []
    for (group, members) in groups.enumerated() {
      let members = members.flatMap { texts(of: $0) }
      lines.append(members.enumerated().map { Line($0, group, $1) })
      lines[group].forEach { context.insert($0) }
    }
    try context.save()
    var compared = 0
    var differences: [String] = []
    for (group, lines) in lines.enumerated() {
      for part in groups[group].flatMap({ texts(of: $0) }) {
        for (name, predicate) in predicates(group, part) where !(name == "==" && hasTwin(part)) {
          let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
            .filter { name != "<" || !isOpen($0.text, part) }
          let expected = try lines.filter { try (name != "<" || !isOpen($0.text, part)) && predicate.evaluate($0) }
          compared += 1
          guard found.map(\.number) != expected.map(\.number) else { continue }
          differences.append(
            "\(name) \(scalarText(part)): found \(found.map { scalarText($0.text) }), "
              + "expected \(expected.map { scalarText($0.text) })")
        }
      }
      // By code points.
      let sorted = try context.fetch(
        FetchDescriptor<Line>(
          predicate: #Predicate { $0.group == group },
          sortBy: [SortDescriptor(\.text, comparator: .lexical), SortDescriptor(\.number)]))
      let order = lines.sorted { $0.text.unicodeScalars.lexicographicallyPrecedes($1.text.unicodeScalars) }
      if sorted.map(\.number) != order.map(\.number) {
        differences.append("order: \(sorted.map { scalarText($0.text) })")
      }
    }
    return (compared, differences)
  }

  private static func scalarText(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? String($0) : "{\(String($0.value, radix: 16))}" }.joined()
  }
}
