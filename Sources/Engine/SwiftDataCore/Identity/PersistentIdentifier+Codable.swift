// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PersistentIdentifier {
  private enum OuterKey: String, CodingKey { case implementation }

  private enum InnerKey: String, CodingKey {
    case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName
  }

  public func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: OuterKey.self)
    var inner = outer.nestedContainer(keyedBy: InnerKey.self, forKey: .implementation)
    try inner.encode(id.key.text, forKey: .primaryKey)
    try inner.encode(uriRepresentation, forKey: .uriRepresentation)
    try inner.encode(isTemporary, forKey: .isTemporary)
    try inner.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    try inner.encode(entityName, forKey: .entityName)
  }

  public init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: OuterKey.self)
    let inner = try outer.nestedContainer(keyedBy: InnerKey.self, forKey: .implementation)
    let key: IdentifierKey
    if let text = try? inner.decode(String.self, forKey: .primaryKey) {
      key = IdentifierKey(text: text)
    } else {
      // Custom stores may use any scalar.
      key = .text(String(try inner.decode(Int64.self, forKey: .primaryKey)), nil)
    }
    self.init(
      scope: IdentifierScope(
        storeIdentifier: try inner.decodeIfPresent(String.self, forKey: .storeIdentifier),
        entityName: try inner.decode(String.self, forKey: .entityName)),
      key: key)
  }

  /// Core Data's form: `x-coredata://<store>/<entity>/p<key>`.
  package var uriRepresentation: URL {
    let host = storeIdentifier ?? ""
    let entity =
      entityName.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? entityName
    return URL(string: "x-coredata://\(host)/\(entity)/\(id.key.text)")
      ?? URL(fileURLWithPath: "/\(entity)")
  }
}

extension IdentifierKey {
  /// `p12` for a row, `t` and a UUID for a temporary key.
  var text: String {
    switch self {
    case .row(let key): "p\(key)"
    case .temporary(let key): TemporaryKeys.text(of: key)
    case .text(let text, _): text
    }
  }

  /// The key of a row that is a text itself: never that of a model which is not saved.
  init(rowText text: String) {
    let key = IdentifierKey(text: text)
    if case .temporary = key { self = .text(text, nil) } else { self = key }
  }

  init(text: String) {
    if text.first == "p", let key = Int64(text.dropFirst()), key >= 0, text == "p\(key)" {
      self = .row(key)
    } else if let key = TemporaryKeys.key(fromText: text) {
      self = .temporary(key)
    } else {
      self = .text(text, nil)
    }
  }

  /// A key as a store names it: whole numbers are rows, as they are in the library's stores.
  init<T: CustomStringConvertible>(primaryKey: T) {
    if let number = primaryKey as? any BinaryInteger, let key = Int64(exactly: number), key >= 0 {
      self = .row(key)
    } else if primaryKey is String, case .row(let key) = IdentifierKey(text: primaryKey.description) {
      self = .row(key)
    } else {
      self = .text(primaryKey.description, ObjectIdentifier(T.self))
    }
  }
}
