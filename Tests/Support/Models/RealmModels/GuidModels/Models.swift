// The models of fmt23-realm-dotnet__guids__514f1654.realm, format 23, schema version 0.
// Written by 'swiftdata realm schema --swift'.

import Foundation
import SwiftData

/// An embedded object: it belongs to one other, and is deleted with it.
@Model
final class EmbeddedGuidType {
  var RegularProperty: UUID = UUID()
  var GuidList: [UUID] = []
  var GuidSet: Set<UUID> = []
  var GuidDict: [String: UUID] = [:]
  var OptionalProperty: UUID?
  var OptionalList: [UUID?] = []
  var OptionalSet: Set<UUID?> = []
  var OptionalDict: [String: UUID?] = [:]
  @Relationship(inverse: \GuidType.embeddedGuidTypes) var LinkProperty: GuidType?
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedProperty: RealmAny = .null
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedList: [RealmAny] = []
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedSet: Set<RealmAny> = []
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedDict: [String: RealmAny] = [:]
  /// The other end of GuidType.EmbeddedProperty.
  var guidType: GuidType?

  init(
    RegularProperty: UUID = UUID(),
    GuidList: [UUID] = [],
    GuidSet: Set<UUID> = [],
    GuidDict: [String: UUID] = [:],
    OptionalProperty: UUID? = nil,
    OptionalList: [UUID?] = [],
    OptionalSet: Set<UUID?> = [],
    OptionalDict: [String: UUID?] = [:],
    LinkProperty: GuidType? = nil,
    MixedProperty: RealmAny = .null,
    MixedList: [RealmAny] = [],
    MixedSet: Set<RealmAny> = [],
    MixedDict: [String: RealmAny] = [:]
  ) {
    self.RegularProperty = RegularProperty
    self.GuidList = GuidList
    self.GuidSet = GuidSet
    self.GuidDict = GuidDict
    self.OptionalProperty = OptionalProperty
    self.OptionalList = OptionalList
    self.OptionalSet = OptionalSet
    self.OptionalDict = OptionalDict
    self.LinkProperty = LinkProperty
    self.MixedProperty = MixedProperty
    self.MixedList = MixedList
    self.MixedSet = MixedSet
    self.MixedDict = MixedDict
  }
}

@Model
final class GuidType {
  @Attribute(.unique) var _id: UUID
  var RegularProperty: UUID = UUID()
  var GuidList: [UUID] = []
  var GuidSet: Set<UUID> = []
  var GuidDict: [String: UUID] = [:]
  var OptionalProperty: UUID?
  var OptionalList: [UUID?] = []
  var OptionalSet: Set<UUID?> = []
  var OptionalDict: [String: UUID?] = [:]
  @Relationship(inverse: \GuidType.guidTypes) var LinkProperty: GuidType?
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedProperty: RealmAny = .null
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedList: [RealmAny] = []
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedSet: Set<RealmAny> = []
  /// An AnyRealmValue.
  @Attribute(.codable) var MixedDict: [String: RealmAny] = [:]
  @Relationship(deleteRule: .cascade, inverse: \EmbeddedGuidType.guidType)
  var EmbeddedProperty: EmbeddedGuidType?
  /// The other end of EmbeddedGuidType.LinkProperty.
  var embeddedGuidTypes: [EmbeddedGuidType] = []
  /// The other end of GuidType.LinkProperty.
  var guidTypes: [GuidType] = []

  init(
    _id: UUID,
    RegularProperty: UUID = UUID(),
    GuidList: [UUID] = [],
    GuidSet: Set<UUID> = [],
    GuidDict: [String: UUID] = [:],
    OptionalProperty: UUID? = nil,
    OptionalList: [UUID?] = [],
    OptionalSet: Set<UUID?> = [],
    OptionalDict: [String: UUID?] = [:],
    LinkProperty: GuidType? = nil,
    MixedProperty: RealmAny = .null,
    MixedList: [RealmAny] = [],
    MixedSet: Set<RealmAny> = [],
    MixedDict: [String: RealmAny] = [:],
    EmbeddedProperty: EmbeddedGuidType? = nil
  ) {
    self._id = _id
    self.RegularProperty = RegularProperty
    self.GuidList = GuidList
    self.GuidSet = GuidSet
    self.GuidDict = GuidDict
    self.OptionalProperty = OptionalProperty
    self.OptionalList = OptionalList
    self.OptionalSet = OptionalSet
    self.OptionalDict = OptionalDict
    self.LinkProperty = LinkProperty
    self.MixedProperty = MixedProperty
    self.MixedList = MixedList
    self.MixedSet = MixedSet
    self.MixedDict = MixedDict
    self.EmbeddedProperty = EmbeddedProperty
  }
}

/// A value of any type, as Realm's AnyRealmValue.
///
/// An object is named by its class and its key in the Realm file, as a
/// value cannot be related to a model.
indirect enum RealmAny: Codable, Hashable {
  case null
  case int(Int)
  case bool(Bool)
  case float(Float)
  case double(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case decimal(Decimal)
  case objectID(String)
  case uuid(UUID)
  case object(type: String, key: Int)
  case list([RealmAny])
  case dictionary([String: RealmAny])
}
