// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes archives as Foundation's `NSKeyedArchiver` does.
///
/// Objects that refer to each other are reserved first and given their fields
/// later:
///
/// ```swift
/// var writer = KeyedArchiveWriter()
/// let list = writer.reserve()
/// let name = writer.add(.string("first"))
/// writer.set(list, .array, ["NS.objects": .array([name, list])])
/// let data = try writer.archive(root: list)
/// ```
package struct KeyedArchiveWriter {
  private var objects: [PropertyListValue] = [.string(KeyedArchive.null)]
  /// By their bytes.
  private var values: [[UInt8]: PropertyListValue] = [:]
  private var classes: [String: PropertyListValue] = [:]

  /// An archive of nothing.
  package init() {}

  /// The reference that means nothing.
  package static let null = PropertyListValue.uid(0)

  /// Adds a string, a number or data, once however often it is added.
  package mutating func add(_ value: PropertyListValue) -> PropertyListValue {
    let bytes = BinaryPropertyListEncoding.scalar(value)
    if let known = values[bytes] { return known }
    let reference = append(value)
    values[bytes] = reference
    return reference
  }

  /// Adds an object.
  package mutating func add(
    _ archivedClass: ArchivedClass, _ fields: [String: PropertyListValue]
  ) -> PropertyListValue {
    let reference = reserve()
    set(reference, archivedClass, fields)
    return reference
  }

  /// A reference to an object that gets its fields later.
  package mutating func reserve() -> PropertyListValue { append(.string(KeyedArchive.null)) }

  /// Gives a reserved object its fields. What is no reference is ignored.
  package mutating func set(
    _ reference: PropertyListValue, _ archivedClass: ArchivedClass,
    _ fields: [String: PropertyListValue]
  ) {
    guard case .uid(let number) = reference, number > 0,
      let index = Int(exactly: number), index < objects.count
    else { return }
    var fields = fields
    fields["$class"] = add(archivedClass)
    objects[index] = .dictionary(fields)
  }

  /// The archive of all that was added.
  ///
  /// - Throws: ``PropertyListError`` if fields hold containers that lie in
  ///   one another too deeply.
  package func archive(root: PropertyListValue) throws -> Data {
    try PropertyListValue.dictionary([
      "$version": .integer(KeyedArchive.version), "$archiver": .string(KeyedArchive.archiver),
      "$top": .dictionary(["root": root]), "$objects": .array(objects),
    ]).binary()
  }

  private mutating func add(_ archivedClass: ArchivedClass) -> PropertyListValue {
    if let known = classes[archivedClass.name] { return known }
    let reference = append(
      .dictionary([
        "$classname": .string(archivedClass.name),
        "$classes": .array(archivedClass.names.map { .string($0) }),
      ]))
    classes[archivedClass.name] = reference
    return reference
  }

  private mutating func append(_ value: PropertyListValue) -> PropertyListValue {
    objects.append(value)
    // More objects than that do not fit into memory.
    return .uid(UInt32(clamping: objects.count - 1))
  }
}
