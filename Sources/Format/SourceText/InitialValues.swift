// SPDX-License-Identifier: Apache-2.0

/// Default values for attributes that must have one.
package enum InitialValues {
  /// An expression for a type that CloudKit takes as a default value: the same for all objects.
  ///
  /// - Returns: `nil` for types whose values this cannot know, such as enumerations.
  package static func expression(ofType type: String) -> String? {
    switch type {
    case "Date": "Date(timeIntervalSinceReferenceDate: 0)"
    case "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float", "Double",
      "Decimal", "TimeInterval", "CGFloat":
      "0"
    case "Bool": "false"
    case "String": "\"\""
    case "Data": "Data()"
    case "UUID": "UUID()"
    case _ where type.hasPrefix("Set<"): "[]"
    case _ where type.hasPrefix("[") && type.hasSuffix("]"): type.contains(":") ? "[:]" : "[]"
    default: nil
    }
  }
}
