// SPDX-License-Identifier: Apache-2.0

/// A cursor over the columns of one row, in property order.
///
/// The macro-generated `_$load(_:)` reads each wanted property straight into
/// the object's typed storage. The statement selects exactly the columns of
/// the properties in `mask`, so the cursor needs no names.
public struct _RowReader {
  @usableFromInline let row: OpaquePointer?
  @usableFromInline let functions: UnsafePointer<RowFunctions>
  @usableFromInline var column: Int32
  @usableFromInline var property: Int = 0
  @usableFromInline let mask: PropertyMask
  /// In a row of several entities: the first column of each property.
  @usableFromInline let columnOfProperty: UnsafePointer<Int32>?
  // Of a class: lives as long as the process.
  @usableFromInline unowned(unsafe) let description: _ModelDescription
  /// The error of a value that could not be decoded; the fetch throws it after the row.
  public var failure: (any Error)?

  /// - Parameters:
  ///   - firstColumn: Where the columns of the first wanted property are.
  ///   - columnOfProperty: For rows whose columns are not those of one entity
  ///     in order: the first column of each of the entity's properties. Must
  ///     stay valid while the row is read.
  @inlinable
  package init(
    row: OpaquePointer?, functions: UnsafePointer<RowFunctions>, firstColumn: Int32,
    mask: PropertyMask, columnOfProperty: UnsafePointer<Int32>? = nil,
    description: _ModelDescription
  ) {
    self.row = row
    self.functions = functions
    self.column = firstColumn
    self.mask = mask.subtracting(description.ephemeralMask)
    self.columnOfProperty = columnOfProperty
    self.description = description
  }

  /// Whether the row brings property `index`; the reads that follow are for it.
  @inlinable
  public mutating func wants(_ index: Int) -> Bool {
    property = index
    guard mask.contains(index) else { return false }
    if index >= PropertyMask.sharedBit, description.properties[index].isEphemeral { return false }
    if let columnOfProperty { column = columnOfProperty[index] }
    return true
  }

  // MARK: Attributes

  /// Reads an attribute from its column. A NULL becomes the type's value for nothing, such as an empty string or NaN; a
  /// number out of the type's range is noted as ``failure``.
  @inlinable
  public mutating func read<V: _ColumnValue>(_ stored: inout _Stored<V>) {
    let value = V._read(self, column)
    if V._isMisread(value, self, column) { _noteMisread(V.self) }
    stored = .value(value ?? V._absentValue)
    column &+= 1
  }

  /// Reads an optional attribute from its column. A NULL becomes nil; a number out of the type's range is noted as
  /// ``failure``.
  @inlinable
  public mutating func read<V: _ColumnValue>(_ stored: inout _Stored<V?>) {
    let value = V._read(self, column)
    if V._isMisread(value, self, column) { _noteMisread(V.self) }
    stored = .value(value)
    column &+= 1
  }

  /// Any other attribute. The codec knows how its type is coded: asking for that here would refuse a
  /// type whose conformance an actor isolates, since rows are read wherever a context lives.
  @_disfavoredOverload
  @inlinable
  public mutating func read<V>(_ stored: inout _Stored<V>) {
    if let value = _decode(V.self) { stored = .value(value) }
  }

  /// Reads an attribute whose type shows that it is no relationship. A NULL becomes the type's value for nothing.
  @inlinable
  public mutating func readAttribute<V: _ColumnValue>(_ stored: inout _StoredAttribute<V>) {
    let value = V._read(self, column)
    if V._isMisread(value, self, column) { _noteMisread(V.self) }
    stored = .value(value ?? V._absentValue)
    column &+= 1
  }

  /// Reads an optional attribute whose type shows that it is no relationship. A NULL becomes nil.
  @inlinable
  public mutating func readAttribute<V: _ColumnValue>(_ stored: inout _StoredAttribute<V?>) {
    let value = V._read(self, column)
    if V._isMisread(value, self, column) { _noteMisread(V.self) }
    stored = .value(value)
    column &+= 1
  }

  /// Reads an attribute that is coded, from all columns of it. If that fails it stays absent, and ``failure`` says why.
  @_disfavoredOverload
  @inlinable
  public mutating func readAttribute<V: Codable>(_ stored: inout _StoredAttribute<V>) {
    if let value = _decode(V.self) { stored = .value(value) }
  }

