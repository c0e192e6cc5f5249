// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

typealias Sample = Samples.Sample

/// Predicates over attributes, with random captured values.
enum AttributePredicates {
  static func all(_ generator: inout SeededGenerator) -> [(String, Predicate<Sample>)] {
    let i = Odd.int(&generator)
    let j = Odd.int(&generator)
    let d = Odd.double(&generator)
    let s = Odd.string(&generator)
    let t = Odd.string(&generator)
    let os: String? = Odd.maybe(&generator) { Odd.string(&$0) }
    let oi: Int? = Odd.maybe(&generator) { Odd.int(&$0) }
    let date = Odd.date(&generator)
    let uuid = Odd.uuids.randomElement(using: &generator)!
    let kind = Samples.Kind.allCases.randomElement(using: &generator)!
    let level = Samples.Level.allCases.randomElement(using: &generator)!
    let strings = [s, t]
    let ints = [i, j]
    let kinds = [kind]
    let lower = min(i, j)
    let upper = max(i, j)
    let range = lower...upper
    return [
      ("int ==", #Predicate<Sample> { $0.int == i }),
      ("int !=", #Predicate<Sample> { $0.int != i }),
      ("int < &&", #Predicate<Sample> { $0.int < i && $0.int >= j }),
      ("small", #Predicate<Sample> { $0.small > 0 || $0.small == -2 }),
      ("not", #Predicate<Sample> { !($0.int > i) }),
      ("optionalInt ==", #Predicate<Sample> { $0.optionalInt == oi }),
      ("optionalInt !=", #Predicate<Sample> { $0.optionalInt != oi }),
      ("optionalInt nil", #Predicate<Sample> { $0.optionalInt == nil }),
      ("optionalInt not nil", #Predicate<Sample> { $0.optionalInt != nil }),
      ("optionalInt ??", #Predicate<Sample> { ($0.optionalInt ?? 1) >= i }),
      ("double", #Predicate<Sample> { $0.double <= d }),
      ("double ==", #Predicate<Sample> { $0.double == d }),
      ("optionalDouble", #Predicate<Sample> { ($0.optionalDouble ?? d) < 1 }),
      ("string ==", #Predicate<Sample> { $0.string == s }),
      ("string !=", #Predicate<Sample> { $0.string != s }),
      ("string <", #Predicate<Sample> { $0.string < s }),
      ("string contains", #Predicate<Sample> { $0.string.contains(s) }),
      ("string starts", #Predicate<Sample> { $0.string.starts(with: s) }),
      ("string hasPrefix", #Predicate<Sample> { $0.string.hasPrefix(s) }),
      ("string hasSuffix", #Predicate<Sample> { $0.string.hasSuffix(s) }),
      ("string isEmpty", #Predicate<Sample> { $0.string.isEmpty }),
      ("string standard", #Predicate<Sample> { $0.string.localizedStandardContains(s) }),
      ("optionalString ==", #Predicate<Sample> { $0.optionalString == os }),
      ("optionalString ?.", #Predicate<Sample> { $0.optionalString?.contains(s) == true }),
      ("optionalString ?. !=", #Predicate<Sample> { $0.optionalString?.isEmpty != false }),
      (
        "optionalString ?? standard",
        #Predicate<Sample> { $0.optionalString?.localizedStandardContains(t) ?? false }
      ),
      ("columns ==", #Predicate<Sample> { $0.string == $0.optionalString ?? "" }),
      ("columns ints", #Predicate<Sample> { $0.optionalInt ?? 0 < $0.int }),
      ("flag", #Predicate<Sample> { $0.flag }),
      ("flag == false", #Predicate<Sample> { $0.flag == false }),
      ("optionalFlag", #Predicate<Sample> { $0.optionalFlag == true }),
      ("optionalFlag !=", #Predicate<Sample> { $0.optionalFlag != true }),
      ("optionalFlag ??", #Predicate<Sample> { $0.optionalFlag ?? true }),
      ("date", #Predicate<Sample> { $0.date > date }),
      ("optionalDate", #Predicate<Sample> { ($0.optionalDate ?? date) <= date }),
      ("optionalDate ==", #Predicate<Sample> { $0.optionalDate == date }),
      ("uuid", #Predicate<Sample> { $0.uuid == uuid }),
      ("kind", #Predicate<Sample> { $0.kind == kind }),
      ("optionalKind", #Predicate<Sample> { $0.optionalKind == kind }),
      ("optionalKind nil", #Predicate<Sample> { $0.optionalKind == nil || $0.kind != kind }),
      ("level", #Predicate<Sample> { $0.level == level }),
      ("rawValue", #Predicate<Sample> { $0.level.rawValue >= 1 }),
      ("captured strings", #Predicate<Sample> { strings.contains($0.string) }),
      ("captured ints", #Predicate<Sample> { !ints.contains($0.int) }),
      ("captured kinds", #Predicate<Sample> { kinds.contains($0.kind) }),
      ("range", #Predicate<Sample> { range.contains($0.int) }),
      ("literal range", #Predicate<Sample> { (0...2).contains($0.small) }),
      ("place.city", #Predicate<Sample> { $0.place.city == s }),
      ("place.zip", #Predicate<Sample> { $0.place.zip == 2 }),
      ("optionalPlace", #Predicate<Sample> { $0.optionalPlace?.zip == 1 }),
      ("captured only", #Predicate<Sample> { _ in i > j }),
      ("everything", #Predicate<Sample> { _ in true }),
      ("empty search", #Predicate<Sample> { s.isEmpty || $0.string.contains(s) }),
      (
        "nested",
        #Predicate<Sample> {
          ($0.flag && ($0.int > i || $0.optionalInt == nil)) || !($0.string == s && $0.double < d)
        }
      ),
      ("ternary", #Predicate<Sample> { ($0.flag ? $0.int : $0.optionalInt ?? 0) > i }),
    ]
  }
}
