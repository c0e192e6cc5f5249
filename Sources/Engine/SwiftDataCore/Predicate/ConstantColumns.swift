// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Turns captured values into what a row of the store would hold for them,
/// with the codecs that write rows.
package enum ConstantColumns {
  /// The columns that `value` takes, and how they lie.
  ///
  /// - Parameters:
  ///   - value: Any value but an optional.
  ///   - description: Of the entity concerned, named by errors.
  /// - Returns: `nil` if the type has no columns.
  package static func make(_ value: Any, _ description: _ModelDescription) throws
    -> (layout: AttributeLayout, columns: [ColumnConstant])?
  {
    if let column = plain(value) { return column }
    // Larger than any column: compares as what it is, and equals nothing.
    if let unsigned = value as? any UnsignedInteger, Int64(exactly: unsigned) == nil {
      return (.scalar(.integer64), [.real(Double(unsigned))])
    }
    if let character = value as? Character { return (.scalar(.string), [.text(String(character))]) }
    if let substring = value as? Substring { return (.scalar(.string), [.text(String(substring))]) }
    func open<V>(_ value: V) throws -> (layout: AttributeLayout, columns: [ColumnConstant])? {
      guard let codec = AttributeCodecs.codec(for: V.self) ?? rawValueCodec(V.self) else {
        return nil
      }
      return (codec.layout, try columns(of: value, codec, description))
    }
    return try open(value)
  }

  /// The commonest types, without a codec: a captured list may be long.
  private static func plain(_ value: Any) -> (layout: AttributeLayout, columns: [ColumnConstant])? {
    switch value {
    case let value as String: (.scalar(.string), [.text(value)])
    case let value as Int: (.scalar(.integer64), [.integer(Int64(value))])
    case let value as Bool: (.scalar(.boolean), [.integer(value ? 1 : 0)])
    case let value as Double: (.scalar(.double), [.real(value)])
    case let value as Date: (.scalar(.date), [.real(value.timeIntervalSinceReferenceDate)])
    case let value as UUID:
      (.scalar(.uuid), [.bytes(withUnsafeBytes(of: value.uuid) { Array($0) })])
    default: nil
    }
  }

  /// Enums that are not Codable cannot be stored, but compared with a raw value.
  private static func rawValueCodec<V>(_ type: V.Type) -> AttributeCodec<V>? {
    guard let raw = type as? any RawRepresentable.Type else { return nil }
    func open<R: RawRepresentable>(_ type: R.Type) -> AttributeCodec<V>? {
      guard let column = R.RawValue.self as? any _ColumnValue.Type else { return nil }
      func make<C: _ColumnValue>(_ column: C.Type) -> AnyAttributeCodec { RawValueCodec<R, C>() }
      return make(column) as? AttributeCodec<V>
    }
    return open(raw)
  }

  private static func columns<V>(
    of value: V, _ codec: AttributeCodec<V>, _ description: _ModelDescription
  ) throws -> [ColumnConstant] {
    try columns(of: value, codec: codec, description)
  }

  /// The columns of an attribute's value as its own codec writes them; `nil`
  /// and values of other types are NULL in all of them.
  static func columns(
    of value: Any, codec: AnyAttributeCodec, _ description: _ModelDescription
  ) throws -> [ColumnConstant] {
    try collect(codec.columnCount, description) { try codec.encodeAny(value, &$0) }
  }

  /// The columns of one attribute, for a value of its type.
  ///
  /// - Throws: ``SwiftDataError`` if there is no such attribute, or the value does not fit.
  package static func attribute(
    _ name: String, of value: Any, in description: _ModelDescription
  ) throws -> [ColumnConstant] {
    guard let property = description.property(named: name), let codec = property.codec else {
      throw SwiftDataError(
        .unsupportedKeyPath, "There is no attribute of this name.",
        entity: description.entityName, property: name, advice: "Name a stored attribute.")
    }
    return try columns(of: value, codec: codec, description)
  }

  /// The columns of the attributes of a model, by name.
  ///
  /// - Parameter model: one that no context has.
  /// - Throws: ``SwiftDataError`` if a value does not fit.
  package static func attributes(
    of model: any PersistentModel
  ) throws -> [String: [ColumnConstant]] {
    let description = type(of: model)._$description
    var mask = PropertyMask.none
    var counts: [(name: String, count: Int)] = []
    for property in description.properties where !property.isEphemeral {
      guard let codec = property.codec else { continue }
      mask.insert(property.index)
      counts.append((property.name, codec.columnCount))
    }
    let all = try collect(counts.reduce(0) { $0 + $1.count }, description, mask) {
      model._$store(&$0)
    }
    var columns: [String: [ColumnConstant]] = [:]
    var start = 0
    for (name, count) in counts {
      columns[name] = Array(all[start..<start + count])
      start += count
    }
    return columns
  }

  /// What `write` binds to the first `count` parameters.
  static func collect(
    _ count: Int, _ description: _ModelDescription, _ mask: PropertyMask = .all,
    _ write: (inout _RowWriter) throws -> Void
  ) throws -> [ColumnConstant] {
    let collector = Collector(count: count)
    let functions = UnsafeMutablePointer<BindFunctions>.allocate(capacity: 1)
    functions.initialize(to: Collector.functions)
    // Deinitialized and given back below, after the last bind.
    defer {
      functions.deinitialize(count: 1)
      functions.deallocate()
    }
    return try withExtendedLifetime(collector) {
      // The collector in place of a statement, which only `functions` look at.
      var writer = _RowWriter(
        statement: OpaquePointer(Unmanaged.passUnretained(collector).toOpaque()),
        functions: UnsafePointer(functions), firstParameter: 0, mask: mask,
        description: description)
      try write(&writer)
      if let failure = writer.failure { throw failure }
      return collector.values
    }
  }

  /// Stands in for a statement: keeps what is bound.
  private final class Collector {
    var values: [ColumnConstant]

    init(count: Int) { values = Array(repeating: .null, count: count) }

    static func set(_ statement: OpaquePointer?, _ index: Int32, _ value: ColumnConstant) -> Int32 {
      guard let statement else { return 0 }
      // `collect` has put it there, and keeps it alive.
      let collector = Unmanaged<Collector>.fromOpaque(UnsafeRawPointer(statement))
        .takeUnretainedValue()
      guard collector.values.indices.contains(Int(index)) else { return 0 }
      collector.values[Int(index)] = value
      return 0
    }

    static let functions = BindFunctions(
      null: { Collector.set($0, $1, .null) },
      integer: { Collector.set($0, $1, .integer($2)) },
      real: { Collector.set($0, $1, .real($2)) },
      text: { statement, index, text, count in
        let bytes = UnsafeBufferPointer(start: text, count: text == nil ? 0 : count)
        return Collector.set(statement, index, .text(String(decoding: bytes, as: UTF8.self)))
      },
      blob: { statement, index, blob, count in
        let bytes = UnsafeRawBufferPointer(start: blob, count: blob == nil ? 0 : count)
        return Collector.set(statement, index, .bytes(Array(bytes)))
      })
  }
}
