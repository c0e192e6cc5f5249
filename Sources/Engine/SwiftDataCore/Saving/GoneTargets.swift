// SPDX-License-Identifier: Apache-2.0

/// What changed objects refer to, and the same save deletes: no row is written
/// with the key of a row that is gone.
///
/// Deletion tells the other side of a relationship; without one, and for what
/// is assigned after the deletion, this does. A save looks only if something
/// has been noted (``ContextCore/leadsToGone``), or a deletion by predicate
/// has taken rows with it.
struct GoneTargets {
  private struct Row: Hashable {
    let root: Int
    let key: Int64
  }

  private var rows: Set<Row> = []
  private(set) var removed: [(object: any PersistentModel, property: _Property, value: RelatedValue)] = []

  var hasRows: Bool { !rows.isEmpty }

  /// Notes rows that a deletion by predicate has removed.
  mutating func note(_ deleted: [(entity: _Entity, key: Int64)]) {
    for (entity, key) in deleted { rows.insert(Row(root: entity.root.ordinal, key: key)) }
  }

  /// Whether the row of an object has been removed.
  func isRemoved(_ object: any PersistentModel) -> Bool {
    guard let state = object._$state, let entity = state.entity else { return false }
    return rows.contains(Row(root: entity.root.ordinal, key: state.key))
  }

  func isRemoved(_ entity: _Entity, _ key: Int64) -> Bool {
    hasRows && rows.contains(Row(root: entity.root.ordinal, key: key))
  }

  private func isGone(_ object: any PersistentModel, _ core: ContextCore) -> Bool {
    guard let state = object._$state, state.core === core, !state.isDeleted, !state.isRowGone
    else { return true }
    return hasRows && isRemoved(object)
  }

  /// Removes objects whose rows are gone from the relationships that will be written.
  ///
  /// - Parameter all: Whether models are written whole.
  mutating func drop(from items: [SavePlan.Item], _ core: ContextCore, all: Bool) throws {
    for item in items {
      for property in item.entity.relationships
      where all || item.state.isInserted || item.state.dirty.contains(property.index) {
        if property.isToMany {
          dropMembers(item.object, property, core)
        } else {
          try dropTarget(item, property, core)
        }
      }
    }
  }

  private mutating func dropTarget(
    _ item: SavePlan.Item, _ property: _Property, _ core: ContextCore
  ) throws {
    let value = property.description.related(of: item.object)
    switch value {
    case .object(let target): guard isGone(target, core) else { return }
    case .key(let key):
      guard let destination = property.destination,
        rows.contains(Row(root: destination.root.ordinal, key: key))
      else { return }
    default: return
    }
    guard property.isOptional else {
      throw SwiftDataError.missingDestination(item.entity, property)
    }
    removed.append((item.object, property, value))
    property.description.notify(item.object) {
      property.description.setRelated(RelatedValue.none, of: item.object)
    }
  }

  private mutating func dropMembers(
    _ object: any PersistentModel, _ property: _Property, _ core: ContextCore
  ) {
    var hasGone = false
    property.description.forEachRelated(of: object) { if isGone($0, core) { hasGone = true } }
    guard hasGone else { return }
    let value = property.description.related(of: object)
    let rest = Relationships.objects(in: value).filter { !isGone($0, core) }
    removed.append((object, property, value))
    core.unsaved.memberships.didReplace(object, property.index)
    property.description.notify(object) {
      property.description.setMembers(rest[...], of: object)
    }
  }

  /// The save did not happen.
  mutating func restore(_ core: ContextCore) {
    for (object, property, value) in removed.reversed() {
      core.unsaved.memberships.didReplace(object, property.index)
      property.description.notify(object) {
        property.description.setRelated(value, of: object)
      }
    }
    removed.removeAll()
  }
}

extension SwiftDataError {
  static func missingDestination(_ entity: _Entity, _ property: _Property) -> SwiftDataError {
    SwiftDataError(
      .modelValidationFailure, "A relationship that is not optional has no destination.",
      entity: entity.name, property: property.name,
      advice: "Assign one, delete the model too, or make the relationship optional.")
  }
}
