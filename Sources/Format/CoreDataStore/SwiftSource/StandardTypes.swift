// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The names of Swift's and Foundation's types, in a file whose own types may
/// have taken some of them.
struct StandardTypes {
  private static let modules: [String: String] = [
    "Int": "Swift", "Int16": "Swift", "Int32": "Swift", "Int64": "Swift", "Double": "Swift",
    "Float": "Swift", "String": "Swift", "Bool": "Swift", "Array": "Swift", "Set": "Swift",
    "Dictionary": "Swift", "Codable": "Swift", "Date": "Foundation", "Data": "Foundation",
    "UUID": "Foundation", "URL": "Foundation", "Decimal": "Foundation", "Model": "SwiftData",
    "Attribute": "SwiftData", "Relationship": "SwiftData", "Transient": "SwiftData",
  ]

  private let taken: Set<String>

  init(taken: Set<String>) { self.taken = taken }

  static var names: Set<String> { Set(modules.keys) }

  func name(_ name: String) -> String {
    guard taken.contains(name), let module = Self.modules[name] else { return name }
    return "\(module).\(name)"
  }

  /// The Swift type of an attribute of one column; `nil` if there is none.
  func name(of type: AttributeType) -> String? {
    switch type {
    case .undefined, .objectID, .composite, .transformable: nil
    default: name(type.swiftName)
    }
  }

  /// A type written as Swift's runtime does: `Array<Optional<Int>>`.
  ///
  /// - Parameter unknown: what stands for a type of the app.
  func name(runtime text: String, unknown: String) -> String? {
    var rest = Substring(text.filter { $0 != " " })
    guard let type = parse(&rest, unknown, depth: 0), rest.isEmpty else { return nil }
    return type
  }

  private func parse(_ text: inout Substring, _ unknown: String, depth: Int) -> String? {
    guard depth < 20 else { return nil }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty else { return nil }
    text = text.dropFirst(name.count)
    var arguments: [String] = []
    if text.first == "<" {
      repeat {
        text.removeFirst()
        guard let argument = parse(&text, unknown, depth: depth + 1) else { return nil }
        arguments.append(argument)
      } while text.first == ","
      guard text.first == ">" else { return nil }
      text.removeFirst()
    }
    let plain = name.split(separator: ".").last.map(String.init) ?? String(name)
    switch (plain, arguments.count) {
    case ("Array", 1): return "[\(arguments[0])]"
    case ("Optional", 1): return arguments[0] + "?"
    case ("Dictionary", 2): return "[\(arguments[0]): \(arguments[1])]"
    case ("Set", 1): return "\(self.name("Set"))<\(arguments[0])>"
    case ("Int", 0), ("Int16", 0), ("Int32", 0), ("Int64", 0), ("Double", 0), ("Float", 0),
      ("String", 0), ("Bool", 0), ("Date", 0), ("Data", 0), ("UUID", 0), ("URL", 0),
      ("Decimal", 0):
      return self.name(plain)
    default: return unknown
    }
  }
}
