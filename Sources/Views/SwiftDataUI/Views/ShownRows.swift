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

  /// Whether some of the identifiers appeared more than once the last time.
  private(set) var hasRepetitions = false

  /// Takes over the identifiers that models have since they were saved: a new row, in which somebody may be typing, stays
  /// the one that it was under its temporary one.
  ///
  /// - Parameter current: The identifier of what a node shows; nil if it shows something else.
  func follow(_ nodes: [Node], _ current: (Node) -> ID?) {
    guard ID.self == PersistentIdentifier.self, !hasRepetitions else { return }
    for node in nodes {
      guard let identity = Self.identity(of: node), let former = identity.id as? PersistentIdentifier,
        former.isTemporary, let id = current(node), id != identity.id
      else { continue }
      identity.rename(AnyHashable(id))
      // What was made of the row names it.
      node.markOutputBelow()
      node.markOutput()
    }
  }

  private static func identity(of node: Node) -> NamedRow<ID>? {
    guard case .id(let identity) = node.slot else { return nil }
    return identity as? NamedRow<ID>
  }

  /// The identifiers that the nodes were made for: in their order; empty if some appeared more than once.
  private func ids(of nodes: [Node]) -> [ID] {
    if hasRepetitions { return [] }
    var ids: [ID] = []
    ids.reserveCapacity(nodes.count)
    for node in nodes {
      guard let identity = Self.identity(of: node) else { return [] }
      ids.append(identity.id)
    }
    return ids
  }

  func rows(for new: [ID], among nodes: [Node]) -> [Row] {
    let old = ids(of: nodes)
    let most = min(old.count, new.count)
    var start = 0
    while start < most, old[start] == new[start] { start += 1 }
    var rest = 0
    while rest < most - start, old[old.count - 1 - rest] == new[new.count - 1 - rest] { rest += 1 }
    let others = start..<new.count - rest
    hasRepetitions = Self.hasRepetitions(new, others)
    if hasRepetitions || old.count < nodes.count { return bySlots(new, nodes) }
    var positions: [ID: Int] = [:]
    if !others.isEmpty { for index in start..<old.count - rest { positions[old[index]] = index } }
    return new.indices.map { index in
      let origin =
        index < start ? index : index >= others.upperBound ? index - new.count + old.count : positions[new[index]]
      if let origin, case .id(let identity) = nodes[origin].slot {
        return Row(slot: nodes[origin].slot, identity: identity, node: nodes[origin])
      }
      let identity = NamedRow(new[index])
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
      let identity: RowIdentity = NamedRow(id)
      let slot = count == 0 ? Node.Slot.id(identity) : .named(AnyHashable([identity.value, AnyHashable(count)]))
      guard let node = known[slot] else { return Row(slot: slot, identity: identity, node: nil) }
      if count == 0, case .id(let known) = node.slot { return Row(slot: node.slot, identity: known, node: node) }
      return Row(slot: slot, identity: identity, node: node)
    }
  }
}

/// What a view among many is found again by, and where it is now.
class RowIdentity: Hashable {
  /// How often ``value`` was replaced.
  fileprivate(set) var names: UInt32 = 0
  /// The place among the rows of its ``ForEach``: changed when others come and go, without anything being made anew.
  var offset = 0

  fileprivate init() {}

  /// A page has thousands of rows: their identifiers lie in their objects, and are boxed only for those who ask.
  var value: AnyHashable { AnyHashable(ObjectIdentifier(self)) }

  /// The same one is called otherwise from now on.
  func rename(_ value: AnyHashable) {}

  static func named(_ value: AnyHashable) -> RowIdentity { NamedRow(value) }

  static func == (lhs: RowIdentity, rhs: RowIdentity) -> Bool { lhs === rhs || lhs.value == rhs.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// What is found again by an identifier of some type.
final class NamedRow<ID: Hashable>: RowIdentity {
  private(set) var id: ID

  init(_ id: ID) {
    self.id = id
    super.init()
  }

  override var value: AnyHashable { AnyHashable(id) }

  override func rename(_ value: AnyHashable) {
    guard let id = value as? ID else { return }
    self.id = id
    names &+= 1
  }
}
