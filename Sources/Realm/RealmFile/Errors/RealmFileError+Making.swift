// SPDX-License-Identifier: Apache-2.0

extension RealmFileError {
  private static let restoring =
    "Take another copy of the file, made while no program had it open; a backup may read."

  /// The content at an offset makes no sense.
  static func damaged(_ what: String, at offset: Int? = nil) -> RealmFileError {
    RealmFileError(.damaged, what, offset: offset, advice: restoring)
  }

  /// Something that should be in the file is behind its end.
  static func truncated(_ what: String, at offset: Int? = nil) -> RealmFileError {
    RealmFileError(
      .truncated, what, offset: offset,
      advice: "The file is not complete: copy or download it again.")
  }

  /// Nodes that lead back to themselves, or that several parents share.
  static func cyclic(at offset: Int? = nil) -> RealmFileError {
    RealmFileError(
      .cyclic, "Parts of the file lead back to themselves, or are used more than once.",
      offset: offset, advice: restoring)
  }

  static func tooDeep(at offset: Int) -> RealmFileError {
    RealmFileError(
      .cyclic, "Parts of the file are nested more deeply than Realm writes them.", offset: offset,
      advice: restoring)
  }

  static func unsupported(_ what: String, at offset: Int? = nil) -> RealmFileError {
    RealmFileError(
      .unsupported, what, offset: offset,
      advice: "No SDK of Realm writes this. Leave the property out, or the table.")
  }

  /// Runs `body`; an error learns what it does not know yet about its place.
  static func located<Result>(
    file: String? = nil, table: String? = nil, property: String? = nil,
    object: RealmObjectKey? = nil, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as RealmFileError {
      if error.file == nil { error.file = file }
      if error.table == nil { error.table = table }
      if error.property == nil { error.property = property }
      if error.object == nil { error.object = object }
      throw error
    }
  }
}