  /// Reads an attribute with `.transformable(by:)` through its transformer. If that fails it stays absent, and
  /// ``failure`` says why.
  public mutating func readTransformable<V>(_ stored: inout _Stored<V>) {
    if let value = _decode(V.self) { stored = .value(value) }
  }

  /// Notes that the current property's column holds no value of its type.
  @usableFromInline
  mutating func _noteMisread(_ type: any Any.Type) {
    failure =
      failure
      ?? SwiftDataError(
        .storeIsCorrupted, "A stored number is out of range for \(type).",
        entity: description.entityName, property: description.properties[property].name,
        advice: "Check that the property's type is the one the store was written with.")
  }

  // MARK: Relationships

  /// Reads the key of a to-one relationship. The related model is looked up when the property is read; a NULL leaves
  /// the property absent.
  @inlinable
  public mutating func read<V: PersistentModel>(_ stored: inout _Stored<V>) {
    if let key = _readKey() { stored = .key(key) } else { stored = .absent }
  }

  /// Reads the key of an optional to-one relationship. The related model is looked up when the property is read; a NULL
  /// becomes nil.
  @inlinable
  public mutating func read<V: PersistentModel>(_ stored: inout _Stored<V?>) {
    if let key = _readKey() { stored = .key(key) } else { stored = .value(nil) }
  }

  /// A to-many relationship has no column: it stays a fault.
  @inlinable
  public mutating func read<V: PersistentModel>(_ stored: inout _Stored<[V]>) {}

  /// Reads nothing: an optional to-many relationship has no column, either.
  @inlinable
  public mutating func read<V: PersistentModel>(_ stored: inout _Stored<[V]?>) {}

  /// Reads the key of a to-one relationship to a class that is `Codable`, which is not coded into the row.
  @_disfavoredOverload
  @inlinable
  public mutating func read<V: PersistentModel & Codable>(_ stored: inout _Stored<V>) {
    if let key = _readKey() { stored = .key(key) } else { stored = .absent }
  }

  // MARK: Constants

  /// Gives a `let` of `model` the row's value. The object has just been created
  /// by the store, and no code has read it yet.
  public mutating func readConstant<M: PersistentModel>(_ model: M, _ index: Int) {
    property = index
    description.properties[index].loadConstant(model, &self)
  }

  // MARK: Pieces

  @usableFromInline
  mutating func _readKey() -> Int64? {
    let isNull = functions.pointee.type(row, column) == RowFunctions.null
    let key = isNull ? nil : functions.pointee.integer(row, column)
    column &+= 1
    return key
  }

  /// Decodes through the property's codec; advances over all its columns.
  @usableFromInline
  mutating func _decode<V>(_ type: V.Type) -> V? {
    let property = description.properties[self.property]
    guard let codec = property.codec as? AttributeCodec<V> else { return nil }
    let next = column + Int32(codec.columnCount)
    defer { column = next }
    do {
      return try codec.decode(&self)
    } catch {
      failure =
        failure
        ?? SwiftDataError.unreadable(
          error, as: V.self, entity: description.entityName, property: property.name)
      return nil
    }
  }

  /// The value of the current property, without its type.
  mutating func _decodeAny() -> Any? {
    guard let codec = description.properties[property].codec else { return nil }
    let next = column + Int32(codec.columnCount)
    defer { column = next }
    return try? codec.decodeAny(&self)
  }

  /// Whether a column is NULL.
  @inlinable
  public func isNull(_ column: Int32) -> Bool { functions.pointee.type(row, column) == RowFunctions.null }

  /// The bytes of a text column, valid during the call.
  public func withText<R>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> R)
    rethrows -> R
  {
    let pointer = functions.pointee.text(row, column)
    let count = Int(functions.pointee.byteCount(row, column))
    return try body(UnsafeBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
  }

  /// The bytes of a column, valid during the call.
  public func withBytes<R>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> R)
    rethrows -> R
  {
    let pointer = functions.pointee.blob(row, column)
    let count = Int(functions.pointee.byteCount(row, column))
    return try body(UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count))
  }
}
