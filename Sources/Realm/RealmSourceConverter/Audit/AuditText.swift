// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RealmAudit {
  /// The report for people.
  package var markdown: String {
    var text = "# What these sources do with Realm\n\n"
    text += "\(files) Swift files, of which \(realmFiles) import Realm.\n\n"
    text += "## Types\n\n"
    text += table(
      ["Class", "Kind", "Properties", "Primary key", "Becomes", "File"],
      types.map { [$0.name, $0.kind, "\($0.properties)", $0.primaryKey ?? "", $0.becomes, $0.file] })
    text += "## Relationships\n\n"
    text += table(
      ["From", "Property", "To", "Kind", "Becomes"],
      relationships.map { [$0.from, $0.property, $0.to, $0.kind, $0.becomes] })
    text += "## Usage\n\n"
    text += table(
      ["What", "How often"], usage.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] })
    text += "## Threads\n\n" + list(threading)
    text += "## Sync\n\n"
    text += sync.isEmpty ? "No use of Atlas Device Sync was found.\n\n" : list(sync)
    text += "## Left to do\n\n" + list(open)
    text += "## Effort\n\n"
    text += table(
      ["Part", "Hours"],
      [
        ["Models", hours(effort.models)], ["Usage", hours(effort.usage)],
        ["Threads", hours(effort.threading)], ["Sync", hours(effort.sync)],
        ["Testing and migration", hours(effort.testing)], ["Together", hours(effort.total)],
      ])
    text += """
      Counted, not known: a quarter of an hour for each class, relationship and thing left to do, three minutes \
      for each call, half an hour for each place that depends on threads, two days for sync and half an hour for each use \
      of it, half a day for tests and half an hour for each class.

      """
    return text
  }

  /// The report for programs.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }

  private func hours(_ value: Double) -> String {
    let rounded = (value * 4).rounded() / 4
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private func list(_ findings: [Finding]) -> String {
    guard !findings.isEmpty else { return "Nothing.\n\n" }
    return findings.map { "- \($0.file):\($0.line): \(escaped($0.what))\n" }.joined() + "\n"
  }

  private func table(_ head: [String], _ rows: [[String]]) -> String {
    guard !rows.isEmpty else { return "None.\n\n" }
    var text = "| " + head.joined(separator: " | ") + " |\n"
    text += "|" + String(repeating: "---|", count: head.count) + "\n"
    for row in rows { text += "| " + row.map(escaped).joined(separator: " | ") + " |\n" }
    return text + "\n"
  }

  private func escaped(_ text: String) -> String {
    text.oneLine.replacingOccurrences(of: "|", with: "\\|")
  }
}
