// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) @preconcurrency import Swift

/// The runtime's metadata about a type's stored properties and cases.
///
/// Composite attributes follow the stored properties of a struct, not its
/// coding keys (as observed of Apple's stores), so the layout is read from
/// the type's reflection metadata.
enum TypeReflection {
  struct Field {
    let name: String
    let offset: Int
    let type: any Any.Type
  }

  enum Kind { case structure, enumeration, optional, other }

  static func kind(of type: any Any.Type) -> Kind {
    // Metadata kinds of the stable ABI: 0x200 struct, 0x201 enum, 0x202 optional.
    // The first word of metadata is its kind.
    switch unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self) {
    case 0x200: .structure
    case 0x201: .enumeration
    case 0x202: .optional
    default: .other
    }
  }

  /// The stored properties of a struct, in declared order.
  static func fields(ofStruct type: any Any.Type) -> [Field] {
    var fields: [Field] = []
    _ = _forEachField(of: type, options: []) { name, offset, type, _ in
      fields.append(Field(name: String(cString: name), offset: offset, type: type))
      return true
    }
    return fields
  }

  /// Where a class keeps its stored property `name`, from the object's start.
  /// Inherited fields come first, and may be private ones of the same name.
  static func offset(of name: String, inClass type: AnyClass) -> Int? {
    var found: Int?
    _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { field, offset, _, _ in
      if String(cString: field) == name { found = offset }
      return true
    }
    return found
  }

  struct Case {
    let name: String
    let hasPayload: Bool
  }

  /// The cases of an enum: those with payloads first, each group in declared
  /// order, which is also the order of their tags.
  static func cases(ofEnum type: any Any.Type) -> [Case] {
    // Nominal type descriptors are part of the ABI, and of the binary: nothing from outside is read.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard kind(of: type) == .enumeration else { return [] }
    let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    guard let fields = relative(descriptor + 16) else { return [] }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    return (0..<count).compactMap { index in
      let record = fields + 16 + index * recordSize
      guard let name = relative(record + 8) else { return nil }
      return Case(
        // A name is a C string in the binary.
        name: String(cString: name.assumingMemoryBound(to: CChar.self)),
        hasPayload: record.load(fromByteOffset: 4, as: Int32.self) != 0)
    }
  }

  /// What a distance in the binary leads to; `nil` for none.
  static func relative(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = pointer.load(as: Int32.self)
    return distance == 0 ? nil : pointer + Int(distance)
  }

  /// The name of the case that `value` holds.
  static func caseName<T>(of value: T) -> String? {
    enumCaseName(value).map { String(cString: $0) }
  }
}

// A function of the runtime, with the signature that the standard library declares it with for `print`.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
