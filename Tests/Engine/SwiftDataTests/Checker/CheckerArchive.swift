// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A keyed archive as it lies: objects by number, references followed on demand.
struct CheckerArchive {
  struct Malformed: Error {}

  let objects: [CheckerPropertyList]
  let root: Int

  init(_ data: Data) throws {
    let list = try CheckerPropertyList(data)
    guard list.dictionary?["$archiver"] == .string("NSKeyedArchiver"),
      list.dictionary?["$version"] == .integer(100_000),
      let objects = list.dictionary?["$objects"]?.array, objects.first == .string("$null"),
      let root = list.dictionary?["$top"]?.dictionary?["root"]?.reference,
      objects.indices.contains(root)
    else { throw Malformed() }
    self.objects = objects
    self.root = root
  }

  subscript(_ index: Int) -> CheckerPropertyList? {
    index > 0 && index < objects.count ? objects[index] : nil
  }

  /// What an object has for a key, its reference followed; nil for null.
  func value(_ object: Int?, _ key: String) -> CheckerPropertyList? {
    guard let object, let value = self[object]?.dictionary?[key] else { return nil }
    guard let reference = value.reference else { return value }
    return self[reference]
  }

  /// The number of the object that an object has for a key.
  func object(_ object: Int?, _ key: String) -> Int? {
    guard let object, let reference = self[object]?.dictionary?[key]?.reference, reference != 0
    else { return nil }
    return reference
  }

  func className(_ object: Int?) -> String? {
    value(self.object(object, "$class"), "$classname")?.string
  }

  func string(_ object: Int?, _ key: String) -> String? { value(object, key)?.string }
  func integer(_ object: Int?, _ key: String) -> Int? { value(object, key)?.integer }
  func bool(_ object: Int?, _ key: String) -> Bool { value(object, key)?.bool ?? false }

  /// The members of an array or a set.
  func members(_ object: Int?, key: String = "NS.objects") -> [Int] {
    guard let object else { return [] }
    return (self[object]?.dictionary?[key]?.array ?? []).compactMap(\.reference)
  }

  /// The pairs of a dictionary with strings for keys.
  func pairs(_ object: Int?) -> [(key: String, value: Int)] {
    if className(object) == "NSKnownKeysDictionary1" {
      let mapping = self.object(object, "searchMapping")
      return zip(members(self.object(mapping, "keys")), members(self.object(object, "values")))
        .compactMap { key, value in self[key]?.string.map { ($0, value) } }
    }
    return zip(members(object, key: "NS.keys"), members(object)).compactMap { key, value in
      self[key]?.string.map { ($0, value) }
    }
  }
}
