// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What the storage of a property is, as far as syntax shows. The raw value ends the names of the
/// runtime functions that go with it.
enum StorageForm: String {
  /// An attribute or a relationship: the compiler will know.
  case any = ""
  /// An attribute of a standard type: no relationship, so that nothing has to be chosen between.
  case attribute = "Attribute"
  /// An attribute whose values go through a value transformer.
  case transformable = "Transformable"

  init(
    type: TypeSyntax?, initializer: ExprSyntax?, isTransformable: Bool, isRelationship: Bool
  ) {
    var name = type == nil ? initializer?.literalType : type?.primitiveName
    // A model may be called so.
    if let written = name, ["Data", "Date", "URL"].contains(written) { name = nil }
    self =
      if isTransformable { .transformable } else if name != nil, !isRelationship { .attribute } else {
        .any
      }
  }
}

extension PersistedProperty {
  var form: StorageForm {
    StorageForm(
      type: type, initializer: initializer, isTransformable: isTransformable,
      isRelationship: relationship != nil)
  }
}
