// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// Finds a counterpart for the properties of one class.
struct StepBuilder {
  let planner: TransferPlanner
  private(set) var step: TransferStep
  let mapping: RealmClassMapping
  private(set) var omissions: [RealmOmission] = []
  private(set) var problems: [String] = []
  private var type: RealmClass { step.table.type }
  private var entity: EntityDescription { step.entity }

  init(planner: TransferPlanner, step: TransferStep, mapping: RealmClassMapping) {
    self.planner = planner
    self.step = step
    self.mapping = mapping
  }

  mutating func run() {
    // By the name in the store.
    var sources: [String: StepSource] = [:]
    var used: Set<String> = []
    for (name, source) in mapping.sources {
      switch source {
      case .property(let property), .transformed(let property, _):
        guard let index = index(of: property) else {
          problems.append("\(type.name) has no property \(property), which the mapping names")
          continue
        }
        used.insert(property)
        if case .transformed(_, let transform) = source {
          sources[name] = .transformed(index, transform)
        } else {
          sources[name] = .property(index)
        }
      case .computed(let compute): sources[name] = .computed(compute)
      case .columns(let columns): sources[name] = .columns(columns)
      case .part(let part):
        let key = type.key
        guard
          let index = planner.plan.steps.firstIndex(where: {
            $0.table.type.key == key && $0.entity.name == part
          })
        else {
          problems.append("no mapping makes \(part) of \(type.name)")
          continue
        }
        sources[name] = .part(index)
      }
    }
    for (index, property) in type.properties.enumerated()
    where !property.isInternal && !used.contains(property.name) {
      if mapping.skipped.contains(property.name) {
        omit(property, "The mapping leaves the property out.")
        continue
      }
      guard let name = name(of: property) else {
        // What makes whole models has had it.
        if step.makeColumns != nil, property.type != .link { continue }
        if let reason = planner.models.loss(type.name, property.name) {
          omit(property, reason)
        } else if planner.mapping.skipsUnmatched {
          omit(property, "The entity has no property of that name.")
        } else {
          problems.append("\(type.name).\(property.name)")
        }
        continue
      }
      switch sources[name] {
      case nil: sources[name] = .property(index)
      case .property(let other)?, .transformed(let other, _)?:
        let first = type.properties[other].name
        if planner.mapping.skipsUnmatched {
          omit(property, "The mapping makes \(entity.name).\(name) of \(first).")
        } else {
          problems.append("\(type.name).\(property.name) (\(entity.name).\(name) is made of \(first))")
        }
      // What is computed is so of any properties, this one among them.
      default: break
      }
    }
    for attribute in entity.attributes where !attribute.isTransient && !attribute.isDerived {
      add(attribute, sources[attribute.name])
    }
    for relationship in entity.relationships where !relationship.isTransient {
      if let source = sources[relationship.name] { add(relationship, source) }
    }
    step.defaulted = step.columnsOfNewRows
    if let primaryKey = type.primaryKey, let index = index(of: primaryKey) {
      step.identity = step.attributes.first { attribute in
        guard case .property(index) = attribute.source, attribute.columns.count == 1 else {
          return false
        }
        return entity.uniquenessConstraints.contains([attribute.name])
      }
    }
  }

  private func index(of name: String) -> Int? {
    type.properties.firstIndex { $0.name == name }
  }

  private mutating func omit(_ property: RealmProperty, _ reason: String) {
    omissions.append(
      RealmOmission(
        className: type.name, property: property.name, reason: reason,
        objects: step.table.count))
  }

  /// The property of the store that has its name, or the one that generated models give it.
  private func name(of property: RealmProperty) -> String? {
    let planned = planner.models[type.name]?.properties.first { $0.source == property.name }?.name
    let names = [planned, property.name].compactMap { $0 }
    return names.first {
      entity.attribute(named: $0) != nil || entity.relationship(named: $0) != nil
    }
  }

  // MARK: Attributes

  private mutating func add(_ attribute: AttributeDescription, _ source: StepSource?) {
    let columns = planner.store.layout[entity.name]?.attributes[attribute.name]?.names ?? []
    guard columns.count == attribute.columnCount else {
      problems.append("the store has no column for \(entity.name).\(attribute.name)")
      return
    }
    var source = source
    // What makes whole models makes all of their attributes.
    if step.makeColumns != nil { source = .made }
    if source == nil {
      guard let value = attribute.valueOfNewRows else {
        problems.append(
          "\(entity.name).\(attribute.name) needs a value, and \(type.name) has none for it")
        return
      }
      source = value
    }
    guard let source else { return }
    var property: RealmProperty?
    switch source {
    case .property(let index), .transformed(let index, _): property = type.properties[index]
    case .part:
      problems.append("\(entity.name).\(attribute.name) is no relationship")
      return
    default: break
    }
    let encoder = ColumnEncoder(
      attribute: attribute, target: property?.target,
      elementsAreOptional: property?.isOptional ?? true,
      isCollection: property?.collection != nil, isMixed: property?.type == .mixed)
    step.attributes.append(
      StepAttribute(name: attribute.name, columns: columns, source: source, encoder: encoder))
  }

  // MARK: Relationships

