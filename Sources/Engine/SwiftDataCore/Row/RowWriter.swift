// SPDX-License-Identifier: Apache-2.0

/// Binds the columns of one object to a statement, in property order.
///
/// The statement names exactly the columns of the properties in `mask`.
public struct _RowWriter {
  @usableFromInline let statement: OpaquePointer?
  @usableFromInline let functions: UnsafePointer<BindFunctions>
  @usableFromInline var parameter: Int32
  @usableFromInline var property: Int = 0
  @usableFromInline let mask: PropertyMask
  // Of a class: lives as long as the process.
  @usableFromInline unowned(unsafe) let description: _ModelDescription
  /// The first value that did not fit; the save throws it.
  public var failure: (any Error)?

  @inlinable
  package init(
    statement: OpaquePointer?, functions: UnsafePointer<BindFunctions>, firstParameter: Int32,
    mask: PropertyMask, description: _ModelDescription
  ) {
    self.statement = statement
    self.functions = functions
    self.parameter = firstParameter
    self.mask = mask.subtracting(description.ephemeralMask)
    self.description = description
  }

  /// The parameter that the next bind uses.
  public var nextParameter: Int32 { parameter }

  /// Whether the statement names property `index`; the writes that follow are for it.
  @inlinable
  public mutating func wants(_ index: Int) -> Bool {
    property = index
    guard mask.contains(index) else { return false }
    return index < PropertyMask.sharedBit || !description.properties[index].isEphemeral
  }

  // MARK: Attributes

  /// Binds an attribute to its column; NULL if it is not loaded.
  @inlinable
  public mutating func write<V: _ColumnValue>(_ stored: _Stored<V>) {
    if case .value(let value) = stored { value._bind(&self) } else { bindNull() }
  }

  /// Binds an optional attribute to its column; NULL if it is nil or not loaded.
  @inlinable
  public mutating func write<V: _ColumnValue>(_ stored: _Stored<V?>) {
    if case .value(.some(let value)) = stored { value._bind(&self) } else { bindNull() }
  }

  /// Any other attribute; see `_RowReader.read(_:)`.
  @_disfavoredOverload
  @inlinable
  public mutating func write<V>(_ stored: _Stored<V>) { _encode(stored.loaded) }

  /// Binds an attribute whose type shows that it is no relationship; NULL if it is not loaded.
  @inlinable
  public mutating func writeAttribute<V: _ColumnValue>(_ stored: _StoredAttribute<V>) {
    if case .value(let value) = stored { value._bind(&self) } else { bindNull() }
  }

  /// Binds an optional attribute whose type shows that it is no relationship; NULL if it is nil or not loaded.
  @inlinable
  public mutating func writeAttribute<V: _ColumnValue>(_ stored: _StoredAttribute<V?>) {
    if case .value(.some(let value)) = stored { value._bind(&self) } else { bindNull() }
  }

  /// Binds an attribute that is coded, to all columns of it. If it cannot be encoded, ``failure`` says why.
  @_disfavoredOverload
  @inlinable
  public mutating func writeAttribute<V: Codable>(_ stored: _StoredAttribute<V>) {
    _encode(stored.loaded)
  }

  /// Binds an attribute with `.transformable(by:)` through its transformer. If that fails, ``failure`` says why.
  public mutating func writeTransformable<V>(_ stored: _Stored<V>) { _encode(stored.loaded) }

  /// Binds a `let` of `model`.
  public mutating func writeConstant<M: PersistentModel>(_ model: M, _ index: Int) {
    property = index
    description.properties[index].storeConstant(model, &self)
  }

  // MARK: Relationships

  /// Binds the key of the model that a to-one relationship leads to. A model with a temporary key, which was not
  /// inserted into this store, is noted as ``failure``.
  @inlinable
  public mutating func write<V: PersistentModel>(_ stored: _Stored<V>) {
    switch stored {
    case .absent: _bindRelated(nil, 0)
    case .key(let key): _bindRelated(nil, key)
    case .value(let model): _bindRelated(model, 0)
    }
  }

