// SPDX-License-Identifier: Apache-2.0

// Changes user defaults of a suite that it makes by itself: SuiteProcess HOME VALUE, then each line is another value.
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
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

let file = URL(fileURLWithPath: arguments[1]).appendingPathComponent("notes \(getpid()).store")
let container = try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: file))
guard let defaults = UserDefaults(suiteName: "SuiteProcess.suite") else { exit(2) }
defaults.set(arguments[2], forKey: "name")
say(UserDefaultsKeeper.account)
while let line = readLine() {
  defaults.set(line, forKey: "name")
  say("set")
}
