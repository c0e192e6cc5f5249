// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

extension FrozenSchema {
  private static let title =
    "# The models of a store. Written by 'swiftdata schema freeze'; commit it, and do not edit it."
  private static let format = 1
  private static let separator = " | "

  var text: String {
    let schema = sorted
    var lines = [Self.title, "format \(Self.format)", "source \(origin.rawValue)", "version \(version)"]
    for model in schema.models {
      lines += ["", "model \(model.name)\(model.parent.map { ": \($0)" } ?? "")"]
      lines += model.properties.map { "  " + $0.line }
      lines += model.unique.map { "  unique \($0.joined(separator: ", "))" }
      lines += model.indexes.map { "  index \($0.joined(separator: ", "))" }
    }
    for type in schema.types {
      lines += ["", "\(type.isEnum ? "enum" : "struct") \(type.name)\(type.rawType.map { ": \($0)" } ?? "")"]
      lines += type.members.map { "  member \($0)" }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text, which is known to be read as the same schema.
  func checkedText(file: String) throws -> String {
    let text = text
    let read = try FrozenSchema(text, file: file)
    guard read == sorted else {
      let change = SchemaChange.changes(from: read, to: self).first?.text ?? "version \(version)"
      throw StoreError(
        .unsupported, "The schema cannot be written as text: it would be read as another one, by \(change).",
        file: file, advice: "Declare this in another way, or freeze a store that the program has made.")
    }
    return text
  }

  /// - Throws: `StoreError`, which names the line.
  init(reading url: URL) throws {
    guard let data = try? Data(contentsOf: url) else {
      throw StoreError(
        .fileNotFound, "The frozen schema cannot be read.", file: url.path,
        advice: "Write it with 'swiftdata schema freeze'.")
    }
    try self.init(String(decoding: data, as: UTF8.self), file: url.path)
  }

  init(_ text: String, file: String) throws {
    self.init(origin: .sources, version: "")
    var hasFormat = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      func damaged(_ what: String) -> StoreError {
        StoreError(
          .invalidInput, "Line \(index + 1): \(what)", file: file,
          advice: "Take the file from your version control, or freeze the schema again.")
      }
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
      let words = trimmed.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { throw damaged("It has one word only.") }
      let (keyword, rest) = (words[0], words[1])
      let list = rest.components(separatedBy: ", ")
      let parts = rest.components(separatedBy: ": ")
      switch keyword {
      case "format":
        guard rest == "\(Self.format)" else {
          throw damaged("The format \(rest) is of another version of this tool.")
        }
        hasFormat = true
      case "source":
        guard let origin = Origin(rawValue: rest) else { throw damaged("There is no source '\(rest)'.") }
        self.origin = origin
      case "version": version = rest
      case "model": models.append(Model(name: parts[0], parent: parts.count > 1 ? parts[1] : nil))
      case "struct", "enum":
        types.append(
          ValueType(name: parts[0], isEnum: keyword == "enum", rawType: parts.count > 1 ? parts[1] : nil))
      case "member":
        guard !types.isEmpty else { throw damaged("It belongs to no type.") }
        types[types.count - 1].members.append(rest)
      case "attribute", "relationship", "unique", "index":
        guard !models.isEmpty, types.isEmpty else { throw damaged("It belongs to no model.") }
        switch keyword {
        case "unique": models[models.count - 1].unique.append(list)
        case "index": models[models.count - 1].indexes.append(list)
        default:
          guard let property = Property(rest, isRelationship: keyword == "relationship") else {
            throw damaged("A property with its type is expected.")
          }
          models[models.count - 1].properties.append(property)
        }
      default: throw damaged("Nothing begins with '\(keyword)'.")
      }
    }
    guard hasFormat, SchemaVersionNumber(version) != nil else {
      throw StoreError(
        .invalidInput, "This is no frozen schema: it has no format, or no version.", file: file,
        advice: "Write it with 'swiftdata schema freeze'.")
    }
  }
}

extension FrozenSchema.Property {
  var line: String {
    var parts = ["\(isRelationship ? "relationship" : "attribute") \(name): \(type)\(isOptional ? "?" : "")"]
    parts += options.sorted()
    if let formerName { parts.append("was \(formerName)") }
    if let inverse { parts.append("inverse \(inverse)") }
    if let deleteRule { parts.append("delete \(deleteRule)") }
    // Last: it may have anything in it.
    if let initial { parts.append("default \(initial)") }
    return parts.joined(separator: " | ")
  }

  init?(_ text: String, isRelationship: Bool) {
    var rest = text
    var initial: String?
    if let range = text.range(of: " | default ") {
      initial = String(text[range.upperBound...])
      rest = String(text[..<range.lowerBound])
    }
    var parts = rest.components(separatedBy: " | ")
    guard let colon = parts[0].range(of: ": ") else { return nil }
    var type = String(parts[0][colon.upperBound...])
    let isOptional = type.hasSuffix("?")
    if isOptional { type.removeLast() }
    self.init(
      name: String(parts[0][..<colon.lowerBound]), type: type, isOptional: isOptional, isRelationship: isRelationship)
    guard !name.isEmpty, !type.isEmpty else { return nil }
    self.initial = initial
    parts.removeFirst()
    for part in parts {
      func value(_ keyword: String) -> String? { part.hasPrefix(keyword) ? String(part.dropFirst(keyword.count)) : nil }
      if let name = value("was ") {
        formerName = name
      } else if let name = value("inverse ") {
        inverse = name
      } else if let rule = value("delete ") {
        deleteRule = rule
      } else {
        options.append(part)
      }
    }
  }
}
