// SPDX-License-Identifier: Apache-2.0

/// The structs and enums of two versions, those together that are the same type.
struct TypePairs {
  private(set) var pairs: [(old: FrozenSchema.ValueType, new: FrozenSchema.ValueType)] = []
  private(set) var removed: [FrozenSchema.ValueType]
  private(set) var added: [FrozenSchema.ValueType]

  init(_ old: FrozenSchema, _ new: FrozenSchema) {
    (removed, added) = (old.types, new.types)
    pair { $0.name == $1.name && $0.isSame(as: $1) }
    pair { $0.name == $1.name }
    // A type that was moved is stored as before.
    pair { Self.last($0) == Self.last($1) && $0.isSame(as: $1) }
    // Files of former versions of this tool have the last name alone.
    pair { Self.last($0) == Self.last($1) && ($0.name == Self.last($0) || $1.name == Self.last($1)) }
  }

  private static func last(_ type: FrozenSchema.ValueType) -> Substring {
    type.name.split(separator: ".").last ?? type.name[...]
  }

  private mutating func pair(where isSame: (FrozenSchema.ValueType, FrozenSchema.ValueType) -> Bool) {
    added = added.filter { type in
      guard let index = removed.firstIndex(where: { isSame($0, type) }) else { return true }
      pairs.append((removed.remove(at: index), type))
      return false
    }
  }
}

extension FrozenSchema.ValueType {
  /// How values are stored: `struct`, `enum`, or `enum: String` with raw values.
  var kind: String { (isEnum ? "enum" : "struct") + (rawType.map { ": \($0)" } ?? "") }

  /// Whether columns of one type hold values of the other.
  func isStored(as old: Self) -> Bool { isEnum == old.isEnum && rawType == old.rawType }

  /// Whether a case that was there before has got another raw value. A number that is not written is that of the case
  /// before, and one more.
  func hasOtherNumbers(than old: Self) -> Bool {
    guard isEnum, let rawType, rawType != "String" else { return false }
    let (before, now) = (old.numbers, numbers)
    return before.contains { name, number in now[name].map { $0 != number } ?? false }
  }

  private var numbers: [String: String] {
    var next = 0
    var numbers: [String: String] = [:]
    for member in members {
      let parts = member.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace && $0 != "_" } }
      guard let name = parts.first else { continue }
      let value = parts.count == 2 ? parts[1] : "\(next)"
      numbers[name] = value
      next = (Int(value) ?? next) &+ 1
    }
    return numbers
  }

  /// What is different from a former version, for people.
  func differences(from old: Self) -> String {
    var parts: [String] = []
    if !isStored(as: old) {
      let raw = old.rawType.flatMap { before in rawType.map { "\(before) → \($0)" } }
      parts.append(raw ?? "\(old.kind) → \(kind)")
    }
    parts += old.members.filter { !members.contains($0) }.map { "- " + $0 }
    parts += members.filter { !old.members.contains($0) }.map { "+ " + $0 }
    // Raw values that are not written are numbered by their order.
    if parts.isEmpty {
      parts.append("order \(old.members.joined(separator: ", ")) → \(members.joined(separator: ", "))")
    }
    return parts.joined(separator: ", ")
  }
}
