// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

/// Reads all that can be read of a file, in every way there is.
package enum Reading {
  /// - Returns: how many values were read.
  @discardableResult
  package static func all(_ file: RealmFile) throws -> Int {
    var count = 0
    for table in file.tables {
      let rows = table.rows()
      while let row = try rows.next() {
        for (index, property) in table.type.properties.enumerated()
        where property.type != .unsupported {
          let value = try row.value(at: index)
          count += 1
          guard property.collection != nil, count % 5 == 0 else { continue }
          let elements = try row.elements(of: property.name)
          while let element = try elements.nextEntry() { _ = element }
          _ = value
        }
        for index in table.type.backlinks.indices { _ = try row.sources(ofBacklink: index) }
        if count % 11 == 0 {
          _ = try table.row(row.key)
          _ = try table.row(RealmObjectKey(row.key.rawValue &+ 1))
        }
      }
    }
    return count
  }

  /// The error that reading leads to; `nil` if it leads to none.
  package static func error(_ bytes: [UInt8], key: RealmKey? = nil) throws -> RealmFileError? {
    do {
      try all(RealmFile(bytes: bytes, key: key))
      return nil
    } catch let error as RealmFileError {
      return error
    }
  }
}
