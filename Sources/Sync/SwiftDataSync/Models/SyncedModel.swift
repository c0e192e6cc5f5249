// SPDX-License-Identifier: Apache-2.0

import SwiftData
import SwiftDataSyncCore

/// A class that is synced.
struct SyncedModel: Sendable {
  var name: String
  var access: ModelAccess
  var attributes: [SyncedAttribute] = []
  /// Relationships that are a part of this class's records.
  var relationships: [SyncedRelationship] = []
  /// The other ends of such relationships.
  var inverses: [SyncedInverse] = []
  /// The class, and those that it inherits from, by name.
  var family: Set<String> = []
  /// Attributes that stay on the device and have a default value.
  var locals: [SyncedLocal] = []
  /// An attribute that stays on the device, and of which no two objects may have the same value; the class has none for an
  /// object that comes from another device.
  var unfillable: String?

  /// The names of all that its records have.
  var fields: [String] { attributes.map(\.field) + relationships.map(\.field) }
  var sealed: [SyncedAttribute] { attributes.filter(\.isSealed) }
}

/// An attribute, which is a field of the record.
struct SyncedAttribute: Sendable {
  var name: String
  /// Its name in records: the first name that it had, so that devices before and after a renaming understand each other.
  var field: String
  /// The name of its type, without what separates the parts of a signature.
  var type: String
  var access: AttributeAccess
  /// What a new object has if the record lacks the field: a device with an older version of the app has made it. Nil: the
  /// class has no default value.
  var initial: SyncValue?
  /// Whether objects may have nothing. For others, a record with nothing is one that lacks the field: the attribute was
  /// optional in the version of the app that has made it.
  var isOptional = false
  /// Makes the default value anew; nil: it is the same for all objects.
  var renew: (@Sendable () -> SyncValue?)?
  /// Whether its values leave the device only encrypted.
  var isSealed = false
}

/// An attribute that stays on the device.
struct SyncedLocal: Sendable {
  var name: String
  /// The class that declares it.
  var type: any PersistentModel.Type
  var access: AttributeAccess
}

/// A relationship whose end is kept in this class's records: as a field with a reference, or as a set of members.
struct SyncedRelationship: Sendable {
  var name: String
  var field: String
  var isToMany: Bool
  var isRequired: Bool
  /// The store lets each object be the end of one owner only, which a merge does not know.
  var isExclusive: Bool
  /// An end may be of a subclass that is not synced, and so in no record.
  var leavesOut: Bool
  /// The synced classes of which an end may be.
  var ends: Set<String>
  var access: RelationshipAccess
}

/// The end of a relationship that the other class's records have.
struct SyncedInverse: Sendable {
  var name: String
  var access: RelationshipAccess
  /// The relationship's field in the records of the other class.
  var field: String
  var isToMany: Bool
  /// The names of the classes whose records may have it.
  var owners: Set<String>
}
