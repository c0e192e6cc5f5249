// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The description of one persisted property in a model class.
  ///
  /// `@Model` writes these; hand-written models list them themselves:
  ///
  /// ```swift
  /// static var schemaMetadata: [Schema.PropertyMetadata] {
  ///   [
  ///     .init(name: "name", keypath: \Trip.name, metadata: Schema.Attribute(.unique)),
  ///     .init(name: "isDone", keypath: \Trip.isDone, defaultValue: false),
  ///   ]
  /// }
  /// ```
  public struct PropertyMetadata {
    // Libraries read these four through `Mirror`: names and order stay.
    package let name: String
    package let keypath: AnyKeyPath
    package let defaultValue: Any?
    package let metadata: (any SchemaProperty)?

    /// Describes one property.
    ///
    /// - Parameters:
    ///   - name: The property's name, without backticks.
    ///   - keypath: The key path to the property.
    ///   - defaultValue: The value it is initialized with; `nil` if there is none.
    /// - metadata: The arguments of `@Attribute` or `@Relationship`; `nil` without either.
    public init(
      name: String, keypath: AnyKeyPath, defaultValue: Any? = nil,
      metadata: (any SchemaProperty)? = nil
    ) {
      self.name = name
      self.keypath = keypath
      self.defaultValue = defaultValue
      self.metadata = metadata
    }
  }
}
