// SPDX-License-Identifier: Apache-2.0

import Observation

/// Makes the objects of a class persistent.
///
/// Stored properties become attributes or relationships of the model, and the class becomes
/// `Observable`.
///
///     @Model
///     final class Trip {
///       @Attribute(.unique) var name: String
///       @Relationship(deleteRule: .cascade) var stops: [Stop] = []
///       @Transient var isSelected = false
///
///       init(name: String) { self.name = name }
///     }
@attached(
  member, conformances: Observable, PersistentModel, Sendable,
  names: named(ID), named(_$storage), named(_$ownState), named(_$backingData), named(_$superclass), named(_$describe),
  named(persistentBackingData), named(_$observationRegistrar),
  named(access), named(withMutation), named(schemaMetadata), named(init), named(_$description),
  named(_$ownDescription), named(_$first), named(_$load), named(_$store), named(deinit))
@attached(memberAttribute)
@attached(extension, conformances: Observable, PersistentModel, Sendable)
public macro Model() = #externalMacro(module: "SwiftDataMacros", type: "PersistentModelMacro")

/// Options of a persisted value.
///
///     @Attribute(.unique, originalName: "title") var name: String
///     @Attribute(.externalStorage) var photo: Data?
@attached(peer)
public macro Attribute(
  _ options: Schema.Attribute.Option..., originalName: String? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "AttributePropertyMacro")

/// Options of a relationship.
///
///     @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify,
  minimumModelCount: Int? = 0, maximumModelCount: Int? = 0, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Options of a relationship, with the short names of the count limits.
///
///     @Relationship(deleteRule: .nullify, inverse: \Album.tracks, minimum: 0, maximum: 1)
///     var album: Album?
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, minimum: Int, maximum: Int = 0, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Options of a relationship, with the short name of the upper limit.
///
///     @Relationship(inverse: \Album.tracks, maximum: 1) var album: Album?
@attached(peer)
public macro Relationship(
  _ options: Schema.Relationship.Option...,
  deleteRule: Schema.Relationship.DeleteRule = .nullify, originalName: String? = nil,
  inverse: AnyKeyPath? = nil, maximum: Int, hashModifier: String? = nil
) = #externalMacro(module: "SwiftDataMacros", type: "RelationshipPropertyMacro")

/// Keeps a property out of the store.
///
///     @Transient var isSelected = false
@attached(peer)
public macro Transient() =
  #externalMacro(module: "SwiftDataMacros", type: "TransientPropertyMacro")

/// Declares properties, or groups of properties, whose values are unique.
///
///     @Model final class Person {
///       #Unique<Person>([\.email], [\.givenName, \.familyName])
@freestanding(declaration)
public macro Unique<T: PersistentModel>(_ constraints: [PartialKeyPath<T>]...) =
  #externalMacro(module: "SwiftDataMacros", type: "UniqueConstraintsMacro")

/// Declares indexes, each over a property or a group of properties.
///
///     @Model final class Person {
///       #Index<Person>([\.email], [\.familyName, \.givenName])
///
/// A group can specify the kind of its index:
///
///     @Model final class Place {
///       #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
@freestanding(declaration)
public macro Index<T: PersistentModel>(_ indices: Schema.Index<T>.Types<T>...) =
  #externalMacro(module: "SwiftDataMacros", type: "IndexMacro")

/// Gives an actor its own model context.
///
///     @ModelActor
///     actor Importer {
///       func add(_ name: String) throws {
///         modelContext.insert(Trip(name: name))
///         try modelContext.save()
///       }
///     }
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() =
  #externalMacro(module: "SwiftDataMacros", type: "PersistentModelActorMacro")

/// The storage and the accessors of a persisted property. `@Model` adds it, with the property's index;
/// without an index it serves classes that declare their `_$backingData` by hand. `named` is for classes in which
/// hand-written code uses the names of Apple's expansion.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$_))
public macro _PersistedProperty(_ index: Int = -1, named: Bool = false) =
  #externalMacro(module: "SwiftDataMacros", type: "PersistedPropertyMacro")

/// The storage and the accessors of a persisted property whose value goes through a value transformer.
@attached(accessor, names: named(init), named(get), named(set))
@attached(peer, names: prefixed(_), prefixed(_$_))
public macro _TransformablePersistedProperty(_ index: Int = -1, named: Bool = false) =
  #externalMacro(module: "SwiftDataMacros", type: "TransformablePersistedPropertyMacro")
