// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The indexes that `#Index` asks for.
  ///
  /// ```swift
  /// @Model final class Place {
  ///   #Index<Place>(.binary([\.name]), .rtree([\.latitude, \.longitude]))
  ///   …
  /// }
  /// ```
  public final class Index<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible,
    Hashable, Codable, SchemaKeyPathGroups
  {
    /// An index, by kind.
    public enum Types<P: PersistentModel> {
      /// A sorted index.
      case binary([PartialKeyPath<P>])
      /// A spatial index. The store makes a sorted one instead, and its log
      /// says so: what Core Data makes serves a function that predicates of
      /// Swift do not have.
      case rtree([PartialKeyPath<P>])

      var isRTree: Bool {
        switch self {
        case .binary: false
        case .rtree: true
        }
      }

      var keyPaths: [PartialKeyPath<P>] {
        switch self {
        case .binary(let keyPaths), .rtree(let keyPaths): keyPaths
        }
      }
    }

    /// The name under which a model's metadata lists its indexes.
    public var name = "SwiftData.Schema.Index"
    /// The original name; indexes are never renamed.
    public var originalName = "SwiftData.Schema.Index"
    /// The model class.
    public var valueType: any Any.Type = T.self
    /// The indexes.
    public let indices: [Types<T>]

    /// Indexes of the given kinds.
    public init(_ indices: Types<T>...) { self.indices = indices }

    /// Sorted indexes.
    public init(_ binaryIndices: [PartialKeyPath<T>]...) {
      indices = binaryIndices.map { .binary($0) }
    }

    /// Always false.
    public var isUnique: Bool { false }

    package var modelType: any PersistentModel.Type { T.self }
    package var keyPathGroups: [(isRTree: Bool, keyPaths: [AnyKeyPath])] {
      indices.map { ($0.isRTree, $0.keyPaths) }
    }

    /// The model class and the key paths.
    public var debugDescription: String {
      let listed = indices.map { "\($0.isRTree ? "rtree" : "binary")\($0.keyPaths)" }
      return "Index<\(T.self)>(\(listed.joined(separator: ", ")))"
    }

    /// Whether both ask for the same indexes.
    public static func == (lhs: Index, rhs: Index) -> Bool {
      lhs.indices.map(\.isRTree) == rhs.indices.map(\.isRTree)
        && lhs.indices.map(\.keyPaths) == rhs.indices.map(\.keyPaths)
    }

    /// Hashes the key paths.
    public func hash(into hasher: inout Hasher) { hasher.combine(indices.map(\.keyPaths)) }

    /// The keys of the encoded form.
    public enum CodingKeys: CodingKey {
      /// The indexes.
      case indices
    }

    private struct Saved: Codable {
      var isRTree: Bool
      var properties: [String]
    }

    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: A `DecodingError` if the class has no such property, or the
    ///   path leads into a composite attribute.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      indices = try container.decode([Saved].self, forKey: .indices).map { saved in
        let keyPaths = try saved.properties.map {
          try SchemaKeyPaths.keyPath(named: $0, of: T.self, from: decoder)
        }
        return saved.isRTree ? .rtree(keyPaths) : .binary(keyPaths)
      }
    }

    /// Writes the indexes, by the names of their properties.
    ///
    /// - Throws: An `EncodingError` for a key path to something not persisted.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      let saved = try indices.map { index in
        Saved(
          isRTree: index.isRTree,
          properties: try index.keyPaths.map { try SchemaKeyPaths.savedName(of: $0, for: encoder) })
      }
      try container.encode(saved, forKey: .indices)
    }
  }
}