  private mutating func add(_ relationship: RelationshipDescription, _ source: StepSource) {
    let place = planner.store.layout[entity.name]?.relationships[relationship.name]
    var property: RealmProperty?
    var position = 0
    switch source {
    case .property(let index), .transformed(let index, _):
      property = type.properties[index]
      position = index
    default: break
    }
    let target = planner.target(property?.target, relationship.destination)
    if !relationship.isToMany {
      guard property?.collection == nil, case .key(let column, let entityColumn, _)? = place else {
        return mismatch(relationship)
      }
      var steps = target
      // Whatever is computed may lead anywhere.
      if case .computed = source {
        steps = StepTarget(
          steps: planner.plan.steps.indices.filter { index in
            planner.plan.steps[index].entity.name == relationship.destination
          })
      }
      step.links.append(
        StepLink(
          name: relationship.name, columns: [column] + (entityColumn.map { [$0] } ?? []),
          source: source, target: steps, isRequired: !relationship.isOptional))
      return
    }
    guard let property, property.collection != nil, property.type == .link else {
      return mismatch(relationship)
    }
    guard let kind = kind(relationship, property, place) else { return mismatch(relationship) }
    var steps = target
    if case .elements(let elements) = kind {
      steps = planner.target(property.target, elements.objectEntity)
    }
    let inverse = planner.store.model.inverse(of: relationship)
    step.collections.append(
      StepCollection(
        name: relationship.name, property: position, propertyName: property.name,
        isOrdered: property.collection == .list, inverse: inverse?.name,
        needsOwner: inverse.map { !$0.isToMany && !$0.isOptional } ?? false, kind: kind, target: steps))
  }

  private mutating func mismatch(_ relationship: RelationshipDescription) {
    problems.append(
      "\(entity.name).\(relationship.name) is another kind of relationship than \(type.name) has")
  }

  private func kind(
    _ relationship: RelationshipDescription, _ property: RealmProperty, _ place: RelationshipPlace?
  ) -> StepCollection.Kind? {
    if let elements = elements(relationship, property) { return .elements(elements) }
    guard property.collection != .dictionary else { return nil }
    switch place {
    case .join(let table, let owner, let target, let order)?:
      let isMirrored = planner.store.isOwnInverse(relationship, of: entity.name)
      return .join(
        table: table, owner: owner, target: target, order: order, isMirrored: isMirrored)
    case .foreign(let table, let column, let order, _)?:
      var entityColumn: String?
      if let inverse = planner.store.model.inverse(of: relationship),
        case .key(_, let found, _)? = planner.store.layout[relationship.destination]?.relationships[inverse.name]
      {
        entityColumn = found
      }
      return .foreign(table: table, column: column, entityColumn: entityColumn, order: order)
    default: return nil
    }
  }

  /// Models for the elements of a list or dictionary: with an owner, an object, and a place or key.
  private func elements(
    _ relationship: RelationshipDescription, _ property: RealmProperty
  ) -> StepElements? {
    let isDictionary = property.collection == .dictionary
    guard property.collection != .set, let inverse = relationship.inverse,
      let entity = planner.store.model.entity(named: relationship.destination),
      let place = planner.store.layout[entity.name], let table = place.table,
      case .key(let owner, let ownerEntity, _)? = place.relationships[inverse],
      let placeName = (isDictionary ? ["key"] : ["index", "position", "order"]).first(where: {
        entity.attribute(named: $0) != nil
      }), let placeColumn = place.attributes[placeName]?.names.first
    else { return nil }
    let objects = entity.relationships.filter { candidate in
      !candidate.isToMany && candidate.name != inverse
        && !planner.target(property.target, candidate.destination).steps.isEmpty
    }
    guard let object = objects.first,
      case .key(let column, let objectEntity, _)? = place.relationships[object.name]
    else { return nil }
    var constants: [(String, StepElements.Constant)] = []
    for attribute in entity.attributes
    where attribute.name != placeName && !attribute.isTransient && !attribute.isDerived {
      guard let names = place.attributes[attribute.name]?.names, let source = attribute.valueOfNewRows
      else { return nil }
      switch source {
      case .constant(let values) where names.count == values.count:
        constants += zip(names, values.map { .value($0) })
      case .freshUUID where names.count == 1: constants.append((names[0], .freshUUID))
      default: return nil
      }
    }
    return StepElements(
      entity: entity.name, table: table, ownerColumns: [owner] + (ownerEntity.map { [$0] } ?? []),
      objectColumns: [column] + (objectEntity.map { [$0] } ?? []),
      objectEntity: object.destination, placeColumn: placeColumn,
      isDictionary: isDictionary, constants: constants)
  }
}

extension ModelPlan {
  /// Why a property has no counterpart in generated models.
  func loss(_ className: String, _ property: String) -> String? {
    losses.first { $0.className == className && $0.property == property }?.reason
  }
}

extension AttributeDescription {
  /// Where new rows have the value from if the file has none; `nil` if one is required.
  var valueOfNewRows: StepSource? {
    // The model has the one that its class had made for itself: `UUID()` gives another to each object.
    if case .uuid? = defaultValue, columnCount == 1 { return .freshUUID }
    return defaultColumns.map { .constant($0) }
  }

  /// The columns without a value; `nil` if one is required.
  private var defaultColumns: [SQLiteValue]? {
    switch defaultValue {
    case .integer(let number): return [.integer(number)]
    case .double(let number): return [.real(number)]
    case .bool(let value): return [.integer(value ? 1 : 0)]
    case .string(let text), .url(let text): return [.text(text)]
    case .decimal(let number): return [SQLiteValue(number)]
    case .date(let date): return [.real(date.timeIntervalSinceReferenceDate)]
    case .data(let data) where !allowsExternalStorage: return [.blob(data)]
    default: break
    }
    if isOptional { return Array(repeating: .null, count: columnCount) }
    // An empty collection.
    if type == .transformable, !allowsExternalStorage {
      let isDictionary = valueClassName?.hasPrefix("Dictionary<") == true
      let empty: ArchivedValue =
        valueClassName == "Array<String>"
        ? .array([]) : .data(Data((isDictionary ? "{}" : "[]").utf8))
      return (try? empty.keyedArchive()).map { [.blob($0)] }
    }
    return nil
  }
}
