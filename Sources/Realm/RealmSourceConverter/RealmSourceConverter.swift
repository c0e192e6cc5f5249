// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftParser
import SwiftSyntax

/// Turns sources that use Realm into sources that use SwiftData.
///
/// ```swift
/// let folder = try RealmSourceFolder(url)
/// let conversion = RealmSourceConverter(folder.sources).convert()
/// for file in conversion.files { print(file.path, file.problems.count) }
/// ```
///
/// Works on syntax alone: neither Realm nor the rest of the app is needed, and
/// nothing is compiled. Give it all files that declare models at once, since
/// the other ends of relationships are put into other classes. Comments and
/// formatting stay. What has no counterpart stays too, with a comment that starts
/// with `TODO(realm):` and says why.
package struct RealmSourceConverter: Sendable {
  private let sources: [RealmSource]

  /// - Parameter sources: the files, in the order in which they are to be shown.
  package init(_ sources: [RealmSource]) { self.sources = sources }

  /// Converts all files.
  package func convert() -> RealmConversion {
    let trees = sources.map { Self.parse($0.text) }
    let layer = LayerReader(trees).layer
    var plan = ConversionPlan(layer, mutatedLocally: LocalChanges.types(in: trees, layer))
    let usages = zip(sources, trees).map { FileConverter(plan).usage($0, $1) }
    var needs = usages.reduce(into: Set<SupportPart>()) { $0.formUnion($1.needs) }
    plan.needsRecords = needs.contains(.records)
    var files = zip(sources, usages).map { FileConverter(plan).convert($0, $1) }
    if files.contains(where: { $0.text.contains("ObjectID.generate()") }) { needs.insert(.objectID) }
    if files.contains(where: { $0.text.contains("RealmAny") }) { needs.insert(.anyValue) }
    let elements = plan.elements.values.joined()
    let support = SupportSource(
      needs: needs, models: models(plan), embedded: plan.embedded, contextFunction: layer.contextFunction,
      hasLists: elements.contains { !$0.isDictionary }, hasDictionaries: elements.contains(where: \.isDictionary))
    if let text = support.text {
      files.append(ConvertedSource(path: supportPath, text: text, isChanged: true, problems: []))
    }
    var auditor = Auditor(plan)
    for (source, tree) in zip(sources, trees) { auditor.read(source.path, tree) }
    return RealmConversion(
      files: files, audit: auditor.audit(of: files), schema: DeclaredSchema(plan), auditor: auditor)
  }

  /// The syntax of a file; with attributes joined that older compilers took apart, as `@ objc`, if that is all that is
  /// wrong with it.
  private static func parse(_ text: String) -> SourceFileSyntax {
    let tree = Parser.parse(source: text)
    guard tree.hasError, text.contains("@ ") else { return tree }
    let names = ["objc", "objcMembers", "Persisted", "IBOutlet", "IBAction", "discardableResult", "escaping"]
    let joined = names.reduce(text) { $0.replacingOccurrences(of: "@ \($1)", with: "@\($1)") }
    let again = Parser.parse(source: joined)
    return again.hasError ? tree : again
  }

  private func models(_ plan: ConversionPlan) -> [String] {
    plan.layer.order.filter {
      guard let type = plan.layer.types[$0] else { return false }
      return (type.kind == .object || type.kind == .embedded) && !plan.structs.contains($0)
    } + plan.layer.order.flatMap { plan.elements[$0]?.map(\.name) ?? [] }
  }

  /// A name that none of the files has.
  private var supportPath: String {
    var path = SupportSource.fileName
    let taken = Set(sources.map(\.path))
    var number = 2
    while taken.contains(path) {
      path = "RealmSupport\(number).swift"
      number += 1
    }
    return path
  }
}

/// A file with its place in the folder.
package struct RealmSource: Hashable, Sendable {
  /// The path below the folder, with slashes.
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// A file after the conversion.
package struct ConvertedSource: Hashable, Sendable {
  /// The path below the folder, with slashes.
  package var path: String
  package var text: String
  /// Whether the text is another one than before.
  package var isChanged: Bool
  /// What stayed, and why: each is in the text, too.
  package var problems: [String]
}

/// The conversion of sources that use Realm.
package struct RealmConversion: Sendable {
  /// All files, those that have not changed included, and one that they share if they need it.
  package var files: [ConvertedSource]
  /// What the sources do with Realm.
  package var audit: RealmAudit
  /// The classes that the sources declare, to be compared with a file's.
  package var schema: DeclaredSchema
  private let auditor: Auditor

  init(files: [ConvertedSource], audit: RealmAudit, schema: DeclaredSchema, auditor: Auditor) {
    self.files = files
    self.audit = audit
    self.schema = schema
    self.auditor = auditor
  }

  /// Type-checks the files, and puts a note at each error, which the audit counts.
  package mutating func check(with checker: SourceChecker) throws -> SourceChecker.Result {
    let result = try checker.check(files)
    files = result.files
    audit = auditor.audit(of: files)
    return result
  }
}
