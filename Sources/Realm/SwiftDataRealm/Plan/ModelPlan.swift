// SPDX-License-Identifier: Apache-2.0

import RealmFile

/// The SwiftData models for the classes of a Realm file.
///
/// It is derived from the schema of the file alone, without the app's sources. It contains the names of both sides, so
/// that values can be moved with it.
///
/// - A class is a model. An embedded class is a struct if its properties are
///   plain values, else a model that is deleted with its owner.
/// - A link is a to-one relationship, a set of links a to-many one. Each has
///   an inverse, since without one an object could be in one set only.
/// - A list of links is ordered, and may have an object more than once; a relationship is neither. So it becomes
///   models, one for each element, and so does a dictionary of links.
public struct ModelPlan: Sendable {
  /// The models, in the order of the file; then those of the elements of lists
  /// and dictionaries.
  public internal(set) var models: [PlannedModel] = []
  /// The structs that embedded classes become.
  public internal(set) var structs: [PlannedStruct] = []
  /// The name of the type for values of any type; `nil` if none is needed.
  public internal(set) var anyTypeName: String?
  /// The parts without a counterpart, in words.
  public internal(set) var losses: [Loss] = []

  /// Something of the file that the models do not have.
  public struct Loss: Hashable, Sendable {
    /// The class in the file.
    public var className: String
    /// The property there; `nil` if it is all of the class.
    public var property: String?
    /// The loss, and the reason.
    public var reason: String
  }

  /// The model that a class of the file becomes; `nil` if it becomes none.
  public subscript(className: String) -> PlannedModel? {
    models.first { $0.source == className }
  }
}

/// A model class to be.
public struct PlannedModel: Sendable {
  /// Its name in Swift.
  public var name: String
  /// The class in the file; `nil` for the elements of a collection.
  public var source: String?
  /// Its properties, in the order of the file.
  public var properties: [PlannedProperty] = []
  /// The names of the properties that have an index.
  public var indexes: [String] = []
  /// Notes for readers of the source.
  public var notes: [String] = []
}

/// A struct to be.
public struct PlannedStruct: Sendable {
  /// Its name in Swift.
  public var name: String
  /// The embedded class in the file.
  public var source: String
  /// Its properties, in the order of the file.
  public var properties: [PlannedProperty] = []
}

/// A property to be.
public struct PlannedProperty: Sendable {
  /// The role of the property.
  public enum Role: Sendable {
    /// A value in a column.
    case value
    /// Values of an embedded class, as structs.
    case structure
    /// One object.
    case toOne
    /// Any number of objects, in no order.
    case toMany
    /// The elements of a list or dictionary, which are models.
    ///
    /// `list` is the name of the property that has the objects in them.
    case elements(list: String, isDictionary: Bool, target: String)
    /// The other end of a relationship.
    case inverse
  }

  /// How a relationship behaves.
  public enum DeleteRule: String, Sendable {
    /// The other object stays.
    case nullify
    /// The other object is deleted too.
    case cascade
  }

  /// Its name in Swift.
  public var name: String
  /// The property in the file; `nil` if there is none.
  public var source: String?
  /// The role of the property.
  public var role: Role
  /// Its type in Swift, with its question mark.
  public var type: String
  /// The value that it has without being given one; `nil` if it must be given
  /// one.
  public var initial: String?
  /// Whether no two objects have the same value.
  public var isUnique = false
  /// Whether the value is kept as JSON.
  public var isCodable = false
  /// How a relationship behaves.
  public var deleteRule = DeleteRule.nullify
  /// The other end of a relationship, as `Type.property`, where it is said
  /// here.
  public var inverse: (type: String, property: String)?
  /// Notes for readers of the source.
  public var notes: [String] = []
}
