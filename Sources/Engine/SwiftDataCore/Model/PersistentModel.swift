// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation
import Observation

/// A class whose objects are stored. `@Model` makes a class conform.
///
/// ```swift
/// @Model
/// final class Trip {
///   var name: String
///   init(name: String) { self.name = name }
/// }
/// ```
///
/// The requirements that start with `_$` are for the macro's expansion and
/// have defaults; hand-written conformances need Apple's three only.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, SendableMetatype, _ModelOrModels {
  /// The model class at the root of the inheritance hierarchy.
  associatedtype Root: PersistentModel = Self

  /// Makes an instance whose values come from `backingData`.
  init(backingData: any BackingData<Self>)

  /// The values of this instance, by key path.
  var persistentBackingData: any BackingData<Self> { get set }

  /// One entry per persisted property (and per `#Unique` and `#Index`).
  static var schemaMetadata: [Schema.PropertyMetadata] { get }

  /// The description of the class, with inherited properties.
  static var _$description: _ModelDescription { get }

  /// The instance's link to a context, in use or not.
  var _$ownState: _ModelState { get }

  /// Reads the wanted properties of a row into the instance.
  func _$load(_ row: inout _RowReader)

  /// Binds the wanted properties to a statement.
  func _$store(_ writer: inout _RowWriter)
}

extension PersistentModel {
  /// ``schemaMetadata``, with default values that may be made of related
  /// objects: those keep no inverses, which the descriptions being made, this
  /// one among them, would have to tell.
  static var metadataBeforeDescriptions: [Schema.PropertyMetadata] {
    osd_describe(1)
    defer { osd_describe(-1) }
    return schemaMetadata
  }

  /// The context of this object, if there is one.
  public var modelContext: ModelContext? { _$state?.core?.context }

  /// The identity of this instance.
  ///
  /// Temporary until the first save, which gives the same instance its
  /// permanent identifier.
  public var persistentModelID: PersistentIdentifier {
    ModelIdentity.identifier(of: self)
  }

  /// ``persistentModelID``, unless the model declares its own `id`.
  public var id: PersistentIdentifier { persistentModelID }

  /// Whether the instance has been inserted, changed or deleted since the
  /// last save of its context.
  public var hasChanges: Bool {
    guard let state = _$state, state.core != nil else { return false }
    return state.isInserted || state.isDeleted || !state.dirty.isEmpty
  }

  /// Whether the next save will delete the object, or its row is no longer in the store.
  public var isDeleted: Bool {
    guard let state = _$state else { return false }
    return state.isDeleted || state.isRowGone
  }

  /// Two models are equal if they are the same object. There is one object per row and context, and
  /// its hash does not change with the save that gives it a permanent identifier.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
