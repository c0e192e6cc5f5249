// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftData
import SwiftDataSyncCore

/// What objects have of attributes of which their records say nothing.
extension SyncedAttribute {
  /// The default value of a record's object; nil: the class has none.
  ///
  /// One that is made for each object, such as `UUID()`, is made of the record's identity: all devices have the same one, and
  /// no two objects do. A constant would make one object of all of them where the attribute is unique.
  func initial(of id: RecordID) -> SyncValue? {
    guard let renew, let initial else { return initial }
    switch initial {
    case .uuid: return .uuid(uuid(of: id))
    case .text(let text) where UUID(uuidString: text) != nil:
      let own = uuid(of: id).uuidString
      return .text(text == text.lowercased() ? own.lowercased() : own)
    default: return renew() ?? initial
    }
  }

  /// Whether a value is the default one: of this object, or of all, as a migration of the store gives it.
  func isInitial(_ value: SyncValue, of id: RecordID) -> Bool {
    guard let initial else { return false }
    if access.isSame(initial, value) { return true }
    return renew != nil && self.initial(of: id).map { access.isSame($0, value) } == true
  }

  /// Version 8 of RFC 9562: of a hash.
  private func uuid(of id: RecordID) -> UUID {
    var bytes = Array(SHA2.sha256(Array("\(id.type)\u{0}\(id.name)\u{0}\(field)".utf8)).prefix(16))
    guard bytes.count == 16 else { return UUID() }
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return UUID(uuid: uuid)
  }
}

extension SyncedModel {
  /// Gives a new object the default values of what stays on the device. No record has them, nor has the object any value yet.
  func giveDefaults(to model: any PersistentModel) {
    var made: [ObjectIdentifier: [String: Any]] = [:]
    for local in locals {
      let key = ObjectIdentifier(local.type)
      let values = made[key] ?? AppleGaps.defaults(of: local.type)
      made[key] = values
      guard let value = values[local.name].flatMap({ try? FieldCodec.encode($0) }) else { continue }
      try? local.access.write(model, value)
    }
  }
}
