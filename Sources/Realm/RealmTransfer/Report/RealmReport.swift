// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataRealm

/// The results of a migration and its verification, as a document.
///
/// ```swift
/// let report = RealmReport(try importer.verify(storeURL))
/// try report.html.write(to: reportURL, atomically: true, encoding: .utf8)
/// ```
///
/// It contains values of some objects: treat it as you treat the data.
public struct RealmReport: Sendable {
  /// The results of the verification.
  public let verification: RealmVerification

  /// Creates a report on a verification.
  public init(_ verification: RealmVerification) { self.verification = verification }

  /// The forms of reports, by the endings of file names.
  public enum Format: String, CaseIterable, Sendable {
    /// Markdown, for readers.
    case markdown = "md"
    /// A page on its own, for readers.
    case html
    /// JSON, for programs.
    case json
  }

  /// The report in one of the forms.
  public func text(_ format: Format) throws -> String {
    switch format {
    case .markdown: markdown
    case .html: html
    case .json: try json
    }
  }

  /// As Markdown.
  public var markdown: String { MarkdownReport(document).text }

  /// As one page of HTML, which needs nothing else.
  public var html: String { HTMLReport(document).text }

  /// As JSON: what ``RealmVerification`` has, and whether it is clean.
  public var json: String {
    get throws {
      struct Whole: Encodable {
        let isClean: Bool
        let verification: RealmVerification
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let data = try encoder.encode(
        Whole(isClean: verification.isClean, verification: verification))
      return String(decoding: data, as: UTF8.self) + "\n"
    }
  }

  /// In a sentence.
  public var conclusion: String {
    let result = verification
    let objects = result.tables.reduce(0) { $0 + $1.objects }
    let compared =
      "\(objects) objects, \(result.values) values and \(result.links) links were compared"
    guard result.isClean else {
      let parts = [
        result.differenceCount > 0 ? "\(result.differenceCount) differences" : nil,
        result.orphans.isEmpty ? nil : "links that lead nowhere",
        result.duplicates.isEmpty ? nil : "unique values that occur twice",
      ].compactMap { $0 }
      let found = parts.isEmpty ? "missing rows" : parts.joined(separator: ", ")
      return "\(compared). The store differs from the file: \(found)."
    }
    let lost = result.losses.reduce(0) { $0 + $1.count }
    if lost == 0, result.omissions.isEmpty { return "\(compared). Nothing was lost." }
    return "\(compared). Everything is there, except what is listed below as lost or omitted."
  }

  /// The parts of the document, in order.
  var document: ReportDocument {
    let result = verification
    var document = ReportDocument(title: "Migration from Realm")
    document.add(conclusion)
    document.add("From \(result.source) to \(result.store).")
    document.add(
      "Objects",
      ["class", "entity", "objects", "rows", "other rows"],
      result.tables.map {
        [$0.className, $0.entity, "\($0.objects)", "\($0.found)", "\($0.others)"]
      })
    document.add(
      "Lost by nature", ["class", "property", "values", "why", "objects"],
      result.losses.map {
        [
          $0.className, $0.property, "\($0.count)", $0.reason.explanation,
          $0.samples.map { "\($0)" }.joined(separator: ", "),
        ]
      })
    document.add(
      "Left out", ["class", "property", "objects", "why"],
      result.omissions.map {
        [$0.className, $0.property ?? "all", "\($0.objects)", $0.reason]
      })
    document.add(
      "Differences (\(result.differenceCount))", ["class", "property", "object", "file", "store"],
      result.differences.map {
        [$0.className, $0.property ?? "", "\($0.object)", $0.expected, $0.found]
      })
    document.add(
      "Links that lead nowhere", ["entity", "relationship", "rows"],
      result.orphans.map { [$0.entity, $0.property, "\($0.count)"] })
    document.add(
      "Unique values that occur twice", ["entity", "property", "rows"],
      result.duplicates.map { [$0.entity, $0.property, "\($0.count)"] })
    document.add(
      "Fetches of all rows", ["entity", "sorted by", "rows", "seconds"],
      result.fetches.map {
        [$0.entity, $0.sortedBy ?? "key", "\($0.rows)", String(format: "%.2f", $0.seconds)]
      })
    document.add(
      "Not compared: the mapping gives another value each time", ["property"],
      result.incomparable.map { [$0] })
    for sample in result.samples {
      document.add(
        "Sample: \(sample.className) \(sample.object) is \(sample.row)",
        ["property", "file", "store"],
        sample.values.map { [$0.property, $0.source, $0.stored] })
    }
    return document
  }
}

/// Paragraphs and tables.
struct ReportDocument {
  enum Part {
    case paragraph(String)
    case table(String, columns: [String], rows: [[String]])
  }

  let title: String
  private(set) var parts: [Part] = []

  init(title: String) { self.title = title }

  mutating func add(_ text: String) { parts.append(.paragraph(text)) }

  /// A table, unless it has no rows.
  mutating func add(_ title: String, _ columns: [String], _ rows: [[String]]) {
    if !rows.isEmpty { parts.append(.table(title, columns: columns, rows: rows)) }
  }
}
