// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What a folder of sources declares, as far as it concerns Realm.
struct SourceLayer {
  /// Realm's classes by name.
  var types: [String: RealmDeclaration] = [:]
  /// Their names, in the order of the sources.
  var order: [String] = []
  var enums: [String: EnumDeclaration] = [:]
  /// The names of all types that are declared.
  var declared: Set<String> = []
  /// Those that are declared outside of others.
  var topLevel: Set<String> = []
  /// Structs, and classes that are none of Realm's.
  var otherTypes: Set<String> = []
  /// Properties that were boxes, by whose name `.value` is dropped.
  var boxedNames: Set<String> = []
  /// Properties that are collections.
  var collectionNames: Set<String> = []
  /// Properties with an ObjectId.
  var objectIDNames: Set<String> = []
  /// Sets of objects, which become arrays.
  var objectSetNames: Set<String> = []
  /// Classes of which objects are made of others: `Dog(value: dog)`.
  var copied: Set<String> = []
  /// The types that have a property `realm` of their own.
  var realmOwners: Set<String> = []
  /// The names of variables and parameters with such types, which are no models.
  var realmHolders: Set<String> = []
  /// What types and their extensions declare.
  var memberNames: [String: Set<String>] = [:]
  /// Those of them that are realms.
  var realmNames: [String: Set<String>] = [:]
  /// Variables outside of types.
  var globals: Set<String> = []
  /// Those of them that are realms.
  var globalRealms: Set<String> = []
  /// The extensions of `Realm` in the sources.
  var realmMembers: Set<String> = []
  /// Whether the sources call `primaryKey()`.
  var usesPrimaryKeyFunction = false
  /// The names of Realm's own classes that the sources declare for something else.
  var shadowedRoots: Set<String> = []

  /// The function that gives the context of the thread.
  var contextFunction: String { realmMembers.contains("current") ? "ofThread" : "current" }

  /// The properties of a class and of those it inherits from.
  func property(_ name: String, of type: String) -> RealmPropertyDeclaration? {
    var current: String? = type
    var steps = 0
    while let name_ = current, let declaration = types[name_], steps < 64 {
      if let property = declaration.property(name) { return property }
      current = declaration.superclass
      steps += 1
    }
    return nil
  }

  /// The class among a type's ancestors, itself included, that declares a property.
  func owner(of property: String, from type: String) -> String? {
    var current: String? = type
    var steps = 0
    while let name = current, let declaration = types[name], steps < 64 {
      if declaration.property(property) != nil { return name }
      current = declaration.superclass
      steps += 1
    }
    return nil
  }

  /// Whether all types that declare a member of a name declare it as a realm.
  func isRealm(member name: String) -> Bool {
    let owners = memberNames.filter { $0.value.contains(name) }.keys
    return !owners.isEmpty && owners.allSatisfy { realmNames[$0]?.contains(name) == true }
  }

  /// What a property is called in the file, if that is another name.
  func mappedName(of property: String, in type: String) -> String? {
    types[type]?.mappedNames[property].flatMap { $0 == property ? nil : $0 }
  }

  /// The primary key of a class, which may be inherited.
  func primaryKey(of type: String) -> String? {
    var current: String? = type
    var steps = 0
    while let name = current, let declaration = types[name], steps < 64 {
      if let key = declaration.primaryKey { return key }
      current = declaration.superclass
      steps += 1
    }
    return nil
  }

  /// The ancestors of a class that are in the sources, nearest first.
  func ancestors(of type: String) -> [RealmDeclaration] {
    var found: [RealmDeclaration] = []
    var current = types[type]?.superclass
    while let name = current, let declaration = types[name], found.count < 64 {
      found.append(declaration)
      current = declaration.superclass
    }
    return found
  }
}
