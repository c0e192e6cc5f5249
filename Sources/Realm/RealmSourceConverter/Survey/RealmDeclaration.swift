// SPDX-License-Identifier: Apache-2.0

/// A class of Realm's, as sources declare it.
struct RealmDeclaration {
  /// What Realm keeps it as.
  enum Kind: String {
    /// Objects of their own.
    case object
    /// Objects that belong to one other.
    case embedded
    /// Objects that are written for a server only.
    case asymmetric
    /// A view of another class.
    case projection
  }

  var name: String
  var kind: Kind
  /// The class it inherits from, if that is none of Realm's.
  var superclass: String?
  /// The class that a projection shows.
  var projected: String?
  /// Its other conformances.
  var conformances: [String]
  /// The properties that Realm keeps, in order.
  var properties: [RealmPropertyDeclaration] = []
  /// Its own primary key, not an inherited one.
  var primaryKey: String?
  /// Whether `primaryKey()` returns something that cannot be read off the source.
  var hasUnknownPrimaryKey = false
  /// The names that `indexedProperties()` returns.
  var indexed: [String] = []
  /// The name in the file, if it is another one.
  var fileName: String?
  /// Names in the file of properties that are called otherwise there.
  var mappedNames: [String: String] = [:]
  /// Whether other classes of the sources inherit from it.
  var isSubclassed = false
  /// Whether its declaration makes it fit for a struct.
  var hasValueSemantics = true
  /// The index of its file.
  var file: Int
  /// The labels of the first argument of its own initializers.
  var initializers: [String] = []
  /// The names of what it and its extensions declare.
  var members: Set<String> = []

  func property(_ name: String) -> RealmPropertyDeclaration? {
    properties.first { $0.name == name }
  }
}

/// A property that Realm keeps, as sources declare it.
struct RealmPropertyDeclaration {
  /// How many values it has.
  enum Collection: String {
    case list, set, dictionary
    /// The objects that link to this one.
    case linking
  }

  var name: String
  /// The type of a value or an element, without question mark; `nil` if the
  /// source does not show it.
  var type: String?
  var collection: Collection?
  /// Whether the value, or the elements, may be missing.
  var isOptional: Bool
  /// Whether it is a box: `RealmOptional` or `RealmProperty`.
  var isBoxed = false
  var isPrimaryKey = false
  var isIndexed = false
  /// For linking objects: the property that links.
  var origin: String?
  /// The value it has without being given one.
  var initial: String?
  /// Whether the type is written with an exclamation mark.
  var isImplicitlyUnwrapped = false
}

/// What an enum of the sources is.
struct EnumDeclaration {
  var name: String
  var rawType: String?
  var firstCase: String?
  var conformances: Set<String>
}
