// SPDX-License-Identifier: Apache-2.0

import Foundation

// `$0.list == list`, with a captured model. Foundation wants captured values to be Codable, which models are not;
// what is compared is their identifiers.

extension PredicateExpressions {
  /// The identifier that a to-one relationship leads to.
  public typealias ModelIdentity<Root: PredicateExpression, Model: PersistentModel> = OptionalFlatMap<
    Root, Model, KeyPath<Variable<Model>, PersistentIdentifier>, PersistentIdentifier
  > where Root.Output == Model?

  private static func identity<Root: PredicateExpression, Model: PersistentModel>(_ root: Root)
    -> ModelIdentity<Root, Model> where Root.Output == Model?
  {
    OptionalFlatMap(root) { _keyPath(root: $0, keyPath: \Model.persistentModelID) }
  }

  // The object is an optional.

  public static func _equal<LHS: PredicateExpression, Model: PersistentModel>(
    lhs: LHS, rhs: Value<Model>
  ) -> Equal<ModelIdentity<LHS, Model>, CapturedIdentifier> where LHS.Output == Model? {
    Equal(lhs: identity(lhs), rhs: CapturedIdentifier(rhs.value.persistentModelID))
  }

  public static func _equal<LHS: PredicateExpression, Model: PersistentModel>(
    lhs: LHS, rhs: Value<Model?>
  ) -> Equal<ModelIdentity<LHS, Model>, CapturedIdentifier> where LHS.Output == Model? {
    Equal(lhs: identity(lhs), rhs: CapturedIdentifier(rhs.value?.persistentModelID))
  }

  public static func _notEqual<LHS: PredicateExpression, Model: PersistentModel>(
    lhs: LHS, rhs: Value<Model>
  ) -> NotEqual<ModelIdentity<LHS, Model>, CapturedIdentifier> where LHS.Output == Model? {
    NotEqual(lhs: identity(lhs), rhs: CapturedIdentifier(rhs.value.persistentModelID))
  }

  public static func _notEqual<LHS: PredicateExpression, Model: PersistentModel>(
    lhs: LHS, rhs: Value<Model?>
  ) -> NotEqual<ModelIdentity<LHS, Model>, CapturedIdentifier> where LHS.Output == Model? {
    NotEqual(lhs: identity(lhs), rhs: CapturedIdentifier(rhs.value?.persistentModelID))
  }

  // The object is none.

  public static func _equal<LHS: PredicateExpression>(lhs: LHS, rhs: Value<LHS.Output>)
    -> Equal<OptionalPromotion<KeyPath<LHS, PersistentIdentifier>>, CapturedIdentifier>
  where LHS.Output: PersistentModel {
    Equal(
      lhs: OptionalPromotion(_keyPath(root: lhs, keyPath: \LHS.Output.persistentModelID)),
      rhs: CapturedIdentifier(rhs.value.persistentModelID))
  }

  public static func _notEqual<LHS: PredicateExpression>(lhs: LHS, rhs: Value<LHS.Output>)
    -> NotEqual<OptionalPromotion<KeyPath<LHS, PersistentIdentifier>>, CapturedIdentifier>
  where LHS.Output: PersistentModel {
    NotEqual(
      lhs: OptionalPromotion(_keyPath(root: lhs, keyPath: \LHS.Output.persistentModelID)),
      rhs: CapturedIdentifier(rhs.value.persistentModelID))
  }
}
