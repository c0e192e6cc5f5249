// SPDX-License-Identifier: Apache-2.0

/// Questions about types, and their names in a saved schema.
enum SchemaTypes {
  /// Whether `type` is an optional.
  static func isOptional(_ type: any Any.Type) -> Bool { type is any OptionalValue.Type }

  /// The type without its optionals.
  static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    var type = type
    while let optional = type as? any OptionalValue.Type { type = optional.wrappedType }
    return type
  }

  /// Whether `type` is a model or an optional model.
  static func isModel(_ type: any Any.Type) -> Bool { unwrapped(type) is any PersistentModel.Type }

  /// The raw value's type of an enum, else the type itself.
  static func rawType(of type: any Any.Type) -> any Any.Type {
    guard let type = unwrapped(type) as? any RawRepresentable.Type else { return type }
    return rawValueType(type)
  }

  private static func rawValueType<R: RawRepresentable>(_ type: R.Type) -> any Any.Type {
    R.RawValue.self
  }

  /// The name a type is saved under: mangled where it has such a name.
  static func name(of type: any Any.Type) -> String {
    _mangledTypeName(type) ?? String(reflecting: type)
  }

  /// Longer names are no class's. In bytes.
  private static let longestMangledName = 1024

  /// The type saved under `name`, if this process has it.
  ///
  /// Names come out of files. The runtime's parser is only given what can be
  /// a mangled name.
  static func type(named name: String) -> (any Any.Type)? {
    let bytes = name.utf8
    guard !bytes.isEmpty, bytes.count <= longestMangledName else { return nil }
    let isPlausible = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "$"):
        true
      default: false
      }
    }
    return isPlausible ? _typeByName(name) : nil
  }

  /// Whether two values, of any types, are the same as far as can be told.
  static func areEqual(_ lhs: Any?, _ rhs: Any?) -> Bool {
    switch (lhs, rhs) {
    case (nil, nil): return true
    case (let lhs?, let rhs?):
      if let lhs = lhs as? AnyHashable, let rhs = rhs as? AnyHashable { return lhs == rhs }
      return Swift.type(of: lhs) == Swift.type(of: rhs)
    default: return false
    }
  }
}
