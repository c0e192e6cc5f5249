import Foundation

extension ModelConfiguration {
  /// What file systems take as a name. In bytes.
  private static let longestName = 255
  /// Of `-wal` and `-shm`. In bytes.
  private static let longestSuffix = 4

  /// Checks the store's file name. A container calls this before it makes the
  /// store.
  ///
  /// ```swift
  /// try ModelConfiguration("a/b").validate()  // throws
  /// ```
  ///
  /// - Throws: ``SwiftDataError/configurationFileNameTooLong`` if the name,
  ///   or that of a file that SQLite keeps beside the store, has more than 255
  ///   bytes; ``SwiftDataError/configurationFileNameContainsInvalidCharacters``
  ///   if it has a slash or control characters, is empty, or the URL is no file.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    if isPlaced {
      guard url.isFileURL else {
        throw invalidName(url.absoluteString, "The store's URL is no file URL.")
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
        "The store's file name has \(fileName.utf8.count) bytes, \(Self.longestName - Self.longestSuffix) is the most.",
        advice: "Give the configuration a shorter name.")
    }
  }

  private func check(directory: String) throws {
    try check(characters: directory)
    guard directory.utf8.count <= Self.longestName else {
      throw SwiftDataError(
        .configurationFileNameTooLong,
        "The group's name has \(directory.utf8.count) bytes, \(Self.longestName) is the most.",
        advice: "Give the group a shorter name.")
    }
  }

  private func check(characters name: String) throws {
    guard !name.isEmpty, name != ".", name != "..", name != "/" else {
      throw invalidName(name, "The file name is not one of a file.")
    }
    let isInvalid = name.unicodeScalars.contains {
      $0 == "/" || $0.properties.generalCategory == .control
    }
    if isInvalid { throw invalidName(name, "The file name has a slash or control characters.") }
  }

  private func invalidName(_ name: String, _ explanation: String) -> SwiftDataError {
    SwiftDataError(
      .configurationFileNameContainsInvalidCharacters, explanation,
      expression: name.debugDescription,
      advice: "Use letters, digits, spaces, hyphens and underscores.")
  }
}
