// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import SwiftDataRealm

/// What is done with Realm files.
struct RealmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "realm",
    abstract: "Looks into Realm files, writes SwiftData models for them, and migrates their objects.",
    discussion: """
      Reads files of formats 2 to 11 and 20 to 24: those of every released version of Realm. \
      The Realm SDK is not needed, and the file is never changed.
      """,
    subcommands: [
      RealmInspectCommand.self, RealmSchemaCommand.self, RealmExportCommand.self,
      RealmMigrateCommand.self, RealmVerifyCommand.self,
      RealmConvertCommand.self,
    ])
}

/// The Realm file that a command looks into.
struct RealmArgument: ParsableArguments {
  @Argument(help: "A Realm file: default.realm, …", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "The key of an encrypted file, as 128 hexadecimal digits or Base64.",
      discussion: "Other users of the machine may see it while the command runs: see --key-file."))
  var key: String?

  @Option(
    help: "A file with the key: its 64 bytes, or 128 hexadecimal digits, or Base64.",
    completion: .file())
  var keyFile: String?

  var url: URL { URL(fileURLWithPath: file) }

  func validate() throws {
    if key != nil, keyFile != nil {
      throw ValidationError("Give either --key or --key-file.")
    }
  }

  func open() throws -> RealmFile { try RealmFile(url: url, key: realmKey()) }

  func realmKey() throws -> RealmKey? {
    if let key { return try RealmKey(text: key) }
    guard let keyFile else { return nil }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: keyFile)) else {
      throw RealmFileError(.fileNotFound, "The file with the key cannot be read.", file: keyFile)
    }
    return data.count == 64
      ? try RealmKey(data) : try RealmKey(text: String(decoding: data, as: UTF8.self))
  }
}
