// SPDX-License-Identifier: Apache-2.0

import RealmFile
import SourceText

extension ModelPlan {
  /// Plans models for the classes of a schema.
  public init(_ schema: RealmSchema) {
    var planner = ModelPlanner(schema)
    planner.run()
    self = planner.plan
  }
}

/// Makes a plan, class by class.
struct ModelPlanner {
  let schema: RealmSchema
  /// Those of the app that become something.
  let classes: [RealmClass]
  /// The embedded ones that become structs.
  let plain: Set<String>
  /// The types in Swift by class.
  let typeNames: [String: String]
  let anyName: String
  var plan = ModelPlan()
  var takenTypes = SwiftNames.takenTypes
  /// The names of properties that are taken, by type.
  var takenNames: [String: Set<String>] = [:]
  /// The names of the file's properties in Swift, by class.
  var propertyNames: [String: [String: String]] = [:]
  /// The other ends of relationships, by the type that they are in.
  var inverses: [String: [PlannedProperty]] = [:]
  /// The models of elements.
  var elementModels: [PlannedModel] = []

  init(_ schema: RealmSchema) {
    self.schema = schema
    classes = schema.appClasses.filter { $0.kind != .asymmetric }
    plain = PlainClasses.find(in: classes)
    var names: [String: String] = [:]
    for type in classes { names[type.name] = SwiftNames.type(type.name, &takenTypes) }
    anyName = SwiftNames.unused("RealmAny", &takenTypes)
    typeNames = names
  }

  mutating func run() {
    for type in schema.appClasses where type.kind == .asymmetric {
      plan.losses.append(
        .init(
          className: type.name, property: nil,
          reason: "Asymmetric objects are written for a server only; they are left out."))
    }
    // First all names of the file, which other ends have to respect.
    for type in classes {
      let swift = typeNames[type.name] ?? type.name
      for property in type.properties where !property.isInternal {
        propertyNames[type.name, default: [:]][property.name] = SwiftNames.property(
          property.name, &takenNames[swift, default: []], types: takenTypes)
      }
    }
    var models: [PlannedModel] = []
    for type in classes {
      if plain.contains(type.name) {
        plan.structs.append(structure(type))
      } else {
        models.append(model(type))
      }
    }
    for index in models.indices {
      models[index].properties += inverses[models[index].name] ?? []
    }
    plan.models = models + elementModels
  }

  private mutating func model(_ type: RealmClass) -> PlannedModel {
    var model = PlannedModel(name: typeNames[type.name] ?? type.name, source: type.name)
    if model.name != type.name { model.notes.append("Called \(type.name) in the file.") }
    if type.kind == .embedded {
      model.notes.append("An embedded object: it belongs to one other, and is deleted with it.")
    }
    for property in type.properties where !property.isInternal {
      guard let planned = self.property(property, of: type) else { continue }
      if property.isIndexed, type.primaryKey != property.name, case .value = planned.role,
        !planned.isCodable
      {
        model.indexes.append(planned.name)
      }
      model.properties.append(planned)
    }
    return model
  }

  private mutating func structure(_ type: RealmClass) -> PlannedStruct {
    var structure = PlannedStruct(name: typeNames[type.name] ?? type.name, source: type.name)
    for property in type.properties where !property.isInternal {
      if let planned = self.property(property, of: type) { structure.properties.append(planned) }
    }
    return structure
  }

  private mutating func property(
    _ property: RealmProperty, of type: RealmClass
  ) -> PlannedProperty? {
    let name = propertyNames[type.name]?[property.name] ?? property.name
    var planned: PlannedProperty?
    switch property.type {
    case .link: planned = link(property, named: name, of: type)
    case .mixed: planned = mixed(property, named: name)
    case .anyLink, .rows, .unsupported:
      lose(
        property, of: type, "Values of the kind '\(property.type.rawValue)' have no counterpart.")
      return nil
    default: planned = value(property, named: name, of: type)
    }
    if let planned, planned.name != property.name, planned.source != nil {
      if case .elements(let list, _, _) = planned.role, list == property.name { return planned }
      return planned.noting("Called \(property.name) in the file.")
    }
    return planned
  }

  mutating func lose(_ property: RealmProperty, of type: RealmClass, _ reason: String) {
    plan.losses.append(.init(className: type.name, property: property.name, reason: reason))
  }

  private func value(
    _ property: RealmProperty, named name: String, of type: RealmClass
  ) -> PlannedProperty? {
    guard let (base, usual) = SwiftTypes.value(property.type) else { return nil }
    let (swift, initial) = SwiftTypes.collection(
      property.collection, of: base, isOptional: property.isOptional)
    var planned = PlannedProperty(
      name: name, source: property.name, role: .value, type: swift, initial: initial ?? usual)
    if let note = SwiftTypes.note(property.type) { planned.notes.append(note) }
    if property.isFullTextIndexed {
      planned.notes.append("Had an index for words in Realm.")
    }
    if type.primaryKey == property.name {
      planned.isUnique = true
      if !property.isOptional { planned.initial = nil }
    }
    return planned
  }

  private mutating func mixed(_ property: RealmProperty, named name: String) -> PlannedProperty {
    plan.anyTypeName = anyName
    let (type, initial) = SwiftTypes.collection(
      property.collection, of: anyName, isOptional: false)
    return PlannedProperty(
      name: name, source: property.name, role: .value, type: type, initial: initial ?? ".null",
      isCodable: true, notes: ["An AnyRealmValue."])
  }
}

extension PlannedProperty {
  func noting(_ note: String) -> PlannedProperty {
    var copy = self
    copy.notes.append(note)
    return copy
  }
}
