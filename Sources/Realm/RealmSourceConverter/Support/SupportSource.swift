// SPDX-License-Identifier: Apache-2.0

import SourceText

/// Something that converted sources need, and that is generated once.
enum SupportPart: Hashable {
  /// Only `import SwiftData`.
  case swiftData
  /// The context of the thread, for `Realm()`.
  case current
  /// Fetches that do not throw, as queries of Realm's.
  case queries
  /// Values of a predicate that stand in the expression.
  case capturing
  /// `write` and its like, and several objects at once.
  case writes
  /// `add`, `create`, and objects made of values.
  case records
  case deleteAll
  /// Whether a realm has any objects.
  case isEmpty
  /// `isInvalidated` and `isSameObject(as:)`
  case invalidated
  /// Objects of other contexts: `resolve`.
  case references
  /// Blocks that are called after changes: `observe`.
  case notifications
  /// Errors that the next write throws.
  case failures
  /// What Realm's collections have and arrays do not.
  case collections
  case anyValue
  case objectID
}

/// Writes the file that converted sources share.
struct SupportSource {
  static let fileName = "RealmSupport.swift"

  /// What is declared in it and named by converted classes.
  let needs: Set<SupportPart>
  /// All models, for the container.
  let models: [String]
  /// The embedded classes that are models, and the ends of the relationships that lead to them.
  var embedded: [(name: String, owners: [String])] = []
  /// The name of the thread's context.
  var contextFunction = "current"
  var hasLists = false
  var hasDictionaries = false

  /// The text; `nil` if nothing is needed.
  var text: String? {
    var needs = needs
    if needs.contains(.records) { needs.formUnion([.writes, .queries]) }
    if needs.contains(.writes) || needs.contains(.deleteAll) || needs.contains(.queries)
      || needs.contains(.notifications)
    {
      needs.insert(.failures)
    }
    var parts: [String] = []
    if needs.contains(.current) { parts += [ContainerText.container(models), ContainerText.current(contextFunction)] }
    if needs.contains(.queries) { parts.append(QueryText.queries) }
    if needs.contains(.capturing) { parts.append(QueryText.capturing) }
    if needs.contains(.writes) { parts += [WriteText.writes, WriteText.sequences, WriteText.orphans(embedded)] }
    if needs.contains(.deleteAll) { parts.append(WriteText.deleteAll(models)) }
    if needs.contains(.isEmpty) { parts.append(QueryText.isEmpty(models)) }
    if needs.contains(.failures) { parts.append(WriteText.state) }
    if needs.contains(.records) { parts += RecordText.parts }
    if needs.contains(.invalidated) { parts.append(WriteText.invalidated) }
    if needs.contains(.notifications) { parts += NotificationText.parts(objects: needs.contains(.records)) }
    if needs.contains(.references) { parts.append(WriteText.references) }
    if needs.contains(.collections) { parts.append(QueryText.collections) }
    if hasLists || hasDictionaries {
      parts.append(ElementListSource.text(lists: hasLists, dictionaries: hasDictionaries))
    }
    if needs.contains(.objectID) { parts.append(RealmValueTypeText.objectID) }
    if needs.contains(.anyValue) { parts.append(RealmValueTypeText.anyValue) }
    guard !parts.isEmpty else { return nil }
    return """
      // What the converted sources share. Written by 'swiftdata realm convert'.

      import Foundation
      import SwiftData

      \(parts.joined(separator: "\n\n"))

      """
  }
}
