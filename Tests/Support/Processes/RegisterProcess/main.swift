// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSync

// A device whose transactions read some registers and make some of them larger, for checks of consistency:
//
//   RegisterProcess FOLDER ADDRESS CLIENT CLIENTS KEYS SEED [RULE ...]
//
// FOLDER has its store and its history. A RULE is 'newer', so that the later value of a register stays and not the
// larger one, or a rule of the driver that is switched off. It does what the lines of its standard input say, and
// answers each with one; lines with 'trouble' come when they come:
//
//   make           inserts the registers and uploads them
//   run            from now on, transactions follow each other, and so do rounds of sync
//   stop           no longer
//   rounds         how many rounds have succeeded, failed for the network, and given up for the app's own saves
//   burst COUNT    transactions at full speed, without sync
//   sync           a round of sync, repeated while the server cannot be reached
//   read           a transaction that reads all registers; the answer has them

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let words = CommandLine.arguments
guard words.count >= 7, let client = Int(words[3]), let clients = Int(words[4]), let keys = Int(words[5]),
  let seed = UInt64(words[6])
else {
  say("RegisterProcess FOLDER ADDRESS CLIENT CLIENTS KEYS SEED [RULE ...]")
  exit(64)
}
let device: Device
do {
  device = try Device(
    folder: URL(fileURLWithPath: words[1]), address: words[2], client: client, clients: clients, keys: keys,
    seed: seed, rules: Set(words[7...]))
} catch {
  say("failed \(error)")
  exit(1)
}
say("ready")
while let line = readLine() {
  let command = line.split(separator: " ")
  do {
    switch command.first {
    case "make": try await device.make()
    case "run": device.run()
    case "stop": await device.stop()
    case "rounds":
      let counts = device.counts
      say("\(counts.done) \(counts.failed) \(counts.crowded)")
      continue
    case "burst": for _ in 0..<(Int(command.last ?? "") ?? 0) { try device.transact() }
    case "sync": try await device.sync()
    case "read":
      let values = try device.readAll()
      say(values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
      continue
    default: exit(64)
    }
    say("done")
  } catch {
    say("failed \(error)")
  }
}
