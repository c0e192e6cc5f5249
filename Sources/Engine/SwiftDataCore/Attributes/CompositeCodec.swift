// SPDX-License-Identifier: Apache-2.0

/// A Codable struct, decomposed into columns along its stored properties.
///
/// Values are read and written in place, by the offsets of the fields, so
/// neither coding keys nor hand-written coding take part (as in Apple's
/// stores). A struct with a field that cannot be stored on its own is not
/// decomposed.
final class CompositeCodec<Value>: AttributeCodec<Value> {
  private let fields: [(offset: Int, codec: AnyAttributeCodec)]

  init?() {
    let fields = TypeReflection.fields(ofStruct: Value.self)
    guard !fields.isEmpty else { return nil }
    var parts: [(offset: Int, codec: AnyAttributeCodec)] = []
    var elements: [LayoutElement] = []
    for field in fields {
      guard field.type is any Codable.Type, let codec = AttributeCodecs.make(field.type)?.element
      else {
        return nil
      }
      parts.append((field.offset, codec))
      elements.append(
        LayoutElement(
          name: field.name, isOptional: field.type is any OptionalValue.Type,
          layout: codec.layout, valueType: field.type))
    }
    self.fields = parts
    super.init(layout: .composite(elements))
  }

  override func decode(_ row: inout _RowReader) throws -> Value {
    try withUnsafeTemporaryAllocation(
      byteCount: MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment
    ) { memory in
      for (index, field) in fields.enumerated() {
        do {
          try field.codec.decode(into: memory.baseAddress! + field.offset, &row)
        } catch {
          for done in fields[..<index] { done.codec.deinitialize(memory.baseAddress! + done.offset) }
          throw error
        }
      }
      // All fields are initialized, and padding has no value. A temporary allocation has an address.
      return memory.baseAddress!.assumingMemoryBound(to: Value.self).move()
    }
  }

  override func encode(_ value: Value, _ writer: inout _RowWriter) throws {
    try withUnsafePointer(to: value) { pointer in
      for field in fields {
        try field.codec.encode(from: UnsafeRawPointer(pointer) + field.offset, &writer)
      }
    }
  }
}
