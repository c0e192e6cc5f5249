// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation

/// A disk, as it is when the power fails: what was synced is there, and anything of the rest.
///
/// Contents and names are apart. A file's bytes are on the disk once the file was synced. Until then any of its writes
/// may be there, in any order, and of each some of its sectors or pages. When names are there depends on the file
/// system.
struct Disk {
  enum FileSystem: CaseIterable {
    /// As ext4, XFS, NTFS and APFS: a journal has the changes of all names in their order, and whatever is synced
    /// brings it to the disk up to there.
    case journal
    /// What POSIX promises: a name is on the disk once its folder was synced; each folder goes its own way.
    case loose
  }

  private enum Change {
    case write(offset: Int, bytes: Range<Int>)
    case resize(Int)
  }

  private struct Node {
    let isFolder: Bool
    var content: [UInt8] = []
    /// Not yet on the disk.
    var changes: [Change] = []
    /// A folder's, as programs see them.
    var names: [String: Int] = [:]
    /// The names that are on the disk.
    var keptNames: [String: Int] = [:]
  }

  /// A name that is not yet on the disk, or not yet off it.
  private struct NameChange {
    /// Whose sync brings it there.
    let folder: Int
    let edits: [(folder: Int, name: String, node: Int?)]
  }

  struct Unknown: Error { let path: String }

  private let log: [UInt8]
  private let fileSystem: FileSystem
  /// Syncs that this disk promises and does not do.
  private let ignores: (String) -> Bool
  private var nodes = [Node(isFolder: true)]
  private var nameChanges: [NameChange] = []

  init(_ log: DiskLog, _ fileSystem: FileSystem, ignoring ignores: @escaping (String) -> Bool = { _ in false }) {
    self.log = log.bytes
    self.fileSystem = fileSystem
    self.ignores = ignores
  }

  // MARK: Operations

  mutating func perform(_ operation: DiskLog.Operation) throws {
    switch operation {
    case .write(let path, let offset, let bytes):
      nodes[try node(path)].changes.append(.write(offset: offset, bytes: bytes))
    case .resize(let path, let size): nodes[try node(path)].changes.append(.resize(size))
    case .makeFile(let path): try make(path, isFolder: false)
    case .makeFolder(let path): try make(path, isFolder: true)
    case .remove(let path):
      let (folder, name) = try place(path)
      edit([(folder, name, nil)], in: folder)
    case .rename(let path, let newPath):
      let (folder, name) = try place(path)
      let (newFolder, newName) = try place(newPath)
      edit([(folder, name, nil), (newFolder, newName, try node(path))], in: newFolder)
    case .exchange(let path, let otherPath):
      let (folder, name) = try place(path)
      let (otherFolder, otherName) = try place(otherPath)
      edit(
        [(folder, name, try node(otherPath)), (otherFolder, otherName, try node(path))], in: otherFolder)
    case .sync(let path): if !ignores(path) { sync(try node(path)) }
    case .note: break
    }
  }

  private func node(_ path: String) throws -> Int {
    var node = 0
    for name in path.split(separator: "/") {
      guard let next = nodes[node].names[String(name)] else { throw Unknown(path: path) }
      node = next
    }
    return node
  }

  private func place(_ path: String) throws -> (folder: Int, name: String) {
    let parts = path.split(separator: "/")
    guard let name = parts.last else { throw Unknown(path: path) }
    return (try node(parts.dropLast().joined(separator: "/")), String(name))
  }

  private mutating func make(_ path: String, isFolder: Bool) throws {
    let (folder, name) = try place(path)
    nodes.append(Node(isFolder: isFolder))
    edit([(folder, name, nodes.count - 1)], in: folder)
  }

  private mutating func edit(_ edits: [(folder: Int, name: String, node: Int?)], in folder: Int) {
    for edit in edits { nodes[edit.folder].names[edit.name] = edit.node }
    nameChanges.append(NameChange(folder: folder, edits: edits))
  }

  private mutating func sync(_ index: Int) {
    var node = nodes[index]
    nodes[index].content = []  // so that it is not copied
    for change in node.changes { apply(change, to: &node.content) }
    node.changes = []
    nodes[index] = node
    let isDue: (NameChange) -> Bool = fileSystem == .journal ? { _ in true } : { $0.folder == index }
    for change in nameChanges where isDue(change) {
      for edit in change.edits { nodes[edit.folder].keptNames[edit.name] = edit.node }
    }
    nameChanges.removeAll(where: isDue)
  }

