// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CoreDataStore
import Foundation

struct Compact: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Moves the log of a store into its file, and releases unused space.",
    discussion: "The file must not be open in any program; its content stays the same.")

  @OptionGroup var store: StoreArgument
  @OptionGroup var answer: AnswerOptions

  func run() throws {
    try store.requireFile("compact", "Databases compact themselves.")
    let result = try Compaction.compact(store.url)
    if answer.json {
      StandardOutput.line(
        JSONValue.object([
          .init("before", .integer(result.before)), .init("after", .integer(result.after)),
        ]).pretty)
    } else {
      StandardOutput.line("\(byteText(result.before)) before, \(byteText(result.after)) now.")
    }
  }
}
