// SPDX-License-Identifier: Apache-2.0

/// The changes from one list of results to the next, in the form that lists on a screen need.
///
/// ```swift
/// for await difference in observer.differences {
///   for deletion in difference.deletions { table.deleteRow(deletion.offset) }
///   for insertion in difference.insertions { table.insertRow(insertion.offset) }
///   for move in difference.moves { table.moveRow(from: move.from, to: move.to) }
///   for update in difference.updates { table.reloadRow(update.offset) }
/// }
/// ```
///
/// Deletions, and the sources of moves, are positions in the former list; insertions, updates and the destinations of moves
/// are positions in the new one. Not part of Apple's API.
public struct ResultsDifference: Sendable, Hashable {
  /// A model at a position of a list.
  public struct Item: Sendable, Hashable {
    /// The position in the results.
    public let offset: Int
    /// The identity of the model.
    public let identifier: PersistentIdentifier
  }

  /// A model that has moved relative to the others.
  public struct Move: Sendable, Hashable {
    /// The position before.
    public let from: Int
    /// The position afterwards.
    public let to: Int
    /// The identity of the model.
    public let identifier: PersistentIdentifier
  }

  /// Ascending positions in the former list.
  public private(set) var deletions: [Item] = []
  /// Ascending positions in the new list.
  public private(set) var insertions: [Item] = []
  /// As few as possible, by ascending positions in the new list.
  public private(set) var moves: [Move] = []
  /// Models in both lists that have changed, by ascending positions in the new list.
  public private(set) var updates: [Item] = []

  /// Whether both lists are the same, and nothing in them has changed.
  public var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }

  /// Compares two lists, in which each model occurs once.
  ///
  /// - Parameters:
  ///   - old: The former list.
  ///   - new: The new one.
  ///   - isUpdated: Which models have changed.
  /// - Complexity: O(*n* log *n*).
  public init(
    from old: [PersistentIdentifier], to new: [PersistentIdentifier],
    isUpdated: (PersistentIdentifier) -> Bool = { _ in false }
  ) {
    // What both begin and end with is not looked at.
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let positions = Dictionary(
      (start..<oldEnd).lazy.map { (old[$0], $0) }, uniquingKeysWith: { first, _ in first })
    var kept: [(from: Int, to: Int)] = []
    var isKept = Array(repeating: false, count: oldEnd - start)
    for offset in start..<newEnd {
      if let from = positions[new[offset]], !isKept[from - start] {
        isKept[from - start] = true
        kept.append((from, offset))
      } else {
        insertions.append(Item(offset: offset, identifier: new[offset]))
      }
    }
    for offset in start..<oldEnd where !isKept[offset - start] {
      deletions.append(Item(offset: offset, identifier: old[offset]))
    }
    let steady = Self.longestAscent(kept.map(\.from))
    for (index, pair) in kept.enumerated() where !steady[index] {
      moves.append(Move(from: pair.from, to: pair.to, identifier: new[pair.to]))
    }
    let inserted = Set(insertions.lazy.map(\.offset))
    for (offset, identifier) in new.enumerated() where !inserted.contains(offset) && isUpdated(identifier) {
      updates.append(Item(offset: offset, identifier: identifier))
    }
  }

  /// Which of some different numbers to keep so that they ascend, as many as possible.
  private static func longestAscent(_ numbers: [Int]) -> [Bool] {
    var keeps = Array(repeating: false, count: numbers.count)
    // The index of the least number that ends an ascent of each length, and of the number before each one.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var index = ends.last ?? -1
    while index >= 0 {
      keeps[index] = true
      index = before[index]
    }
    return keeps
  }

  /// The new list, made of the former one; `nil` if this is not the difference of that list.
  public func applied(to old: [PersistentIdentifier]) -> [PersistentIdentifier]? {
    let leaving = Set(deletions.map(\.offset) + moves.map(\.from))
    guard leaving.allSatisfy(old.indices.contains) else { return nil }
    var arriving: [Int: PersistentIdentifier] = [:]
    for item in insertions { arriving[item.offset] = item.identifier }
    for move in moves { arriving[move.to] = move.identifier }
    var steady = old.indices.lazy.filter { !leaving.contains($0) }.map { old[$0] }.makeIterator()
    var new: [PersistentIdentifier] = []
    let count = old.count - leaving.count + arriving.count
    while new.count < count {
      guard let next = arriving[new.count] ?? steady.next() else { return nil }
      new.append(next)
    }
    return new
  }
}
