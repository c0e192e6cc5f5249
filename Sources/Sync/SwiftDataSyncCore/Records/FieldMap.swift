// SPDX-License-Identifier: Apache-2.0

/// The fields of a record, by name.
///
/// A record has few of them, so they are a list in the order of the names' bytes, which is that of messages. A dictionary has
/// twice the memory, hashes a name at each look-up, and must be sorted for each message. As in a dictionary, two names that
/// Unicode takes for the same are one.
package struct FieldMap: Sendable {
  package typealias Element = (key: String, value: Register)

  /// Not a tuple: those are copied one word after the other.
  fileprivate struct Field: Sendable {
    var key: String
    var value: Register
  }

  private var list: [Field] = []
  /// Instead of the list, if there are many: no app has such records, but a stranger may send them.
  private var table: [String: Register]?
  private static let most = 32

  package init() {}

  package init(_ fields: [String: Register]) { for (name, register) in fields { self[name] = register } }

  package mutating func reserveCapacity(_ count: Int) { if count <= Self.most { list.reserveCapacity(count) } }

  package var count: Int { table?.count ?? list.count }
  package var isEmpty: Bool { table?.isEmpty ?? list.isEmpty }
  package var keys: [String] { elements.map(\.key) }
  package var values: [Register] { elements.map(\.value) }

  private var elements: [Field] {
    guard let table else { return list }
    return table.map { Field(key: $0, value: $1) }.sorted { $0.key.compareBytes(with: $1.key) < 0 }
  }

  package subscript(name: String) -> Register? {
    get {
      if let table { return table[name] }
      return index(of: name).map { list[$0].value }
    }
    set {
      if table != nil {
        table?[name] = newValue
      } else if let index = index(of: name) {
        if let newValue { list[index].value = newValue } else { list.remove(at: index) }
      } else if let newValue {
        insert(name, newValue)
      }
    }
  }

  package func contains(_ name: String) -> Bool { table.map { $0[name] != nil } ?? (index(of: name) != nil) }

  private func index(of name: String) -> Int? {
    list.withUnsafeBufferPointer { list in
      // Most names are short, or one string: they are compared without being looked into.
      for index in list.indices where list[index].key.isAlike(name) { return index }
      for index in list.indices where list[index].key == name { return index }
      return nil
    }
  }

  private mutating func insert(_ name: String, _ register: Register) {
    guard list.count < Self.most else {
      var table = Dictionary(list.map { ($0.key, $0.value) }, uniquingKeysWith: { own, _ in own })
      table[name] = register
      (self.table, list) = (table, [])
      return
    }
    // Messages and files have them in order.
    var index = list.count
    while index > 0, list[index - 1].key.compareBytes(with: name) > 0 { index -= 1 }
    list.insert(Field(key: name, value: register), at: index)
  }

  /// Whether both have the same names and values; times do not count.
  package func hasValues(of other: FieldMap) -> Bool {
    guard count == other.count else { return false }
    guard table == nil, other.table == nil else { return allSatisfy { other[$0.key]?.value == $0.value.value } }
    return isCopy(of: other)
      || list.indices.allSatisfy { index in
        let own = list[index]
        guard other.list[index].key.isAlike(own.key) else { return other[own.key]?.value == own.value.value }
        return other.list[index].value.value == own.value.value
      }
  }

  private func isCopy(of other: FieldMap) -> Bool {
    guard table == nil, other.table == nil else { return false }
    return list.withUnsafeBufferPointer { own in
      other.list.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }

  package mutating func merge(_ other: FieldMap, uniquingKeysWith choose: (Register, Register) -> Register) {
    for (name, theirs) in other { self[name] = self[name].map { choose($0, theirs) } ?? theirs }
  }

  package func filter(_ isIncluded: (Element) -> Bool) -> FieldMap {
    var result = FieldMap()
    for element in self where isIncluded(element) { result[element.key] = element.value }
    return result
  }
}

extension FieldMap: Sequence {
  package struct Iterator: IteratorProtocol {
    private let fields: [Field]
    private var index = 0

    fileprivate init(_ fields: [Field]) { self.fields = fields }

    package mutating func next() -> Element? {
      guard index < fields.count else { return nil }
      defer { index += 1 }
      return (fields[index].key, fields[index].value)
    }
  }

  package func makeIterator() -> Iterator { Iterator(elements) }

  package var underestimatedCount: Int { count }
}

extension FieldMap: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, Register)...) {
    for (name, register) in elements { self[name] = register }
  }
}

extension FieldMap: Hashable {
  package static func == (a: FieldMap, b: FieldMap) -> Bool {
    // The order may differ if names are written in two ways.
    a.count == b.count && (a.isCopy(of: b) || a.allSatisfy { b[$0.key] == $0.value })
  }

  package func hash(into hasher: inout Hasher) {
    var sum = 0
    for (name, register) in self {
      var own = Hasher()
      own.combine(name)
      own.combine(register)
      sum ^= own.finalize()
    }
    hasher.combine(sum)
  }
}

extension FieldMap: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([String: Register].self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(uniqueKeysWithValues: map { ($0.key, $0.value) }))
  }
}
