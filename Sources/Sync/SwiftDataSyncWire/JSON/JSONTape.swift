// SPDX-License-Identifier: Apache-2.0

/// A parsed message: its values one after the other, in the order in which they stand there. Integers are of the part of
/// JSON that every library keeps exactly. A text becomes a string when it is asked for, and not before: a tree of strings
/// and dictionaries cost ten times as much as all that is done with a message.
final class JSONTape: @unchecked Sendable {
  // Unchecked: nothing of it ever changes.

  enum Kind: UInt8 {
    case null, yes, no, integer, array, object
    /// Texts: in the message, where they are ASCII or not; and those that had escapes.
    case ascii, text, unescaped
  }

  struct Node {
    var kind: Kind
    /// An integer; how many members an array or an object has; where a text begins and ends.
    var content: UInt64
    /// The node after this value and all that is in it. An object's members are pairs of a text and a value.
    var next: UInt32
  }

  // Memory of its own: an array would be retained and checked each time that something is read. The numbers of nodes, and
  // where texts begin and end, are the parser's.
  private let bytes: UnsafeBufferPointer<UInt8>
  private let unescaped: UnsafeBufferPointer<UInt8>
  private let nodes: UnsafeBufferPointer<Node>

  init(bytes: UnsafeBufferPointer<UInt8>, unescaped: [UInt8], nodes: [Node]) {
    self.bytes = Self.copy(bytes)
    self.unescaped = unescaped.withUnsafeBufferPointer { Self.copy($0) }
    self.nodes = nodes.withUnsafeBufferPointer { Self.copy($0) }
  }

  deinit {
    bytes.deallocate()
    unescaped.deallocate()
    nodes.deallocate()
  }

  private static func copy<Element>(_ elements: UnsafeBufferPointer<Element>) -> UnsafeBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = copy.initialize(fromContentsOf: elements)
    return UnsafeBufferPointer(copy)
  }

  subscript(node: Int) -> Node { nodes[node] }

  static func range(_ start: Int, _ end: Int) -> UInt64 { UInt64(start) << 32 | UInt64(end) }

  private static func range(_ node: Node) -> Range<Int> {
    Int(node.content >> 32)..<Int(node.content & 0xffff_ffff)
  }

  /// A text's bytes.
  private func text(of node: Node) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: (node.kind == .unescaped ? unescaped : bytes)[Self.range(node)])
  }

  func withText<R>(_ node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R { body(text(of: nodes[node])) }

  func text(_ node: Int) -> String { String(decoding: text(of: nodes[node]), as: UTF8.self) }

  func isText(_ node: Int, _ text: StaticString) -> Bool {
    let node = nodes[node]
    guard Self.range(node).count == text.utf8CodeUnitCount else { return false }
    let all = self.text(of: node)
    for offset in all.indices where all[offset] != text.utf8Start[offset] { return false }
    return true
  }

  static func text(_ node: Node, _ bytes: UnsafeBufferPointer<UInt8>, _ unescaped: [UInt8]) -> String {
    guard node.kind == .unescaped else {
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[range(node)]), as: UTF8.self)
    }
    return String(decoding: unescaped[range(node)], as: UTF8.self)
  }

  /// Whether two texts that stand in the message have the same bytes.
  static func isEqual(_ a: Node, _ b: Node, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let (first, second) = (range(a), range(b))
    guard a.kind == b.kind, first.count == second.count else { return false }
    for offset in 0..<first.count where bytes[first.lowerBound + offset] != bytes[second.lowerBound + offset] {
      return false
    }
    return true
  }
}
