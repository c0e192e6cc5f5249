// SPDX-License-Identifier: Apache-2.0

/// A relationship that was given a model which cannot be saved with it: of
/// another context, or of a class that the schema does not have.
///
/// The assignment cannot throw. Every save does, until the relationship leads
/// elsewhere; the key of a row of another store would name an unrelated row.
struct UnsavableTarget {
  let owner: any PersistentModel
  let property: _Property
  let target: any PersistentModel
  let error: SwiftDataError

  func isRelated(in core: ContextCore) -> Bool {
    guard let state = owner._$state, state.core === core, !state.isDeleted,
      target._$state?.core !== core
    else { return false }
    var isFound = false
    property.description.forEachRelated(of: owner) { if $0 === target { isFound = true } }
    return isFound
  }
}

extension ContextCore {
  /// `object.property` was given a model that this context does not have.
  func noteUnsavableTarget(
    _ object: any PersistentModel, _ property: _Property, _ target: any PersistentModel
  ) {
    let entity = object._$state?.entity?.name
    let error =
      target._$state?.flags.contains(.standIn) == true
      ? SwiftDataError.standsForNothing(entity, property)
      : target._$state?.core == nil
        ? SwiftDataError(
          .unknownSchema, "\(type(of: target)) is not in the container's schema.", entity: entity,
          property: property.name, advice: "Name it in ModelContainer(for:) or in the schema.")
        : SwiftDataError(
          .modelValidationFailure, "The relationship refers to a model of another context.",
          entity: entity, property: property.name,
          advice: "Look it up in this context by its persistentModelID instead.")
    unsaved.unsavableTargets.append(UnsavableTarget(owner: object, property: property, target: target, error: error))
  }
}

extension SwiftDataError {
  /// A model that was made for an identifier without a row.
  static func standsForNothing(_ entity: String?, _ property: _Property? = nil) -> SwiftDataError {
    SwiftDataError(
      .modelValidationFailure, "The model stands for a row that cannot be found.", entity: entity,
      property: property?.name,
      advice: "Check isDeleted after model(for:), and use an identifier from after the save.")
  }
}
