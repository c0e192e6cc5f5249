// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a store cannot be read, or a change to it cannot be made.
///
/// Says what is wrong, where, and what to do about it.
package struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  package enum Code: String, Sendable {
    /// There is no such file.
    case fileNotFound
    /// The path leads to a folder, or to something else that is no file.
    case notAFile
    case fileIsEmpty
    /// Another kind of file, or one that is encrypted.
    case notADatabase
    /// A database, but not one of Core Data or SwiftData.
    case notAStore
    /// The file is shorter than it should be, or its content is malformed.
    case damaged
    case unreadable
    case notWritable
    /// Another program is using the file.
    case busy
    /// Nothing about the file.
    case outOfMemory
    /// The file or folder that should be made is there already.
    case alreadyExists
    case unknownEntity
    case unknownProperty
    case invalidExpression
    case invalidInput
    case unsupported
  }

  package var code: Code
  /// The problem.
  package var what: String
  /// The file in which it is.
  package var file: String?
  /// The advice.
  package var advice: String?

  package init(_ code: Code, _ what: String, file: String? = nil, advice: String? = nil) {
    self.code = code
    self.what = what
    self.file = file
    self.advice = advice
  }

  /// What was read of a file without locks is of two moments.
  static func changedWhileRead(_ file: String) -> StoreError {
    StoreError(
      .busy, "Another program changed the file while it was read.", file: file,
      advice: "Run the command again, or work on a copy that 'backup' makes.")
  }

  /// Whether the content of the file is the reason, so that other parts of it
  /// may well be read.
  var isDamage: Bool { code == .damaged || code == .unreadable }

  package var description: String {
    var text = file.map { "\($0): \(what)" } ?? what
    if let advice { text += " \(advice)" }
    return text
  }
}
