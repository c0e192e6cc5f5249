// SPDX-License-Identifier: Apache-2.0

/// What `@Relationship(inverse:)` may name: a relationship of the other model. The macros' output calls it, so that the
/// compiler says where it is something else; the schema tells whether it is one of the other class.
public func _inverse<M: PersistentModel, V: _ModelOrModels>(_ keyPath: KeyPath<M, V>) -> AnyKeyPath { keyPath }
