// SPDX-License-Identifier: Apache-2.0

/// The names of Realm's types, and what they become.
enum RealmNames {
  static let modules: Set<String> = ["RealmSwift", "Realm"]

  /// Modules that make no sense without Realm.
  static let companions: Set<String> = [
    "IceCream", "ObjectMapperAdditions_Realm", "ObjectMapper_Realm", "RealmMapper", "RxRealm",
    "RxRealmDataSources", "Unrealm",
  ]

  /// Classes that models inherit from.
  static let roots: [String: RealmDeclaration.Kind] = [
    "Object": .object, "RealmSwiftObject": .object, "EmbeddedObject": .embedded,
    "RealmSwiftEmbeddedObject": .embedded, "AsymmetricObject": .asymmetric,
    "Projection": .projection,
  ]

  /// Protocols of Realm's and its companions that a model or enum does not
  /// conform to any more.
  static let protocols: Set<String> = [
    "CKRecordConvertible", "CKRecordRecoverable", "CustomPersistable", "FailableCustomPersistable",
    "ObjectKeyIdentifiable", "PersistableEnum", "RealmCollectionValue", "RealmEnum",
  ]

  /// Types of values that Foundation and the standard library have.
  static let values: [String: (type: String, initial: String)] = [
    "Bool": ("Bool", "false"), "Int": ("Int", "0"), "Int8": ("Int8", "0"),
    "Int16": ("Int16", "0"), "Int32": ("Int32", "0"), "Int64": ("Int64", "0"),
    "NSInteger": ("Int", "0"), "Float": ("Float", "0"), "Double": ("Double", "0"),
    "CGFloat": ("CGFloat", "0"), "TimeInterval": ("TimeInterval", "0"),
    "String": ("String", "\"\""), "NSString": ("String", "\"\""), "Data": ("Data", "Data()"),
    "NSData": ("Data", "Data()"), "Date": ("Date", "Date()"), "NSDate": ("Date", "Date()"),
    "UUID": ("UUID", "UUID()"), "NSUUID": ("UUID", "UUID()"), "ObjectId": ("String", "ObjectID.generate()"),
    "Decimal128": ("Decimal", "0"), "AnyRealmValue": ("RealmAny", ".null"),
  ]

  /// The last part of a name: `RealmSwift.List` is `List`.
  static func last(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}
