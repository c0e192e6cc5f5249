// SPDX-License-Identifier: Apache-2.0

import CDiskRecorder
import Foundation
import SwiftData

// Works on a store while everything done to files is written down, or judges one.
//
// usage: PowerLossProcess work FOLDER LOG SEED FIRST STEPS process|disk close|exit|KILL
//        PowerLossProcess check FOLDER
//        PowerLossProcess records
//
// FIRST: a number that no save has yet. KILL: the operation after which the process is killed.

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

let arguments = CommandLine.arguments
func number(_ position: Int) -> Int { arguments.count > position ? Int(arguments[position]) ?? 0 : 0 }

func work() async throws {
  guard let durability = ModelConfiguration.Durability(rawValue: arguments[7]) else { return say("which durability?") }
  guard osd_record_disk(arguments[2], arguments[3]) == 0 else { return say("the log cannot be written") }
  if number(8) > 0 { osd_die_after(number(8)) }
  var worker = try Worker(
    URL(fileURLWithPath: arguments[2], isDirectory: true), durability, seed: UInt64(number(4)), number: number(5))
  try await worker.work(number(6))
  // Without closing the store.
  if arguments[8] == "exit" {
    say("worked")
    exit(0)
  }
}

do {
  switch arguments.count > 1 ? arguments[1] : "" {
  case "records": say(osd_records_disk() == 0 ? "unrecorded" : "recorded")
  case "work" where arguments.count > 8:
    try await work()
    say("worked")
  case "check" where arguments.count > 2:
    var checker = Checker(URL(fileURLWithPath: arguments[2], isDirectory: true))
    do {
      let found = try await checker.check()
      say("store \(found.store)")
      if let backup = found.backup { say("backup \(backup)") }
    } catch {
      say("problem the store: \(error)")
    }
    for problem in checker.problems { say("problem \(problem)") }
    say("checked")
  default:
    say("usage: PowerLossProcess work|check|records …")
    exit(2)
  }
} catch {
  say("error: \(error)")
  exit(1)
}
