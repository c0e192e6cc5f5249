// SPDX-License-Identifier: Apache-2.0

/// The graph as plain values. Objects are numbered; references are numbers of
/// objects, and everything else is a number too.
struct TeamFacts: Equatable, Sendable {
  enum Kind: Int, Sendable, CaseIterable { case folder, file, note, label, cover, log }

  enum Property: Int, Sendable, CaseIterable, Comparable {
    case folderName, folderColor
    case fileCode, fileTitle, filePages, fileFolder, fileCover
    case noteText, noteFile
    /// The folder whose list without inverse has the note.
    case noteFan
    case labelName
    case coverTint
    /// The other side of ``fileCover``: has no value of its own.
    case coverFile
    case logKey, logText

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    var isReference: Bool {
      switch self {
      case .fileFolder, .fileCover, .noteFile, .noteFan: true
      default: false
      }
    }

    static func unique(_ kind: Kind) -> Property? {
      switch kind {
      case .folder: .folderName
      case .file: .fileCode
      case .log: .logKey
      default: nil
      }
    }
  }

  struct Row: Equatable, Sendable {
    let kind: Kind
    var values: [Property: Int]
  }

  struct Pair: Hashable, Sendable {
    var file: Int
    var label: Int
  }

  var rows: [Int: Row] = [:]
  var pairs: Set<Pair> = []

  func all(_ kind: Kind) -> [Int] { rows.filter { $0.value.kind == kind }.keys.sorted() }

  /// Objects whose property refers to this one.
  func referring(to uid: Int, by property: Property) -> [Int] {
    rows.filter { $0.value.values[property] == uid }.keys.sorted()
  }

  subscript(uid: Int, property: Property) -> Int? { rows[uid]?.values[property] }

  /// What a change means for the graph. Changes of what is gone, and
  /// references to it, come to nothing.
  mutating func apply(_ edit: TeamEdit) {
    switch edit {
    case .insert(let uid, let row):
      rows[uid] = Row(kind: row.kind, values: [:])
      for (property, value) in row.values { set(uid, property, value) }
    case .set(let uid, let property, let value): set(uid, property, value)
    case .pair(let pair, let isAdded):
      guard rows[pair.file] != nil, rows[pair.label] != nil else { return }
      if isAdded { pairs.insert(pair) } else { pairs.remove(pair) }
    case .leave(let note, let folder):
      if self[note, .noteFan] == folder { rows[note]?.values[.noteFan] = nil }
    case .delete(let uid): delete(uid)
    }
  }

  private mutating func set(_ uid: Int, _ property: Property, _ value: Int?) {
    guard rows[uid] != nil else { return }
    guard property.isReference, let value else {
      rows[uid]?.values[property] = value
      return
    }
    guard rows[value] != nil else {
      rows[uid]?.values[property] = nil
      return
    }
    if property == .fileCover {
      for other in referring(to: value, by: property) { rows[other]?.values[property] = nil }
    }
    rows[uid]?.values[property] = value
  }

  /// By the delete rules.
  private mutating func delete(_ uid: Int) {
    guard let row = rows.removeValue(forKey: uid) else { return }
    pairs = pairs.filter { $0.file != uid && $0.label != uid }
    if row.kind == .folder { for file in referring(to: uid, by: .fileFolder) { delete(file) } }
    for property in Property.allCases where property.isReference {
      for other in referring(to: uid, by: property) { rows[other]?.values[property] = nil }
    }
  }

  /// The object `old` has become `new`, which has its values already.
  mutating func rename(_ old: Int, to new: Int) {
    rows[old] = nil
    for property in Property.allCases where property.isReference {
      for other in referring(to: old, by: property) { rows[other]?.values[property] = new }
    }
    pairs = Set(pairs.map { Pair(file: $0.file == old ? new : $0.file, label: $0.label) })
  }

  /// Lines about what two graphs differ in.
  func differences(from other: TeamFacts) -> [String] {
    var lines: [String] = []
    for uid in Set(rows.keys).union(other.rows.keys).sorted() where rows[uid] != other.rows[uid] {
      lines.append("\(uid): \(Self.text(rows[uid])), expected \(Self.text(other.rows[uid]))")
    }
    let (more, less) = (pairs.subtracting(other.pairs), other.pairs.subtracting(pairs))
    for pair in more { lines.append("file \(pair.file) has label \(pair.label)") }
    for pair in less { lines.append("file \(pair.file) lacks label \(pair.label)") }
    return lines
  }

  private static func text(_ row: Row?) -> String {
    guard let row else { return "none" }
    let values = row.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "\(row.kind)(\(values.joined(separator: " ")))"
  }
}

/// An unsaved change of one context, as the reference keeps it: it is done
/// again over whatever the others save.
enum TeamEdit: Sendable, Equatable {
  case insert(Int, TeamFacts.Row)
  case set(Int, TeamFacts.Property, Int?)
  case pair(TeamFacts.Pair, isAdded: Bool)
  /// A note leaves a folder's favourites.
  case leave(note: Int, folder: Int)
  case delete(Int)

  /// What is left of it when these objects are gone: they may come back, as
  /// others.
  func without(_ gone: Set<Int>) -> TeamEdit? {
    switch self {
    case .insert(let uid, var row):
      for (property, value) in row.values where property.isReference && gone.contains(value) {
        row.values[property] = nil
      }
      return .insert(uid, row)
    case .set(let uid, let property, let value):
      if gone.contains(uid) { return nil }
      guard property.isReference, let value, gone.contains(value) else { return self }
      // Who had the note before still has it: its list says when it leaves.
      return property == .noteFan ? nil : .set(uid, property, nil)
    case .pair(let pair, _): return gone.contains(pair.file) || gone.contains(pair.label) ? nil : self
    case .leave(let note, let folder): return gone.contains(note) || gone.contains(folder) ? nil : self
    case .delete(let uid): return gone.contains(uid) ? nil : self
    }
  }

  func renaming(_ old: Int, to new: Int) -> TeamEdit {
    func name(_ uid: Int) -> Int { uid == old ? new : uid }
    switch self {
    case .insert(let uid, var row):
      for (property, value) in row.values where property.isReference {
        row.values[property] = name(value)
      }
      return .insert(uid, row)
    case .set(let uid, let property, let value):
      return .set(name(uid), property, property.isReference ? value.map(name) : value)
    case .pair(let pair, let isAdded):
      return .pair(.init(file: name(pair.file), label: pair.label), isAdded: isAdded)
    case .leave(let note, let folder): return .leave(note: note, folder: name(folder))
    case .delete(let uid): return .delete(name(uid))
    }
  }
}
