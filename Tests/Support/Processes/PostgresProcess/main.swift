// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Another process for tests of stores in PostgreSQL: saves, hears of saves, or brings the tables up to date.

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

#if Postgres
  let arguments = CommandLine.arguments
  func argument(_ position: Int) -> String { arguments.count > position ? arguments[position] : "" }
  func number(_ position: Int) -> Int { Int(argument(position)) ?? 0 }

  guard arguments.count > 3 else {
    say("usage: PostgresProcess conflict|write|once|open|name ADDRESS NAMESPACE …")
    exit(2)
  }
  do {
    switch argument(1) {
    case "conflict": try conflict(writer: number(4), count: number(5))
    case "write": try write(writer: number(4), count: number(5))
    case "once": try saveWhenAsked()
    case "open": try openLater()
    case "name": try sayName()
    default: say("unknown: \(argument(1))")
    }
  } catch {
    say("error: \(error)")
    exit(1)
  }
#else
  say("built without the trait Postgres")
  exit(2)
#endif
