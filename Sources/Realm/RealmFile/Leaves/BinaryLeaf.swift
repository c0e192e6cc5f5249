// SPDX-License-Identifier: Apache-2.0

/// Bytes, of any length or of up to 64.
struct BinaryLeaf: Leaf {
  private enum Form {
    case small(MediumBytes)
    case big(ArrayNode)
  }

  let count: Int
  private let form: Form
  private let isNullable: Bool

  init(_ node: ArrayNode, _ element: ElementForm, _ pass: Pass) throws {
    guard node.header.hasReferences else { throw node.damaged("References are expected here.") }
    isNullable = element.isNullable
    if node.hasContext {
      form = .big(node)
      count = node.count
    } else {
      // Here a set bit always means null.
      let small = try MediumBytes(node, pass, presence: false)
      form = .small(small)
      count = small.count
    }
  }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    let bytes: Bytes? =
      switch form {
      case .small(let small): try small.bytes(at: index)
      case .big(let node): try node.reference(index).map { try pass.blob(at: $0) }
      }
    guard let bytes else { return isNullable ? .null : .data(.init()) }
    return .data(bytes.data)
  }
}

/// Values one after the other, and where each of them ends.
struct MediumBytes {
  let node: ArrayNode
  private let ends: ArrayNode
  private let blob: Bytes
  private let nulls: ArrayNode?
  private let nullMark: Int64

  /// - Parameter presence: whether a set bit means that there is a value,
  ///   rather than that there is none.
  init(_ node: ArrayNode, _ pass: Pass, presence: Bool) throws {
    guard node.count == 2 || node.count == 3 else {
      throw node.damaged("Texts or bytes have two or three parts, not \(node.count).")
    }
    self.node = node
    ends = try pass.requiredChild(node, 0)
    blob = try pass.blob(at: node.required(1))
    nulls = node.count == 3 ? try pass.child(node, 2) : nil
    nullMark = presence ? 0 : 1
    if let nulls, nulls.count != ends.count {
      throw node.damaged("There are \(ends.count) values, and marks for \(nulls.count).")
    }
  }

  var count: Int { ends.count }

  func bytes(at index: Int) throws -> Bytes? {
    if let nulls, try nulls.integer(index) == nullMark { return nil }
    let start = index > 0 ? try ends.integer(index - 1) : 0
    let end = try ends.integer(index)
    guard start >= 0, start <= end, end <= Int64(blob.count) else {
      throw ends.damaged("A value reaches from \(start) to \(end) of \(blob.count) bytes.")
    }
    return try blob.slice(Int(start), Int(end - start))
  }
}
