// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PersistentIdentifier {
  /// The identifier as a short text, always the same for a row, for addresses, links and preferences.
  ///
  /// ```swift
  /// let link = URL(string: "https://example.org/trips/\(trip.persistentModelID.stringRepresentation)")
  /// let identifier = try PersistentIdentifier(stringRepresentation: text)
  /// let trip = context.model(for: identifier)
  /// ```
  ///
  /// It has the class, the key of the row and the store: `Trip~p12~BCBAB41C-CD5B-4FC0-A8A6-766E3138FA46`. All its
  /// characters are allowed in addresses. The text of a temporary identifier has no store, and is valid only in this
  /// process.
  public var stringRepresentation: String {
    var text = ""
    // The class, a key, and a UUID.
    text.reserveCapacity(entityName.utf8.count + 48)
    Self.append(entityName, to: &text)
    text += "~"
    Self.append(id.key.text, to: &text)
    if let storeIdentifier {
      text += "~"
      Self.append(storeIdentifier, to: &text)
    }
    return text
  }

  /// Creates the identifier of a text from ``stringRepresentation``, or of its JSON encoding.
  ///
  /// - Throws: ``SwiftDataError/valueOutOfRange`` if the text is neither. Texts come from outside: treat the error as
  ///   an unknown object.
  public init(stringRepresentation text: String) throws {
    if text.first == "{" {
      do { self = try JSONDecoder().decode(PersistentIdentifier.self, from: Data(text.utf8)) } catch {
        throw Self.invalidText(underlying: error)
      }
      return
    }
    let parts = text.split(separator: "~", omittingEmptySubsequences: false).map(\.removingPercentEncoding)
    guard parts.count == 2 || parts.count == 3, let entity = parts[0], !entity.isEmpty, let key = parts[1],
      !key.isEmpty,
      parts.allSatisfy({ $0 != nil })
    else { throw Self.invalidText() }
    let scope = IdentifierScope(storeIdentifier: parts.count == 3 ? parts[2] : nil, entityName: entity)
    let identifier = PersistentIdentifier(scope: scope, key: IdentifierKey(text: key))
    // One row has one text: `p012` is none.
    guard identifier.stringRepresentation == text else { throw Self.invalidText() }
    self = identifier
  }

  private static func invalidText(underlying: (any Error)? = nil) -> SwiftDataError {
    SwiftDataError(
      .valueOutOfRange, "The text is not that of an identifier.",
      advice: "Pass the complete, unchanged value of stringRepresentation.", underlying: underlying)
  }

  /// Appends a part, with percent escapes for all but letters, digits and the marks that need none in an address, and for
  /// the one that parts the text. By hand: a service writes an identifier for each row of an answer, and Foundation
  /// converts each to UTF-16 and back.
  private static func append(_ part: String, to text: inout String) {
    if part.utf8.allSatisfy(isUnreserved) { return text += part }
    for byte in part.utf8 {
      if isUnreserved(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0" : "%"
        text += digits
      }
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
