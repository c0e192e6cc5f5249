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
    ([entityName, id.key.text] + (storeIdentifier.map { [$0] } ?? []))
      .map(Self.escaped).joined(separator: "~")
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

  /// Letters, digits and the marks that need no escape in an address, but the one that parts the text.
  private static func escaped(_ part: String) -> String {
    part.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")
}
