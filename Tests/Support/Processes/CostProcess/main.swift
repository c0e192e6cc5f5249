// SPDX-License-Identifier: Apache-2.0

import CAllocationCounter
import Foundation
import SwiftData

// Prints what one operation costs, in allocations and bytes: counts, which are
// the same on every machine and in every run, where times are not.
//
// usage: CostProcess FOLDER ROWS
//        CostProcess large-save FILE ROWS
//
// One line for each work: name, allocations, bytes, bytes kept. Of a large save: bytes written, bytes of the database.

func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

let arguments = CommandLine.arguments
if arguments.count == 4, arguments[1] == "large-save", let rows = Int(arguments[3]) {
  do {
    try LargeSave.measure(URL(fileURLWithPath: arguments[2]), rows: rows)
    exit(0)
  } catch {
    say("failed: \(error)")
    exit(1)
  }
}

guard osd_counts_allocations() != 0 else {
  say("uncounted")
  exit(0)
}
guard CommandLine.arguments.count == 3, let rows = Int(CommandLine.arguments[2]), rows >= 100 else {
  say("usage: CostProcess FOLDER ROWS")
  exit(2)
}

do {
  try Costs(folder: URL(fileURLWithPath: CommandLine.arguments[1]), rows: rows).measure()
} catch {
  say("failed: \(error)")
  exit(1)
}
