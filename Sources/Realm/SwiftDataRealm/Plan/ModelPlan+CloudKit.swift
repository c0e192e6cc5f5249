// SPDX-License-Identifier: Apache-2.0

import SourceText

extension ModelPlan {
  /// Changes the models so that CloudKit accepts them: no attribute is unique, each is optional or has a default value,
  /// and each relationship is optional, including to-many ones.
  ///
  /// ```swift
  /// let text = RealmModelSource(file.schema, forCloudKit: true).text
  /// ```
  ///
  /// Names stay, and so do lists and dictionaries of objects. The former primary key is an ordinary value: two devices
  /// may create objects with the same key, and the app must merge them.
  public func forCloudKit() -> ModelPlan {
    var plan = self
    for index in plan.models.indices {
      plan.models[index].properties = plan.models[index].properties.map(\.forCloudKit)
    }
    return plan
  }
}

extension PlannedProperty {
  fileprivate var forCloudKit: PlannedProperty {
    var property = self
    switch role {
    case .value, .structure:
      if isUnique {
        property.isUnique = false
        property.notes.append("The primary key in Realm. CloudKit knows no unique values: fetch before you insert.")
      }
      if initial == nil, !type.hasSuffix("?") { property.initial = InitialValues.expression(ofType: type) }
    // The initializer of an element has its parameters in their order.
    case .toOne: property.initial = initial ?? "nil"
    case .toMany, .elements, .inverse:
      if type.hasPrefix("["), !type.hasSuffix("?") { property.type += "?" }
    }
    return property
  }
}
