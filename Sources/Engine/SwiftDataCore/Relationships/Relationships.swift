// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime

/// Keeps both sides of a relationship equal, at once, in memory.
enum Relationships {
  /// An object that is named twice is kept once, in first position.
  static func withoutDuplicates<V: PersistentModel>(_ objects: [V]) -> [V] {
    guard objects.count > 1 else { return objects }
    var seen = Set<ObjectIdentifier>(minimumCapacity: objects.count)
    if objects.allSatisfy({ seen.insert(ObjectIdentifier($0)).inserted }) { return objects }
    seen.removeAll(keepingCapacity: true)
    return objects.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  /// Implements the setter of a relationship.
  ///
  /// - Parameter store: Puts the new value into the object's own storage.
  static func assign(
    _ object: any PersistentModel, _ index: Int, to new: RelatedValue, _ store: () -> Void
  ) {
    if let core = object._$state?.core {
      core.assign(object, index, new, store)
      return
    }
    // Assigning a registered object brings this one into its context.
    let core: ContextCore? =
      switch new {
      case .object(let target): target._$state?.core
      case .objects(let targets): targets.lazy.compactMap { $0._$state?.core }.first
      default: nil
      }
    let description = type(of: object)._$description.properties[index]
    if let core, core.model.entity(for: type(of: object)) != nil {
      description.notify(object) { store() }
      core.insert(object)
      return
    }
    guard osd_is_describing() == 0,
      let property = type(of: object)._$description.detachedProperty(index)
    else {
      description.notify(object) { store() }
      return
    }
    DetachedRelationships.assign(object, property, objects(in: new), store)
  }

  static func objects(in value: RelatedValue) -> [any PersistentModel] {
    switch value {
    case .object(let object): [object]
    case .objects(let objects): objects
    default: []
    }
  }
}

/// Both sides between objects that no context knows yet.
enum DetachedRelationships {
  static func assign(
    _ object: any PersistentModel, _ property: _Property, _ targets: [any PersistentModel],
    _ store: () -> Void
  ) {
    let old = Relationships.objects(in: property.description.related(of: object))
    property.description.notify(object) { store() }
    guard let inverse = property.inverse, !property.isOutsideInverse else { return }
    let kept = Set(targets.map { ObjectIdentifier($0) })
    let known = Set(old.map { ObjectIdentifier($0) })
    for target in old where !kept.contains(ObjectIdentifier(target)) {
      leave(target, inverse, object)
    }
    for target in targets where !known.contains(ObjectIdentifier(target)) {
      join(target, inverse, object)
    }
  }

  private static func leave(
    _ target: any PersistentModel, _ inverse: _Property, _ object: any PersistentModel
  ) {
    guard target._$state?.core == nil else { return }
    inverse.description.notify(target) {
      if inverse.isToMany {
        inverse.description.remove(object, from: target)
      } else if case .object(let current) = inverse.description.related(of: target),
        current === object
      {
        inverse.description.setRelated(.none, of: target)
      }
    }
  }

  private static func join(
    _ target: any PersistentModel, _ inverse: _Property, _ object: any PersistentModel
  ) {
    guard target._$state?.core == nil else { return }
    if inverse.isToMany {
      guard !inverse.description.contains(object, in: target) else { return }
      inverse.description.notify(target) {
        if inverse.description.relatedCount(of: target) != nil {
          inverse.description.append(object, to: target)
        } else {
          inverse.description.setRelated(.objects([object]), of: target)
        }
      }
      return
    }
    // The target leaves whoever had it.
    if case .object(let previous) = inverse.description.related(of: target), previous !== object,
      previous._$state?.core == nil, let forward = inverse.inverse
    {
      leave(previous, forward, target)
    }
    inverse.description.notify(target) {
      inverse.description.setRelated(.object(object), of: target)
    }
  }
}
