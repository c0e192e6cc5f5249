// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// What `doctor` found, and what it did.
struct DoctorReport {
  let file: String
  var version = ""
  var writtenBy: String?
  /// Why the store does not open.
  var failure: StoreError?
  var findings: [Finding] = []
  /// By the path of the store that a schema was taken from.
  var fits: [(path: String, fit: SchemaFit)] = []
  var salvage: StoreSalvage?
  /// Where the new store is.
  var salvaged: String?
  /// Where the former store is.
  var quarantine: String?

  init(file: String) { self.file = file }

  private var errors: [Finding] { findings.filter { $0.severity == .error } }

  var isWell: Bool {
    if let salvage { return salvage.isComplete }
    return failure == nil && errors.isEmpty && (fits.isEmpty || fits.contains { $0.fit.fits })
  }

  func lines(_ style: Style) -> [String] {
    var lines = [style.apply(.bold, file)]
    if let failure {
      lines.append("  " + style.apply(.red, "It does not open: ") + failure.what)
      if let advice = failure.advice, salvage == nil { lines.append("  " + advice) }
    } else {
      let by = writtenBy.map { ", written by \($0)" } ?? ""
      lines.append("  It opens\(version.isEmpty ? "" : " (schema version \(version)\(by))").")
    }
    for (path, fit) in fits { lines += text(path, fit, style) }
    for finding in findings where failure == nil || finding.kind != .unreadable {
      let colour: Style.Colour = finding.severity == .error ? .red : .yellow
      let place = [finding.table, finding.key.map { "row \($0)" }].compactMap { $0 }.joined(separator: " ")
      lines.append(
        "  " + style.apply(colour, finding.severity.rawValue) + " \(place.isEmpty ? "" : "\(place): ")\(finding.what)")
    }
    if failure == nil, findings.isEmpty { lines.append("  " + style.apply(.green, "Nothing is damaged.")) }
    if let salvage, let salvaged {
      let rows = salvage.tables.map(\.rows).reduce(0, +)
      lines.append("  \(countText(rows, "row")) of \(countText(salvage.tables.count, "table")) are in \(salvaged).")
      lines += (salvage.losses + salvage.repairs).map { "  " + $0 }
      if salvage.isComplete { lines.append("  " + style.apply(.green, "Nothing is known to be lost.")) }
    } else if !errors.isEmpty || failure?.code == .damaged {
      lines.append("  'doctor --salvage NEW' makes a new store of the rows that can be read.")
    }
    if let quarantine { lines.append("  The former store is in \(quarantine).") }
    return lines
  }

  private func text(_ path: String, _ fit: SchemaFit, _ style: Style) -> [String] {
    if fit.fits { return ["  " + style.apply(.green, "It has the schema of \(path).")] }
    var lines = ["  " + style.apply(.yellow, "It does not have the schema of \(path). A migration changes:")]
    for difference in fit.differences {
      let (old, new) = (difference.first, difference.second)
      switch (old, new) {
      case (nil, let new?): lines.append("    + \(difference.name): \(new)")
      case (let old?, nil): lines.append("    - \(difference.name): \(old)")
      default: lines.append("    ~ \(difference.name): \(old ?? "") → \(new ?? "")")
      }
    }
    if fit.differences.isEmpty { lines.append("    names or modifiers only that the models do not show") }
    return lines + fit.obstacles.map { "    " + style.apply(.red, "It fails: ") + $0 }
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("ok", .bool(isWell)), .init("opens", .bool(failure == nil)),
      .init("failure", .text(failure.map { $0.what })),
      .init("version", .text(version.isEmpty ? nil : version)),
      .init("findings", .array(findings.map { .string($0.what) })),
      .init(
        "schemas",
        .array(
          fits.map { path, fit in
            .object([
              .init("file", .string(path)), .init("fits", .bool(fit.fits)),
              .init("differences", .array(fit.differences.map { .string($0.name) })),
              .init("obstacles", .array(fit.obstacles.map { .string($0) })),
            ])
          })),
    ]
    if let salvage {
      members.append(.init("salvaged", .text(salvaged)))
      members.append(
        .init(
          "rows",
          .object(salvage.tables.map { .init($0.name, .integer($0.rows)) })))
      members.append(.init("losses", .array(salvage.losses.map { .string($0) })))
    }
    if let quarantine { members.append(.init("quarantine", .string(quarantine))) }
    return .object(members)
  }
}
