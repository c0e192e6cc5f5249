// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

extension Schema.Attribute {
  /// An option of `@Attribute`.
  ///
  /// ```swift
  /// @Attribute(.unique) var code: String
  /// @Attribute(.externalStorage) var photo: Data?
  /// @Attribute(.transformable(by: ColorTransformer.self)) var color: Color
  /// ```
  public struct Option: Codable, Hashable, CustomDebugStringConvertible, Sendable {
    let name: String
    let transformerName: String?

    private init(_ name: String, transformerName: String? = nil) {
      self.name = name
      self.transformerName = transformerName
    }

    /// No two models have the same value. Saving a second one updates the first.
    public static var unique: Option { Option("unique") }

    /// A value transformer of the given class creates the stored form.
    ///
    /// A registered transformer of exactly that class is used, whatever its name; if there is none, one is created.
    public static func transformable(by transformerType: ValueTransformer.Type) -> Option {
      #if canImport(Darwin)
        let name = "\(transformerType)"
      #else
        // The full name: two modules may have a class of the same short name.
        let name = String(reflecting: transformerType)
        ValueTransformer.registerIfNeeded(transformerType, name: name)
      #endif
      return Option("transformable", transformerName: name)
    }

    /// The stored form is made by the value transformer registered under the name.
    public static func transformable(by transformerName: String) -> Option {
      Option("transformable", transformerName: transformerName)
    }

    /// Names no transformer.
    @available(*, unavailable, message: "name the transformer: '.transformable(by: ColorTransformer.self)'")
    public static var transformable: Option { Option("transformable") }

    /// Large values are kept in files beside the store.
    public static var externalStorage: Option { Option("externalStorage") }
    /// The value may be encrypted when it is sent to a cloud.
    public static var allowsCloudEncryption: Option { Option("allowsCloudEncryption") }
    /// The value stays in the history after the model is deleted.
    public static var preserveValueOnDeletion: Option { Option("preserveValueOnDeletion") }
    /// Changes are tracked, but the value is not stored.
    public static var ephemeral: Option { Option("ephemeral") }
    /// The words of the text are indexed, so that a context's `search` finds them. Has no effect on
    /// attributes that are not a `String`.
    public static var spotlight: Option { Option("spotlight") }
    /// The encoded form is stored as one opaque value, instead of a column per
    /// stored property. Such a value cannot be searched or sorted by.
    public static var codable: Option { Option("codable") }
    /// The store keeps an index of the values. Apple's API has only `#Index` for this.
    public static var indexed: Option { Option("indexed") }

    /// Whether both ask for the same.
    public static func == (lhs: Option, rhs: Option) -> Bool {
      lhs.name == rhs.name && lhs.transformerName == rhs.transformerName
    }

    /// Hashes what is asked for.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(transformerName)
    }

    /// The option's name.
    public var debugDescription: String {
      transformerName.map { "\(name)(\($0))" } ?? name
    }

    private enum CodingKeys: String, CodingKey { case name, transformerName }

    /// Reads what ``encode(to:)`` wrote. Names that are not known are kept.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      transformerName = try container.decodeIfPresent(String.self, forKey: .transformerName)
    }

    /// Writes the names of option and transformer.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(transformerName, forKey: .transformerName)
    }
  }
}
