// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One attribute of an entity, or one element of a composite attribute.
package struct AttributeDescription: Equatable, Sendable {
  /// The name of the property, or of the element.
  package var name: String
  /// The type of the values.
  package var type: AttributeType
  /// Whether the value may be nil.
  package var isOptional = false
  /// Not stored: without column, and not part of the version hash.
  package var isTransient = false
  /// Core Data's name of the values' class, such as `NSString`.
  package var valueClassName: String?
  /// The value in new objects; not part of the version hash.
  package var defaultValue: DefaultValue?
  /// Of a transformable attribute.
  package var transformerName: String?
  /// Large values may lie in files beside the store.
  package var allowsExternalStorage = false
  /// The value is kept in the history when the object is deleted.
  package var preservesValueOnDeletion = false
  /// Whether the system's search finds the value.
  package var isIndexedBySpotlight = false
  /// Kept by triggers; the version hash of such attributes is not known.
  package var isDerived = false
  /// Of a composite attribute, in declared order.
  package var elements: [AttributeDescription] = []
  /// Text whose change makes another version hash.
  package var versionHashModifier: String?
  /// The name in earlier versions of the model; `nil` if it is the same.
  package var renamingIdentifier: String?
  /// What the modeller noted.
  package var userInfo: [String: UserInfoValue] = [:]

  /// How deep composite attributes may be within each other. A file could say anything.
  package static let maximumDepth = 32

  /// The attributes that have columns of their own, with the paths to them: those
  /// within composites, and the attribute itself if it is none.
  package var leaves: [(path: String, attribute: AttributeDescription)] {
    Self.leaves(self, path: name, depth: 0)
  }

  private static func leaves(
    _ attribute: AttributeDescription, path: String, depth: Int
  ) -> [(path: String, attribute: AttributeDescription)] {
    guard attribute.type == .composite, depth < maximumDepth else { return [(path, attribute)] }
    return attribute.elements.flatMap {
      leaves($0, path: "\(path).\($0.name)", depth: depth + 1)
    }
  }

  /// An attribute that is not optional, and has nothing else.
  package init(name: String, type: AttributeType) {
    self.name = name
    self.type = type
  }
}

/// NSAttributeType.
package enum AttributeType: UInt32, Sendable, CaseIterable {
  case undefined = 0
  case integer16 = 100
  case integer32 = 200
  case integer64 = 300
  case decimal = 400
  case double = 500
  case float = 600
  case string = 700
  case boolean = 800
  case date = 900
  case binaryData = 1000
  case uuid = 1100
  case uri = 1200
  case transformable = 1800
  case objectID = 2000
  case composite = 2100
}

/// The default value of an attribute.
package indirect enum DefaultValue: Equatable, Sendable {
  case integer(Int64)
  case double(Double)
  case bool(Bool)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(String)
  /// Of a transformable attribute.
  case array([DefaultValue])
  /// Of a composite attribute.
  case dictionary([String: DefaultValue])
  /// Something else; its class.
  case other(String)
}

/// The names of value transformers that Core Data itself brings.
package enum TransformerNames {
  /// What Apple's frameworks name where an attribute does not.
  package static let standard = "NSSecureUnarchiveFromData"

  private static let archiving: Set<String> = [
    "", standard, "NSSecureUnarchiveFromDataTransformer", "NSKeyedUnarchiveFromData",
    "NSKeyedUnarchiveFromDataTransformer",
  ]

  /// Whether the values of an attribute with this transformer lie in keyed
  /// archives. What any other transformer makes is known to itself alone.
  ///
  /// - Parameter name: `nil` if the attribute names none.
  package static func areArchives(_ name: String?) -> Bool { name.map(archiving.contains) ?? true }
}
