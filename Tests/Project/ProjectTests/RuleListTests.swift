// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `Scripts/nightly rules` finds the lines that switch off the engine's rules.
@Suite struct RuleListTests {
  private struct Rule {
    var name = ""
    var file = ""
    var old = ""
    var new = ""
  }

  private static func rules() throws -> [Rule] {
    var rules: [Rule] = []
    for line in try Repository.text("Scripts/nightly.d/rules.list").split(separator: "\n") {
      guard let colon = line.range(of: ": ") else { continue }
      let (key, value) = (line[..<colon.lowerBound], String(line[colon.upperBound...]))
      if key == "rule" { rules.append(Rule(name: value)) }
      guard let last = rules.indices.last else { continue }
      switch key {
      case "file": rules[last].file = value
      case "old": rules[last].old = value
      case "new": rules[last].new = value
      default: continue
      }
    }
    return rules
  }

  @Test func eachLineIsThereOnce() throws {
    let rules = try Self.rules()
    #expect(rules.count > 30)
    #expect(Set(rules.map(\.name)).count == rules.count)
    for rule in rules {
      guard Repository.has(rule.file) else {
        Issue.record("\(rule.name): there is no file '\(rule.file)'")
        continue
      }
      let count = try Repository.text(rule.file).split(separator: "\n").count { $0.contains(rule.old) }
      #expect(count == 1, "\(rule.name): \(rule.file) has \(count) lines with '\(rule.old)'")
      #expect(rule.new.contains("ON"), "\(rule.name) is not switched")
    }
  }
}
