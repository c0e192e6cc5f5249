// SPDX-License-Identifier: Apache-2.0

/// A parsed message: its values one after the other, in the order in which they stand there. Integers are of the part of
/// JSON that every library keeps exactly. A text becomes a string when it is asked for, and not before: a tree of strings
/// and dictionaries cost ten times as much as all that is done with a message.
final class JSONTape: Sendable {
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

  let bytes: [UInt8]
  let unescaped: [UInt8]
  let nodes: [Node]

  init(bytes: [UInt8], unescaped: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.unescaped = unescaped
    self.nodes = nodes
  }

  static func range(_ start: Int, _ end: Int) -> UInt64 { UInt64(start) << 32 | UInt64(end) }

  private static func range(_ node: Node) -> Range<Int> {
    Int(node.content >> 32)..<Int(node.content & 0xffff_ffff)
  }

  /// A text's bytes.
  func withText<R>(_ node: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let range = Self.range(nodes[node])
    return (nodes[node].kind == .unescaped ? unescaped : bytes).withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  func text(_ node: Int) -> String { Self.text(nodes[node], bytes, unescaped) }

  func isText(_ node: Int, _ text: StaticString) -> Bool {
    let range = Self.range(nodes[node])
    guard range.count == text.utf8CodeUnitCount else { return false }
    let all = nodes[node].kind == .unescaped ? unescaped : bytes
    for offset in 0..<range.count where all[range.lowerBound + offset] != text.utf8Start[offset] { return false }
    return true
  }

  static func text(_ node: Node, _ bytes: [UInt8], _ unescaped: [UInt8]) -> String {
    (node.kind == .unescaped ? unescaped : bytes).withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range(node)]), as: UTF8.self)
    }
  }

  /// Whether two texts that stand in the message have the same bytes.
  static func isEqual(_ a: Node, _ b: Node, _ bytes: [UInt8]) -> Bool {
    let (first, second) = (range(a), range(b))
    guard a.kind == b.kind, first.count == second.count else { return false }
    for offset in 0..<first.count where bytes[first.lowerBound + offset] != bytes[second.lowerBound + offset] {
      return false
    }
    return true
  }
}