  private func apply(_ change: Change, to content: inout [UInt8]) {
    switch change {
    case .write(let offset, let bytes):
      if content.count < offset { content += repeatElement(0, count: offset - content.count) }
      let end = min(content.count, offset + bytes.count)
      content.replaceSubrange(offset..<end, with: log[bytes])
    case .resize(let size):
      if content.count > size { content.removeSubrange(size...) }
      if content.count < size { content += repeatElement(0, count: size - content.count) }
    }
  }

  // MARK: Power failures

  /// How much of what was not synced is there, by file or at once.
  private enum Rest: CaseIterable {
    case nothing, beginning, some, pieces, tornEnd, everything
  }

  /// Writes what a power failure could leave at this moment into a folder that is not there yet.
  func fail(into folder: URL, _ generator: inout SeededGenerator) throws {
    let rest = Rest.allCases.randomElement(using: &generator) ?? .nothing
    // Of the changed names, the first ones.
    var counts: [Int: Int] = [:]
    for change in nameChanges { counts[fileSystem == .journal ? 0 : change.folder, default: 0] += 1 }
    for key in counts.keys.sorted() where rest != .everything {
      counts[key] = Int.random(in: 0...(counts[key] ?? 0), using: &generator)
    }
    var names = nodes.map(\.keptNames)
    for change in nameChanges {
      let key = fileSystem == .journal ? 0 : change.folder
      guard let count = counts[key], count > 0 else { continue }
      counts[key] = count - 1
      for edit in change.edits { names[edit.folder][edit.name] = edit.node }
    }
    try write(0, names, to: folder) { content, changes in
      let own = rest == .pieces ? Rest.allCases.randomElement(using: &generator) ?? rest : rest
      for change in select(changes, own, &generator) { apply(change, to: &content) }
    }
  }

  /// Writes what programs see into a folder that is not there yet.
  func write(into folder: URL) throws {
    try write(0, nodes.map(\.names), to: folder) { content, changes in
      for change in changes { apply(change, to: &content) }
    }
  }

  private func write(
    _ index: Int, _ names: [[String: Int]], to url: URL, _ complete: (inout [UInt8], [Change]) -> Void
  ) throws {
    if nodes[index].isFolder {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      // In an order of their own, so that a seed means the same again.
      for (name, node) in names[index].sorted(by: { $0.key < $1.key }) {
        try write(node, names, to: url.appendingPathComponent(name), complete)
      }
    } else {
      var content = nodes[index].content
      complete(&content, nodes[index].changes)
      try Data(content).write(to: url)
    }
  }

  private func select(_ changes: [Change], _ rest: Rest, _ generator: inout SeededGenerator) -> [Change] {
    switch rest {
    case .nothing: return []
    case .beginning: return Array(changes.prefix(Int.random(in: 0...changes.count, using: &generator)))
    case .some: return changes.filter { _ in Int.random(in: 0..<10, using: &generator) < 7 }
    case .pieces:
      return changes.flatMap { torn($0, &generator) }.filter { _ in Int.random(in: 0..<10, using: &generator) < 8 }
    case .tornEnd:
      let count = Int.random(in: 0...changes.count, using: &generator)
      guard count < changes.count else { return changes }
      let pieces = torn(changes[count], &generator)
      return Array(changes[..<count] + pieces.prefix(Int.random(in: 0...pieces.count, using: &generator)))
    case .everything: return changes
    }
  }

  /// A write, sector by sector or page by page.
  private func torn(_ change: Change, _ generator: inout SeededGenerator) -> [Change] {
    guard case .write(var offset, let bytes) = change else { return [change] }
    let size = Bool.random(using: &generator) ? 512 : 4096
    var pieces: [Change] = []
    var start = bytes.lowerBound
    while start < bytes.upperBound {
      let end = min(bytes.upperBound, start + size - offset % size)
      pieces.append(.write(offset: offset, bytes: start..<end))
      offset += end - start
      start = end
    }
    return pieces
  }
}
