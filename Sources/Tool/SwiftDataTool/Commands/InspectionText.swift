// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What `inspect` prints for people.
struct InspectionText {
  let store: Store
  let inspection: Inspection
  private let style = Style.output

  init(_ store: Store, _ inspection: Inspection) {
    self.store = store
    self.inspection = inspection
  }

  var lines: [String] {
    let metadata = store.metadata
    let sizes = inspection.sizes
    var lines = [style.apply(.bold, store.url.lastPathComponent)]
    func add(_ name: String, _ value: String) {
      lines.append(
        "  " + style.apply(.dim, name.padding(toLength: 14, withPad: " ", startingAt: 0)) + value)
    }
    add("UUID", metadata.storeUUID)
    let version = metadata.frameworkVersion.map { "framework \($0)" } ?? "framework unknown"
    add("written by", metadata.era.map { "\($0) (\(version))" } ?? version)
    if !metadata.versionIdentifiers.filter({ !$0.isEmpty }).isEmpty {
      add("model", "version " + metadata.versionIdentifiers.joined(separator: ", "))
    }
    add("hashes", hashes)
    var size = byteText(sizes.file)
    if sizes.log > 0 { size += " and a log of \(byteText(sizes.log))" }
    size +=
      "; \(countText(sizes.pages, "page")) of \(sizes.pageSize) bytes, \(sizes.freePages) free"
    add("size", size)
    add("SQLite", "journal \(inspection.journal), auto-vacuum \(inspection.autoVacuum)")
    if sizes.externalFiles > 0 {
      add(
        "large values",
        countText(sizes.externalFiles, "file") + ", \(byteText(sizes.externalBytes))")
    }
    add("history", history)
    if !metadata.otherKeys.isEmpty {
      add("app's own", metadata.otherKeys.joined(separator: ", "))
    }
    lines.append("")
    var table = TextTable([("entity", .left), ("rows", .right), ("", .left)])
    for entity in inspection.entities {
      let notes = [
        entity.superentity.map { "is a \($0)" }, entity.isAbstract ? "abstract" : nil,
        entity.table == nil ? "no table" : nil, entity.rows == nil ? "damaged" : nil,
      ]
      table.add([
        entity.name, entity.rows.map { "\($0)" } ?? "?",
        notes.compactMap { $0 }.joined(separator: ", "),
      ])
    }
    lines += table.lines(indent: "  ", style)
    for remark in store.layout.remarks { lines.append("  " + style.apply(.yellow, remark)) }
    return lines
  }

  private var hashes: String {
    guard let hashes = inspection.hashes else {
      return "not comparable, as the store carries no model"
    }
    var text =
      hashes.allMatch
      ? style.apply(.green, "match the model in the store")
      : style.apply(.red, "differ: " + hashes.different.joined(separator: ", "))
    if hashes.digestMatches == false { text += "; the digest does not match" }
    if hashes.checksumMatches == false { text += "; the checksum does not match" }
    if !hashes.leftOut.isEmpty {
      text += " (left out, having derived attributes: \(hashes.leftOut.joined(separator: ", ")))"
    }
    return text
  }

  private var history: String {
    guard let history = inspection.history else { return "not kept" }
    var text =
      countText(history.transactions, "transaction") + ", "
      + countText(history.changes, "change")
    if let first = history.first, let last = history.last {
      text += ", \(DateText.text(first).prefix(10)) to \(DateText.text(last).prefix(10))"
    }
    return text
  }
}
