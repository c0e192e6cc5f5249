// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A view whose state is part of the page's address: a stack with open pages, a tab view, a list in which one selects.
@MainActor protocol AddressPart: AnyObject {
  /// The segments of the address, percent-encoded when they are written.
  var segments: [String] { get }

  /// Takes segments from the front that say something about it, and shows what they say. What is left is for those
  /// within it. Returns false if there may be more to take once views have been evaluated: it is asked again then.
  ///
  /// - Parameter isFirst: Whether it was not asked yet. What it shows beyond the address has to go.
  func restore(_ segments: inout [String], isFirst: Bool) -> Bool
}

/// The parts of the address that are shown, those further out first.
enum AddressKey: PreferenceKey {
  static var defaultValue: [any AddressPart] { [] }
  static func reduce(value: inout [any AddressPart], nextValue: () -> [any AddressPart]) { value += nextValue() }
}

/// The address of a page, as a path: what was opened and chosen, so that it can be kept and shared.
@MainActor enum Address {
  static func path(_ first: [String] = [], _ parts: [any AddressPart]) -> String {
    "/" + (first + parts.flatMap(\.segments)).map(encoded).joined(separator: "/")
  }

  static func segments(_ location: String) -> [String] {
    let path = location.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").prefix(32).compactMap { $0.removingPercentEncoding }.filter {
      $0.utf8.count <= 512
    }
  }

  static func encoded(_ segment: String) -> String {
    segment.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  private static let allowed = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$'()*+,=:@")
}

/// How an address names a value: by the type and the value's code, so that it can be made again, or found again among the
/// links that are shown.
@MainActor enum AddressValue {
  /// `Trip.12` for a model, `String."x"` for other values; nil if another run of the program would not know it.
  static func segment(for value: AnyHashable) -> String? {
    if let page = value.base as? DirectPage { return page.segment }
    if let model = value.base as? any PersistentModel { return segment(model.persistentModelID) }
    if let identifier = value.base as? PersistentIdentifier { return segment(identifier) }
    let type = "\(Swift.type(of: value.base))"
    if let code = value.base as? any Encodable, let data = try? encoder.encode(code),
      let text = String(data: data, encoding: .utf8), text.utf8.count <= 300
    {
      return "\(type).\(text)"
    }
    // Cases of an enumeration and the like.
    let text = String(describing: value.base)
    return text.utf8.count <= 100 ? "\(type).\(text)" : nil
  }

  /// Nil while the model is not saved.
  private static func segment(_ identifier: PersistentIdentifier) -> String? {
    guard !identifier.isTemporary, let key = identifier.rowKey else { return nil }
    return "\(identifier.entityName).\(key)"
  }

  /// A link without a value is named by its place among the views of its page: another one has that name only if the
  /// program was changed.
  static func segment(forLinkAt node: Node) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) { for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    var current = node
    while let parent = current.parent {
      if current.environment.navigation !== parent.environment.navigation { break }
      switch current.slot {
      case .index(let index): add("/\(index)")
      case .id(let id): add("/\(segment(for: id.value) ?? "")")
      }
      current = parent
    }
    return "~" + String(hash, radix: 36)
  }

  /// The value that a segment names, if it is one of the type.
  static func value(_ segment: String, as type: Any.Type, _ context: ModelContext?) -> AnyHashable? {
    guard let (name, code) = parts(segment) else { return nil }
    if let row = row(segment), let context, let model = context._model(entity: row.entity, key: row.key) {
      if type == PersistentIdentifier.self { return AnyHashable(model.persistentModelID) }
      func cast<M: PersistentModel>(_: M.Type) -> AnyHashable? { (model as? M).map { AnyHashable($0) } }
      if let models = type as? any PersistentModel.Type { return cast(models) }
    }
    // Identifiers are written as rows: no address holds the code of one.
    guard name == "\(type)", type != PersistentIdentifier.self,
      let decodable = type as? any (Decodable & Hashable).Type
    else { return nil }
    func decode<T: Decodable & Hashable>(_: T.Type) -> AnyHashable? {
      (try? JSONDecoder().decode(T.self, from: Data(code.utf8))).map { AnyHashable($0) }
    }
    return decode(decodable)
  }

  private static func parts(_ segment: String) -> (name: String, code: String)? {
    guard let dot = segment.firstIndex(of: ".") else { return nil }
    return (String(segment[..<dot]), String(segment[segment.index(after: dot)...]))
  }

  /// The row that a segment such as `Trip.12` names.
  static func row(_ segment: String) -> (entity: String, key: Int64)? {
    guard let (name, code) = parts(segment), let key = Int64(code) else { return nil }
    return (name, key)
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    // Sorted, so that equal values have equal addresses.
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()
}
