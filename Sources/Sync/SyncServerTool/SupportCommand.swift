// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncServer

/// `swiftdata-server support`: a file for somebody who helps, without values.
enum SupportCommand {
  /// The options of `serve` that are numbers or words: the others name files, addresses and people.
  private static let told: Set<String> = [
    "--max-records", "--max-megabytes", "--max-value-megabytes", "--requests", "--listeners", "--wrong-tokens",
    "--forwarded-for", "--log-level", "--least-schema", "--connections", "--prepared-statements",
    "--cloudkit-environment", "--cloudkit-quirks",
  ]

  static func run(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let output = URL(fileURLWithPath: try arguments.next("the output's path"))
    let options = try arguments.options(["--config"])
    guard !FileManager.default.fileExists(atPath: output.path) else {
      throw UsageError(text: "\(output.path) is there already")
    }
    let config = try options["--config"].map(ServeCommand.options(inFile:)) ?? [:]
    var bundle = try place.open(isNew: false).supportBundle(account: account, now: Time.now)
    for (name, value) in config { bundle.options[String(name.dropFirst(2))] = told.contains(name) ? value : "set" }
    try bundle.encoded().write(to: output, options: .withoutOverwriting)
    print("Written to \(output.path): read it before you send it")
  }
}
