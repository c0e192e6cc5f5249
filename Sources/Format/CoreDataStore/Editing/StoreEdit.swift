// SPDX-License-Identifier: Apache-2.0

/// A change of an object that somebody has asked for.
///
/// Values are given as `export` writes them; relationships to one object by identifiers, such as `Trip/p12`.
package enum StoreEdit: Equatable, Sendable {
  case update(ObjectReference, [JSONValue.Member])
  case insert(entity: String, [JSONValue.Member])
  /// With all that its relationships' delete rules say.
  case delete(ObjectReference)
}
