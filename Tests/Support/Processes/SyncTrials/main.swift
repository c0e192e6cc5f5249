// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SyncSimulation

// SyncTrials FIRST COUNT [RULE]: runs seeds; prints a digest of all traces. With a rule, says which seed notices that it
// is off. SyncTrials trace SEED [RULE]: a small failing run, event by event. With 'sharing' before all that: runs of accounts
// that share with each other; SyncTrials sharing trace SEED [RECORD ...] tells also what devices have of these records.
let arguments = CommandLine.arguments.dropFirst()
var words = Array(arguments)
let isSharing = words.first == "sharing"
if isSharing { words.removeFirst() }
let isTrace = words.first == "trace"
if isTrace { words.removeFirst() }
let first = words.first.flatMap { UInt64($0) } ?? 1
let count = isTrace ? 1 : words.dropFirst().first.flatMap { UInt64($0) } ?? 1_000
let rule = words.dropFirst(isTrace ? 1 : 2).first.flatMap { SyncRule(rawValue: $0) }
let disabled = Set([rule].compactMap { $0 })

if isTrace, isSharing {
  var world = SharingWorld(seed: first, disabled: disabled, traced: true)
  // The names of records, as in 'Item:I1.2', whose contents are told, too.
  for word in words.dropFirst() {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2 { world.watched.insert(RecordID(parts[0], parts[1])) }
  }
  let violations = world.run()
  for line in world.trace ?? [] { print(line) }
  for violation in violations { print("violation:", violation) }
  exit(violations.isEmpty ? 0 : 1)
}

if isTrace {
  let plan = Plan(seed: first)
  var whole = World(plan, disabled: disabled)
  let isFailing = !whole.run().isEmpty
  let smaller = isFailing ? plan.minimized(disabled: disabled) : plan
  var world = World(smaller, disabled: disabled, traced: true)
  let violations = world.run()
  for line in world.trace ?? [] { print(line) }
  for violation in violations { print("violation:", violation) }
  exit(violations.isEmpty ? 0 : 1)
}

var digest = Digest()
var failures = 0
var counts: [String: Int] = [:]
var seed = first
while seed < first &+ count {
  var violations: [String]
  if isSharing {
    var world = SharingWorld(seed: seed, disabled: disabled)
    violations = world.run()
    counts.merge(world.counts) { $0 + $1 }
  } else {
    var world = World(Plan(seed: seed), disabled: disabled)
    violations = world.run()
    digest.add(world.digest.value)
  }
  if !violations.isEmpty {
    failures += 1
    print("seed \(seed):", violations.prefix(3).joined(separator: "; "))
    // Also to a file, where lines wait otherwise.
    fflush(nil)
    if rule != nil || failures >= 10 { break }
  }
  seed += 1
}
print("seeds \(first)...\(seed &- (seed < first &+ count ? 0 : 1)), failures \(failures), digest \(digest.value)")
if isSharing { print(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")) }
exit(failures == 0 ? 0 : 1)
