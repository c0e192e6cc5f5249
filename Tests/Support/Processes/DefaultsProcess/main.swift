// SPDX-License-Identifier: Apache-2.0

// Changes user defaults as a program does that says nothing of writing them: DefaultsProcess HOME COMMAND …
import Foundation
import SwiftData

@Model final class Note {
  var text = ""
  init() {}
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(2) }
if ProcessInfo.processInfo.environment["HOME"] != arguments[1] {
  // Foundation looks for the home folder before this line: once more, with another one.
  setenv("HOME", arguments[1], 1)
  unsetenv("XDG_CONFIG_HOME")
  var list = arguments.map { strdup($0) } + [nil]
  execv(arguments[0], &list)
  exit(2)
}
/// At once: what is printed to a pipe waits.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

let file = URL(fileURLWithPath: arguments[1]).appendingPathComponent("notes \(getpid()).store")
let container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: file))
let defaults = UserDefaults.standard

switch arguments[2] {
case "set":
  // Ends at once.
  defaults.set(arguments[4], forKey: arguments[3])
case "idle":
  // Has nothing to do with user defaults.
  say(UserDefaultsKeeper.account)
  while readLine() != nil { say(UserDefaultsKeeper.account) }
case "print":
  say(defaults.string(forKey: arguments[3]) ?? "nil")
case "stay":
  // Is killed.
  defaults.set(arguments[4], forKey: arguments[3])
  say("set")
  while let line = readLine() {
    if line == "account" {
      say(UserDefaultsKeeper.account)
      continue
    }
    defaults.set(line, forKey: arguments[3])
    say("set")
  }
case "many":
  _ = defaults.object(forKey: "x")
  say("ready")
  _ = readLine()
  for number in 0..<100 {
    defaults.set(number, forKey: "\(arguments[3]) \(number)")
    if number.isMultiple(of: 10) { usleep(100_000) }
  }
default: exit(2)
}
