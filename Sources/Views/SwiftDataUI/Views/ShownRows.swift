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
  /// Whether a row was made for a model that was not saved yet.
  private var hasTemporary = false

  /// Takes over the identifiers that models have since they were saved: a new row, in which somebody may be typing, stays
  /// the one that it was under its temporary one.
  ///
  /// - Parameter current: The identifier of what a node shows; nil if it shows something else.
  func follow(_ nodes: [Node], _ current: (Node) -> ID?) {
    guard hasTemporary, !hasRepetitions else { return }
    hasTemporary = false
    for node in nodes {
      guard let identity = Self.identity(of: node), Self.isTemporary(identity.id) else { continue }
      guard let id = current(node), id != identity.id else {
        hasTemporary = true
        continue
      }
      if Self.isTemporary(id) { hasTemporary = true }
      identity.rename(AnyHashable(id))
      // What was made of the row names it.
      node.markOutputBelow()
      node.markOutput()
    }
  }

  private static func isTemporary(_ id: ID) -> Bool {
    ID.self == PersistentIdentifier.self && (id as? PersistentIdentifier)?.isTemporary == true
  }

  private static func identity(of node: Node) -> NamedRow<ID>? {
    guard case .id(let identity) = node.slot else { return nil }
    return identity as? NamedRow<ID>
  }

  func rows(for new: [ID], among nodes: [Node]) -> [Row] {
    let hadRepetitions = hasRepetitions
    // Compared in place: each page that shows a list of many rows does so whenever one of them comes or goes.
    let most = hadRepetitions ? 0 : min(nodes.count, new.count)
    var start = 0
    while start < most, Self.identity(of: nodes[start])?.id == new[start] { start += 1 }
    var rest = 0
    while rest < most - start, Self.identity(of: nodes[nodes.count - 1 - rest])?.id == new[new.count - 1 - rest] {
      rest += 1
    }
    let others = start..<new.count - rest
    hasRepetitions = Self.hasRepetitions(new, others)
    if hasRepetitions || hadRepetitions { return bySlots(new, nodes) }
    var positions: [ID: Int] = [:]
    if !others.isEmpty {
      for index in start..<nodes.count - rest {
        guard let identity = Self.identity(of: nodes[index]) else { return bySlots(new, nodes) }
        positions[identity.id] = index
      }
    }
    return new.indices.map { index in
      let origin =
        index < start ? index : index >= others.upperBound ? index - new.count + nodes.count : positions[new[index]]
      if let origin, case .id(let identity) = nodes[origin].slot {
        return Row(slot: nodes[origin].slot, identity: identity, node: nodes[origin])
      }
      let identity = made(new[index])
      return Row(slot: .id(identity), identity: identity, node: nil)
    }
  }

  private func made(_ id: ID) -> NamedRow<ID> {
    if !hasTemporary, Self.isTemporary(id) { hasTemporary = true }
    return NamedRow(id)
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
      let identity: RowIdentity = made(id)
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
  private var place: UInt32 = 0

  /// The place among the rows of its ``ForEach``: changed when others come and go, without anything being made anew.
  var offset: Int {
    get { Int(place) }
    set { place = UInt32(clamping: newValue) }
  }

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
