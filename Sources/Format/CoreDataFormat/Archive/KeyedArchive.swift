// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An archive as Foundation's `NSKeyedArchiver` writes it.
///
/// Its objects refer to each other by number, in circles too. Nothing is
/// unarchived: an ``Object`` is looked at field by field, so that any class
/// can be read, and none is ever instantiated.
///
/// ```swift
/// let archive = try KeyedArchive(data)
/// if case .object(let list) = try archive.root(), list.isKind(of: "NSArray") {
///   for member in try list.members() { … }
/// }
/// ```
package final class KeyedArchive: Sendable {
  /// The version of the layout, the only one there is.
  static let version: Int64 = 100_000
  static let archiver = "NSKeyedArchiver"
  static let null = "$null"

  /// The values of the archive by name, mostly one reference named `root`.
  package let top: [String: PropertyListValue]
  private let objects: [PropertyListValue]
  /// The names of each class and its superclasses, by number.
  private let classes: [UInt32: [String]]

  /// Reads an archive from a binary property list.
  ///
  /// - Throws: ``PropertyListError`` if the bytes are no property list,
  ///   ``KeyedArchiveError`` if the list is no archive.
  package convenience init(_ data: Data) throws {
    try self.init(propertyList: PropertyListValue(binary: data))
  }

  /// - Throws: ``KeyedArchiveError`` if the list is no archive.
  package init(propertyList list: PropertyListValue) throws {
    guard let archiver = list["$archiver"]?.string, let version = list["$version"]?.integer else {
      throw KeyedArchiveError("The property list is not an archive.")
    }
    guard archiver == Self.archiver, version == Self.version else {
      throw KeyedArchiveError("Archives of \(archiver), version \(version), are not known.")
    }
    guard case .array(let objects) = list["$objects"], objects.first == .string(Self.null),
      case .dictionary(let top) = list["$top"]
    else { throw KeyedArchiveError("It has no objects, or no root.") }
    self.objects = objects
    self.top = top
    var classes: [UInt32: [String]] = [:]
    for (index, object) in objects.enumerated() {
      guard let name = object["$classname"]?.string, let number = UInt32(exactly: index) else {
        continue
      }
      let names = (object["$classes"]?.members ?? []).compactMap(\.string)
      classes[number] = names.first == name ? names : [name] + names
    }
    self.classes = classes
  }

  /// The value of a name in the archive.
  ///
  /// - Throws: ``KeyedArchiveError`` if there is nothing of the name, or it
  ///   refers to an object that there is not.
  package func root(named name: String = "root") throws -> Item {
    guard let value = top[name] else {
      throw KeyedArchiveError("It has no root named \(name).")
    }
    return try item(value)
  }

  /// Follows a reference; what is none stays as it is.
  ///
  /// - Throws: ``KeyedArchiveError`` if there is no such object, or its class
  ///   is not known.
  package func item(_ value: PropertyListValue) throws -> Item {
    guard case .uid(let number) = value else { return .value(value) }
    if number == 0 { return .null }
    guard let index = Int(exactly: number), index < objects.count else {
      throw KeyedArchiveError("There is no object \(number) among \(objects.count).")
    }
    guard case .dictionary(let fields) = objects[index], let reference = fields["$class"] else {
      return .value(objects[index])
    }
    guard case .uid(let classNumber) = reference, let classNames = classes[classNumber] else {
      throw KeyedArchiveError("The object is of no class.", object: number)
    }
    return .object(
      Object(archive: self, number: number, classNames: classNames, fields: fields))
  }

  /// The node that a reference leads to.
  package enum Item: Sendable {
    case null
    /// A string, a number or data, which stand for themselves.
    case value(PropertyListValue)
    case object(Object)

    /// For errors: never a value.
    var kind: String {
      switch self {
      case .null: "nothing"
      case .value(let value): value.kind
      case .object(let object): "an object of \(object.className)"
      }
    }
  }
}

/// Why bytes are no keyed archive, or not one of what was expected.
package struct KeyedArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The problem.
  package let reason: String
  /// The number of the object that it is about, in the archive's `$objects`.
  package let object: UInt32?

  init(_ reason: String, object: UInt32? = nil) {
    self.reason = reason
    self.object = object
  }

  /// The problem, and its object.
  package var description: String {
    let place = object.map { ", at object \($0)" } ?? ""
    return "The archive cannot be read\(place): \(reason)"
  }
}
