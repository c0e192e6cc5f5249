// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The rows that a ``ForEach`` has shown, to find them again.
///
/// Mostly a few rows come, go or move: those before and after them are found by comparing, without hashing or boxing any
/// identifier.
@MainActor final class ShownRows<ID: Hashable> {
  struct Row {
    let slot: Node.Slot
    let identity: RowIdentity
    /// The row as it was shown; nil if it is new.
    let node: Node?
  }

  /// In the order of the nodes; empty if some appeared more than once.
  private var ids: [ID] = []
  /// Whether some of the identifiers appeared more than once the last time.
  private(set) var hasRepetitions = false

  /// Takes over the identifiers that models have since they were saved: a new row, in which somebody may be typing, stays
  /// the one that it was under its temporary one.
  ///
  /// - Parameter current: The identifier of what a node shows; nil if it shows something else.
  func follow(_ nodes: [Node], _ current: (Node) -> ID?) {
    guard ID.self == PersistentIdentifier.self, ids.count == nodes.count else { return }
    for (index, node) in nodes.enumerated() {
      guard let former = ids[index] as? PersistentIdentifier, former.isTemporary, let id = current(node),
        id != ids[index], case .id(let identity) = node.slot
      else { continue }
      ids[index] = id
      identity.rename(AnyHashable(id))
      // What was made of the row names it.
      node.markOutput()
    }
  }

  func rows(for new: [ID], among nodes: [Node]) -> [Row] {
    let old = ids.count == nodes.count ? ids : []
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var rest = 0
    while rest < most - start, old[old.count - 1 - rest] == new[new.count - 1 - rest] { rest += 1 }
    let others = start..<new.count - rest
    hasRepetitions = Self.hasRepetitions(new, others)
    if hasRepetitions || old.count < nodes.count {
      ids = hasRepetitions ? [] : new
      return bySlots(new, nodes)
    }
    ids = new
    var positions: [ID: Int] = [:]
    if !others.isEmpty { for index in start..<old.count - rest { positions[old[index]] = index } }
    return new.indices.map { index in
      let origin =
        index < start ? index : index >= others.upperBound ? index - new.count + old.count : positions[new[index]]
      if let origin, case .id(let identity) = nodes[origin].slot {
        return Row(slot: nodes[origin].slot, identity: identity, node: nodes[origin])
      }
      let identity = RowIdentity(AnyHashable(new[index]))
      return Row(slot: .id(identity), identity: identity, node: nil)
    }
  }

  /// Whether one of some identifiers appears elsewhere, too. The others are known to be different.
  private static func hasRepetitions(_ ids: [ID], _ some: Range<Int>) -> Bool {
    if some.count > 4 { return Set(ids).count < ids.count }
    return some.contains { index in
      let id = ids[index]
      return ids.indices.contains { $0 != index && ids[$0] == id }
    }
  }

  /// Finds rows by hashing, now or before some appeared more than once. The second row of an identifier is told from the
  /// first by its number.
  private func bySlots(_ new: [ID], _ nodes: [Node]) -> [Row] {
    var known: [Node.Slot: Node] = [:]
    for node in nodes { known[node.slot] = node }
    var occurrences: [ID: Int] = [:]
    return new.map { id in
      let count = occurrences[id, default: 0]
      occurrences[id] = count + 1
      let identity = RowIdentity(AnyHashable(id))
      let slot = count == 0 ? Node.Slot.id(identity) : .named(AnyHashable([identity.value, AnyHashable(count)]))
      guard let node = known[slot] else { return Row(slot: slot, identity: identity, node: nil) }
      if count == 0, case .id(let known) = node.slot { return Row(slot: node.slot, identity: known, node: node) }
      return Row(slot: slot, identity: identity, node: node)
    }
  }
}

/// What a view among many is found again by, and where it is now.
final class RowIdentity: Hashable {
  private(set) var value: AnyHashable
  /// How often ``value`` was replaced.
  private(set) var names = 0
  /// The place among the rows of its ``ForEach``: changed when others come and go, without anything being made anew.
  var offset = 0

  init(_ value: AnyHashable) { self.value = value }

  /// The same one is called otherwise from now on.
  func rename(_ value: AnyHashable) {
    self.value = value
    names += 1
  }

  static func == (lhs: RowIdentity, rhs: RowIdentity) -> Bool { lhs === rhs || lhs.value == rhs.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
