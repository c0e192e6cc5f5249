// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// By what a browser recognizes a field for text on another page that comes in the place of its own: the host has
/// started anew, or has closed the page meanwhile. What was typed is meant for that field alone.
///
/// It is a number of the field's place among the views, of the rows and pages that it is in, of the model that it edits
/// and of the person: another run of the program computes the same one, and nobody else's page has it.
@MainActor enum FieldKey {
  /// The key; nil if another run would not know the field again, such as one in a row that is not stored.
  ///
  /// - Parameter endsWithPage: Whether the value ends with the page: then the browser alone has what was typed, though
  ///   the host has handled it. Such a key begins with "~".
  static func of(_ node: Node, _ edited: EditedPlace?, endsWithPage: Bool) -> String? {
    // FNV-1a: Swift's own hashes differ between processes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in "\(text.utf8.count):".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    add(node.environment.pageUser?.id ?? "")
    if let model = edited?.object as? any PersistentModel {
      guard let name = AddressValue.segment(for: AnyHashable(model.persistentModelID)) else { return nil }
      add(name)
    }
    var current = node
    while let parent = current.parent {
      switch current.slot {
      case .index(let index): add(String(index))
      case .id(let id):
        guard let name = name(id.value) else { return nil }
        add(name)
      }
      current = parent
    }
    return (endsWithPage ? "~" : "") + String(hash, radix: 36)
  }

  /// What an identifier is called in each run of the program; nil if that cannot be said.
  private static func name(_ id: AnyHashable) -> String? {
    // A page of a stack is named by its place and its value.
    if let parts = id.base as? [AnyHashable] {
      let names = parts.compactMap(name)
      return names.count == parts.count ? names.joined(separator: "/") : nil
    }
    // Of an object without a code, and of an address, the text says nothing about which one it is.
    if id.base is ObjectIdentifier { return nil }
    let isObject = type(of: id.base) is AnyObject.Type
    let isKnown = id.base is any PersistentModel || id.base is any Encodable || id.base is DirectPage
    return isObject && !isKnown ? nil : AddressValue.segment(for: id)
  }
}
