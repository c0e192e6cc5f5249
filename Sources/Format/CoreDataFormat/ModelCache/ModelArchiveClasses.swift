// SPDX-License-Identifier: Apache-2.0

/// Core Data's classes in the archive of a model.
extension ArchivedClass {
  static let model = ArchivedClass("NSManagedObjectModel")
  static let entity = ArchivedClass("NSEntityDescription")
  static let attribute = ArchivedClass("NSAttributeDescription", "NSPropertyDescription")
  static let compositeAttribute = ArchivedClass(
    "NSCompositeAttributeDescription", "NSAttributeDescription", "NSPropertyDescription")
  static let derivedAttribute = ArchivedClass(
    "NSDerivedAttributeDescription", "NSAttributeDescription", "NSPropertyDescription")
  static let relationship = ArchivedClass("NSRelationshipDescription", "NSPropertyDescription")
  /// An inherited property.
  static let propertyProxy = ArchivedClass("_NSPropertyDescriptionProxy")
  static let fetchIndex = ArchivedClass("NSFetchIndexDescription")
  static let fetchIndexElement = ArchivedClass("NSFetchIndexElementDescription")
  static let knownKeysDictionary = ArchivedClass(
    "NSKnownKeysDictionary1", "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary")
  static let knownKeysMapping = ArchivedClass(
    "NSKnownKeysMappingStrategy1", "NSKnownKeysMappingStrategy")
}

/// Bits of `_P`, as far as stores show what they say. Which one a transient
/// property has, they do not; `NSIsTransient` says it besides.
enum PropertyBits {
  /// Set in every property of every store looked at.
  static let always: Int64 = 1 | 16 | 32
  static let isOptional: Int64 = 2
  static let isReadOnly: Int64 = 4
  static let hasNoUserInfo: Int64 = 64
  static let hasNoVersionHashModifier: Int64 = 128
  static let isOrdered: Int64 = 1024

  static func bits(
    isOptional: Bool, isReadOnly: Bool = false, isOrdered: Bool = false, hasUserInfo: Bool,
    hasVersionHashModifier: Bool
  ) -> PropertyListValue {
    var bits = always
    if isOptional { bits |= Self.isOptional }
    if isReadOnly { bits |= Self.isReadOnly }
    if isOrdered { bits |= Self.isOrdered }
    if !hasUserInfo { bits |= hasNoUserInfo }
    if !hasVersionHashModifier { bits |= hasNoVersionHashModifier }
    return .integer(bits)
  }
}
