// SPDX-License-Identifier: Apache-2.0

/// One way through a part of the file, on which nothing is met twice.
///
/// In a sound file every byte belongs to one node at most. So a pass cannot
/// take in more bytes than the file has. Cycles and shared nodes, with which
/// a small file could pretend to be endless, use that up, and are an error.
final class Pass {
  /// Realm writes at most 1,000 elements into a leaf of a tree.
  static let maximumLeafCount = 1 << 13
  /// Inner nodes above each other.
  static let maximumDepth = 24

  let source: any ByteSource
  private var remaining: Int
  private var nodesUntilTrim = 1024
  private var bytesUntilTrim = 1 << 24

  init(_ source: any ByteSource) {
    self.source = source
    remaining = source.size
  }

  /// Checks a number that a tree gives of what is below it.
  ///
  /// - Parameter perNode: how many a leaf has at most, which takes a header at least.
  func check(_ count: Int, perNode: Int, at offset: Int) throws {
    let (most, isMore) = (source.size / NodeHeader.size).multipliedReportingOverflow(by: perNode)
    guard isMore || count <= most else {
      throw RealmFileError.damaged("A table has \(count) objects, more than the file has room for.", at: offset)
    }
  }

  /// The node at an offset.
  func node(at offset: Int) throws -> ArrayNode {
    guard offset & 7 == 0, offset >= 24 else {
      throw RealmFileError.damaged("A reference leads to offset \(offset), where no node can be.")
    }
    let header = try NodeHeader(
      source.bytes(at: offset, count: NodeHeader.size), at: offset)
    let payload = try source.bytes(at: offset + NodeHeader.size, count: header.payload)
    remaining -= NodeHeader.size + header.payload
    guard remaining >= 0 else { throw RealmFileError.cyclic(at: offset) }
    trim(header.payload)
    return ArrayNode(offset: offset, header: header, bytes: payload)
  }

  private func trim(_ count: Int) {
    nodesUntilTrim -= 1
    bytesUntilTrim -= count
    guard nodesUntilTrim < 0 || bytesUntilTrim < 0 else { return }
    nodesUntilTrim = 1024
    bytesUntilTrim = 1 << 24
    source.trim()
  }

  /// The node that an element refers to; `nil` if it refers to none.
  func child(_ node: ArrayNode, _ index: Int) throws -> ArrayNode? {
    try node.reference(index).map { try self.node(at: $0) }
  }

  /// The node that an element has to refer to.
  func requiredChild(_ node: ArrayNode, _ index: Int) throws -> ArrayNode {
    try self.node(at: node.required(index))
  }

  /// Bytes of any length.
  func blob(at offset: Int) throws -> Bytes {
    let node = try node(at: offset)
    guard node.hasContext else {
      guard node.header.measure == .none else { throw node.damaged("Bytes are expected here.") }
      return node.bytes
    }
    // Longer than a node can be: a list of pieces.
    var pieces: [Bytes] = []
    var total = 0
    for index in 0..<node.count {
      let piece = try requiredChild(node, index)
      guard piece.header.measure == .none, !piece.hasContext else {
        throw piece.damaged("Bytes are expected here.")
      }
      pieces.append(piece.bytes)
      total += piece.bytes.count
    }
    let whole = Buffer(count: total)
    var filled = 0
    for piece in pieces {
      piece.withBytes { bytes in
        if let start = bytes.baseAddress {
          (whole.start + filled).copyMemory(from: start, byteCount: bytes.count)
        }
      }
      filled += piece.count
    }
    return Bytes(whole)
  }
}