  /// Binds the key of the model that an optional to-one relationship leads to; NULL if there is none. A model with a
  /// temporary key, which was not inserted into this store, is noted as ``failure``.
  @inlinable
  public mutating func write<V: PersistentModel>(_ stored: _Stored<V?>) {
    switch stored {
    case .absent, .value(nil): _bindRelated(nil, 0)
    case .key(let key): _bindRelated(nil, key)
    case .value(.some(let model)): _bindRelated(model, 0)
    }
  }

  /// Binds nothing: a to-many relationship has no column.
  @inlinable
  public mutating func write<V: PersistentModel>(_ stored: _Stored<[V]>) {}

  /// Binds nothing: an optional to-many relationship has no column, either.
  @inlinable
  public mutating func write<V: PersistentModel>(_ stored: _Stored<[V]?>) {}

  @usableFromInline
  mutating func _bindRelated(_ model: (any PersistentModel)?, _ key: Int64) {
    let target = model?._$state?.key ?? key
    if target > 0 {
      bind(target)
    } else {
      if target < 0 {
        fail("The related object has not been inserted into this store.")
      }
      bindNull()
    }
  }

  @usableFromInline
  mutating func _encode<V>(_ value: V?) {
    let property = description.properties[self.property]
    guard let codec = property.codec as? AttributeCodec<V> else { return }
    let next = parameter + Int32(codec.columnCount)
    if let value {
      do { try codec.encode(value, &self) } catch {
        fail("The value cannot be encoded: \(error).")
      }
    } else {
      for _ in 0..<codec.columnCount { bindNull() }
    }
    parameter = next
  }

  /// Binds the current property's value, whatever its type.
  mutating func _encodeAny(_ value: Any?) {
    guard let codec = description.properties[property].codec else { return }
    let next = parameter + Int32(codec.columnCount)
    do { try codec.encodeAny(value, &self) } catch { fail("The value cannot be encoded: \(error).") }
    parameter = next
  }

  /// Notes the first failure, naming entity and property.
  public mutating func fail(_ explanation: String) {
    guard failure == nil else { return }
    failure = SwiftDataError(
      .valueOutOfRange, explanation, entity: description.entityName,
      property: description.properties[property].name,
      advice: "Assign a value that the property's column can hold, then save again.")
  }

  // MARK: Binding

  /// Binds NULL to the next parameter.
  @inlinable
  public mutating func bindNull() {
    _ = functions.pointee.null(statement, parameter)
    parameter &+= 1
  }

  /// Binds an integer to the next parameter.
  @inlinable
  public mutating func bind(_ value: Int64) {
    _ = functions.pointee.integer(statement, parameter, value)
    parameter &+= 1
  }

  /// Binds a floating-point number to the next parameter.
  @inlinable
  public mutating func bind(_ value: Double) {
    _ = functions.pointee.real(statement, parameter, value)
    parameter &+= 1
  }

  /// Binds a string as UTF-8 to the next parameter. One that is longer than the store allows is noted as ``failure``.
  @inlinable
  public mutating func bind(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      if let base = utf8.baseAddress {
        let code = functions.pointee.text(statement, parameter, base, utf8.count)
        if code != 0 { _refuse(byteCount: utf8.count) }
      } else {
        // An empty string has no storage; a null pointer would bind NULL.
        var zero: UInt8 = 0
        _ = functions.pointee.text(statement, parameter, &zero, 0)
      }
    }
    parameter &+= 1
  }

  /// Binds bytes to the next parameter, also if there are none. More than the store allows are noted as ``failure``.
  @inlinable
  public mutating func bind(bytes: UnsafeRawBufferPointer) {
    if let base = bytes.baseAddress {
      let code = functions.pointee.blob(statement, parameter, base, bytes.count)
      if code != 0 { _refuse(byteCount: bytes.count) }
    } else {
      var zero: UInt8 = 0
      _ = functions.pointee.blob(statement, parameter, &zero, 0)
    }
    parameter &+= 1
  }

  @usableFromInline
  mutating func _refuse(byteCount: Int) {
    guard failure == nil else { return }
    failure = SwiftDataError(
      .valueOutOfRange, "The value has \(byteCount) bytes, more than the store allows.",
      entity: description.entityName, property: description.properties[property].name,
      advice: "Keep very large values in separate files, and the files' names in the store.")
  }
}
