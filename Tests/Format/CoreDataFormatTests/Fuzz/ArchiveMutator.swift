// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Damages archives where they are still property lists: references that lead
/// elsewhere, fields of other kinds, fields that are not there.
struct ArchiveMutator {
  var random: SeededGenerator

  mutating func mutate(_ archive: PropertyListValue) -> PropertyListValue {
    guard case .dictionary(var top) = archive, case .array(var objects) = top["$objects"],
      !objects.isEmpty
    else { return archive }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let index = Int.random(in: 0..<objects.count, using: &random)
      objects[index] = changed(objects[index], index, objects)
    }
    top["$objects"] = .array(objects)
    return .dictionary(top)
  }

  private mutating func changed(
    _ object: PropertyListValue, _ index: Int, _ objects: [PropertyListValue]
  ) -> PropertyListValue {
    guard case .dictionary(var fields) = object,
      let key = fields.keys.sorted().randomElement(using: &random)
    else { return Bool.random(using: &random) ? value(objects) : object }
    switch (fields[key], Int.random(in: 0..<6, using: &random)) {
    case (_, 0): fields[key] = nil
    case (_, 1): fields[key] = .uid(UInt32(clamping: index))
    case (.array(var members), 2...4) where !members.isEmpty:
      let member = Int.random(in: 0..<members.count, using: &random)
      members[member] = value(objects)
      if Bool.random(using: &random) { members.append(.uid(UInt32(clamping: index))) }
      fields[key] = .array(members)
    case (_, 5): fields[key] = objects.randomElement(using: &random)?[key] ?? .null
    default: fields[key] = value(objects)
    }
    return .dictionary(fields)
  }

  private mutating func value(_ objects: [PropertyListValue]) -> PropertyListValue {
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<6: .uid(UInt32.random(in: 0..<UInt32(clamping: objects.count + 2), using: &random))
    case 6: .uid(.max)
    case 7: .integer([0, -1, 7, 2100, 1 << 60, .min, .max].randomElement(using: &random) ?? 0)
    case 8: .real([0, -1.5, .nan, .infinity, 1e300].randomElement(using: &random) ?? 0)
    case 9: .bool(true)
    case 10: .string(["", "$null", "NSArray", "name"].randomElement(using: &random) ?? "")
    case 11: .data(Data([1, 2, 3]))
    case 12: .array([.uid(1), .integer(1)])
    default: .unsigned(.max)
    }
  }
}
