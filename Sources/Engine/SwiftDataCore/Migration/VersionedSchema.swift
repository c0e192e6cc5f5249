// SPDX-License-Identifier: Apache-2.0

/// One version of an app's models: every model of that version, and a number.
///
/// ```swift
/// enum LibraryV1: VersionedSchema {
///   static let versionIdentifier = Schema.Version(1, 0, 0)
///   static var models: [any PersistentModel.Type] { [Book.self] }
///
///   @Model final class Book {
///     var title: String
///     init(title: String) { self.title = title }
///   }
/// }
/// ```
///
/// A version is a complete snapshot, not a list of changes.
public protocol VersionedSchema: SendableMetatype {
  /// Every model of this version.
  static var models: [any PersistentModel.Type] { get }
  /// The version's number; a later version has a greater one.
  static var versionIdentifier: Schema.Version { get }
}
