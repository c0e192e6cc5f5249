// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelConfiguration {
  /// What file systems take as a name. In bytes.
  private static let longestName = 255
  /// Of `-wal` and `-shm`. In bytes.
  private static let longestSuffix = 4

  /// Checks the store's file name. A container calls this method before it creates the store.
  ///
  /// ```swift
  /// try ModelConfiguration("a/b").validate()  // throws
  /// ```
  ///
  /// - Throws: ``SwiftDataError/configurationFileNameTooLong`` if the name, or that of a file that
  ///   SQLite keeps beside the store, has more than 255 bytes;
  ///   ``SwiftDataError/configurationFileNameContainsInvalidCharacters`` if it contains a slash or
  ///   control characters or is empty, or if the URL is not a file URL.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    if isPlaced {
      guard url.isFileURL else {
        throw invalidName(url.absoluteString, "The store's URL is not a file URL.")
      }
      try check(fileName: url.lastPathComponent)
    } else {
      if let groupAppContainerIdentifier { try check(directory: groupAppContainerIdentifier) }
      try check(fileName: isNamed ? "\(name).store" : "default.store")
      guard !name.isEmpty else { throw invalidName(name, "The configuration's name is empty.") }
    }
  }

  private func check(fileName: String) throws {
    try check(characters: fileName)
    // The longest name of the files beside it is `<name>-wal` or `<name>-shm`.
    guard fileName.utf8.count + Self.longestSuffix <= Self.longestName else {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        "The store's file name has \(fileName.utf8.count) bytes; at most \(Self.longestName - Self.longestSuffix) are allowed.",
        advice: "Give the configuration a shorter name.")
    }
  }

  private func check(directory: String) throws {
    try check(characters: directory)
    guard directory.utf8.count <= Self.longestName else {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        "The group's name has \(directory.utf8.count) bytes; at most \(Self.longestName) are allowed.",
        advice: "Give the group a shorter name.")
    }
  }

  private func check(characters name: String) throws {
    guard !name.isEmpty, name != ".", name != "..", name != "/" else {
      throw invalidName(name, "The file name is empty, or names a folder.")
    }
    let isInvalid = name.unicodeScalars.contains {
      $0 == "/" || $0.properties.generalCategory == .control
    }
    if isInvalid { throw invalidName(name, "The file name contains a slash or control characters.") }
  }

  private func invalidName(_ name: String, _ explanation: String) -> SwiftDataError {
    SwiftDataError(
      .configurationFileNameContainsInvalidCharacters, explanation,
      expression: name.debugDescription,
      advice: "Use letters, digits, spaces, hyphens and underscores.")
  }
}
