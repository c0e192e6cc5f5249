// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SourceText

/// Default values as Swift.
struct DefaultSource {
  let types: StandardTypes

  /// `nil` if there is none, or none that Swift could write down.
  func text(_ attribute: AttributeDescription) -> String? {
    guard let value = attribute.defaultValue else { return nil }
    if attribute.isEnumeration { return enumeration(attribute, value) }
    switch (attribute.type, value) {
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      return "\(number)"
    case (.double, _), (.float, _), (.decimal, _): return Self.number(value)
    case (.boolean, .bool(let value)): return "\(value)"
    case (.boolean, .integer(let value)): return value == 0 ? "false" : "true"
    case (.string, .string(let text)): return SwiftNames.literal(text)
    case (.date, .date(let date)): return self.date(date)
    // A fresh one, taken when the app made its model.
    case (.uuid, .uuid): return "\(types.name("UUID"))()"
    case (.uri, .url(let text)), (.uri, .string(let text)):
      return "\(types.name("URL"))(string: \(SwiftNames.literal(text)))!"
    case (.binaryData, .data(let data)):
      return data.isEmpty
        ? "\(types.name("Data"))()"
        : "\(types.name("Data"))([\(data.prefix(4096).map { "\($0)" }.joined(separator: ", "))])"
    case (.transformable, .array([])):
      return attribute.valueClassName?.hasPrefix("Array<") == true ? "[]" : nil
    case (.transformable, .dictionary([:])):
      return attribute.valueClassName?.hasPrefix("Dictionary<") == true ? "[:]" : nil
    default: return nil
    }
  }

  private static func number(_ value: DefaultValue) -> String? {
    switch value {
    case .integer(let value): "\(value)"
    case .double(let value): value.isFinite ? "\(value)" : nil
    case .decimal(let value): "\(value)"
    default: nil
    }
  }

  private func date(_ date: Date) -> String {
    let name = types.name("Date")
    if date == .distantPast { return "\(name).distantPast" }
    if date == .distantFuture { return "\(name).distantFuture" }
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds == 0 { return "\(name)(timeIntervalSinceReferenceDate: 0)" }
    if date.timeIntervalSince1970 == 0 { return "\(name)(timeIntervalSince1970: 0)" }
    return "\(name)()"
  }

  private func enumeration(_ attribute: AttributeDescription, _ value: DefaultValue) -> String? {
    guard case .dictionary(let fields) = value, fields.count == 1, let chosen = fields.first else {
      return nil
    }
    if !attribute.hasRawValues, case .string(chosen.key) = chosen.value {
      return ".\(SwiftNames.escaped(chosen.key))"
    }
    return nil
  }
}
