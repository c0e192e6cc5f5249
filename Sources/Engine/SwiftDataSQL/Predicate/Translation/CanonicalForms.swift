// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The strings that Swift holds to be equal to one string.
///
/// Swift compares by canonical equivalence: `é` composed equals `é`
/// decomposed. A store compares bytes; looking for each of the forms finds the
/// same rows, and an index still serves it.
enum CanonicalForms {
  /// All forms, the given one first; `nil` if there are more than `limit`.
  ///
  /// An ASCII string is its own only form. (Three ASCII characters have a
  /// twin outside ASCII: K the kelvin sign, ; the Greek question mark, and the
  /// grave accent. Looking for those too would double the work of every search
  /// for a K; text that holds such a sign is found by the sign alone.)
  static func all(of string: String, limit: Int = 32) -> [String]? {
    if string.utf8.allSatisfy({ $0 < 0x80 }) { return [string] }
    var forms = [""]
    for character in string {
      let variants = variants(of: character)
      guard let variants, forms.count * variants.count <= limit else { return nil }
      if variants.count == 1 {
        for index in forms.indices { forms[index] += variants[0] }
      } else {
        forms = forms.flatMap { form in variants.map { form + $0 } }
      }
    }
    // Compared by scalars: as strings they are all equal.
    var seen: Set<[Unicode.Scalar]> = [Array(string.unicodeScalars)]
    return [string] + forms.filter { seen.insert(Array($0.unicodeScalars)).inserted }
  }

  private static func variants(of character: Character) -> [String]? {
    let text = String(character)
    let scalars = Array(character.unicodeScalars)
    if scalars.allSatisfy(\.isASCII) { return [text] }
    let decomposed = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
    // Nothing to compose, reorder or replace, as in most scripts and emoji.
    if decomposed == scalars,
      Array(text.precomposedStringWithCanonicalMapping.unicodeScalars) == scalars,
      scalars.allSatisfy({
        $0.properties.canonicalCombiningClass == .notReordered && !twinParts.contains($0)
      })
    {
      return [text]
    }
    guard decomposed.count <= 4 else { return nil }
    var found: [[Unicode.Scalar]] = []
    for order in arrangements(decomposed) { compose(order[...], into: &found, prefix: []) }
    var seen: Set<[Unicode.Scalar]> = []
    return found.filter { seen.insert($0).inserted }.map(string)
  }

  /// The orders of the scalars that are equivalent to the given one.
  private static func arrangements(_ scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    guard scalars.count > 1 else { return [scalars] }
    let original = string(scalars)
    func permute(_ rest: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
      guard rest.count > 1 else { return [rest] }
      return rest.indices.flatMap { index -> [[Unicode.Scalar]] in
        var others = rest
        let first = others.remove(at: index)
        return permute(others).map { [first] + $0 }
      }
    }
    // Equal as Swift strings: equivalent.
    return permute(scalars).filter { string($0) == original }
  }

  /// Every way to take runs of scalars together into one.
  private static func compose(
    _ rest: ArraySlice<Unicode.Scalar>, into found: inout [[Unicode.Scalar]],
    prefix: [Unicode.Scalar]
  ) {
    guard !rest.isEmpty else {
      found.append(prefix)
      return
    }
    for length in 1...rest.count {
      let run = rest.prefix(length)
      for composed in composites(Array(run)) {
        compose(rest.dropFirst(length), into: &found, prefix: prefix + [composed])
      }
    }
  }

  /// The single scalars that are equivalent to a run.
  private static func composites(_ run: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = run.count == 1 ? run : []
    let composed = Array(string(run).precomposedStringWithCanonicalMapping.unicodeScalars)
    if run.count > 1, composed.count == 1 { result += composed }
    return result + (twins[run] ?? [])
  }

  /// Scalars that no composition yields, by what they stand for: the angstrom
  /// sign for Å, compatibility ideographs for the unified ones.
  private static let twins: [[Unicode.Scalar]: [Unicode.Scalar]] = {
    let ranges: [ClosedRange<UInt32>] = [
      0x340...0x387, 0x958...0xA5E, 0xB5C...0xB5D, 0xF43...0xFB9, 0x1F71...0x2001,
      0x2126...0x232A, 0x2ADC...0x2ADC, 0xF900...0xFB4E, 0x1D15E...0x1D1C0, 0x2F800...0x2FA1D,
    ]
    var twins: [[Unicode.Scalar]: [Unicode.Scalar]] = [:]
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
      let text = String(Character(scalar))
      let decomposed = Array(text.decomposedStringWithCanonicalMapping.unicodeScalars)
      guard decomposed != [scalar],
        Array(text.precomposedStringWithCanonicalMapping.unicodeScalars) != [scalar]
      else { continue }
      twins[decomposed, default: []].append(scalar)
    }
    return twins
  }()

  private static let twinParts = Set(twins.keys.joined())

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: scalars)
    return String(string)
  }
}
