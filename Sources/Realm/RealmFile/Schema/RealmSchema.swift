// SPDX-License-Identifier: Apache-2.0

/// The classes of a file.
public struct RealmSchema: Hashable, Sendable {
  /// The version of the file's format: 2 … 24, or 0 for an empty file.
  public var format: Int
  /// The version of the app's schema; `nil` if the file does not tell.
  public var version: UInt64?
  /// The classes, in the order of their tables. Those that Realm keeps for
  /// itself are among them: see ``RealmClass/isInternal``.
  public var classes: [RealmClass]

  /// Makes a schema.
  public init(format: Int, version: UInt64? = nil, classes: [RealmClass]) {
    self.format = format
    self.version = version
    self.classes = classes
  }

  /// The classes of the app.
  public var appClasses: [RealmClass] { classes.filter { !$0.isInternal } }

  /// The class of that name.
  public subscript(name: String) -> RealmClass? { classes.first { $0.name == name } }
}

/// A class, as its table describes it.
public struct RealmClass: Hashable, Sendable {
  /// The kinds of classes.
  public enum Kind: String, Hashable, Sendable {
    /// An `Object`.
    case topLevel
    /// An `EmbeddedObject`: each belongs to one other object.
    case embedded
    /// An `AsymmetricObject`: written for a server, never read.
    case asymmetric
  }

  /// The name of the class, or of a table that is not one of a class.
  public var name: String
  /// The name of the table: mostly `class_` and the name.
  public var tableName: String
  /// The key of the table in links.
  public var key: RealmTableKey
  /// The kind of the class.
  public var kind: Kind
  /// Its properties, in the order of the file.
  public var properties: [RealmProperty]
  /// The name of the property that is the primary key.
  public var primaryKey: String?
  /// The properties of other classes whose links lead here.
  public var backlinks: [RealmBacklink]
  /// Whether the table is one that Realm keeps for itself.
  public var isInternal: Bool

  /// Makes a class.
  public init(
    name: String, tableName: String, key: RealmTableKey, kind: Kind = .topLevel,
    properties: [RealmProperty], primaryKey: String? = nil, backlinks: [RealmBacklink] = [],
    isInternal: Bool = false
  ) {
    self.name = name
    self.tableName = tableName
    self.key = key
    self.kind = kind
    self.properties = properties
    self.primaryKey = primaryKey
    self.backlinks = backlinks
    self.isInternal = isInternal
  }

  /// The property of that name.
  public subscript(name: String) -> RealmProperty? { properties.first { $0.name == name } }
}

/// The other end of links.
public struct RealmBacklink: Hashable, Sendable {
  /// The class that the links are in.
  public var origin: String
  /// The property there.
  public var property: String

  /// Makes a backlink.
  public init(origin: String, property: String) {
    self.origin = origin
    self.property = property
  }
}
