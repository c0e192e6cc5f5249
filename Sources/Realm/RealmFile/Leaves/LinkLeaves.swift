// SPDX-License-Identifier: Apache-2.0

/// Links to objects of one table.
struct LinkLeaf: Leaf {
  let node: ArrayNode
  private let target: RealmTableKey
  private let isElement: Bool
  private let isOld: Bool

  init(_ node: ArrayNode, _ form: ElementForm) throws {
    guard let target = form.target else {
      throw node.damaged("It is not known which table the links of a column lead to.")
    }
    self.node = node
    self.target = target
    isElement = form.isElement
    isOld = form.isOld
  }

  var count: Int { node.count }

  /// What a link leads to; `nil` if to nothing, or to an object that is not
  /// there.
  func key(at index: Int) throws -> RealmObjectKey? {
    let number = try node.integer(index)
    let key = RealmObjectKey(isElement ? number : number &- 1)
    return key.isResolved && (isElement || number > 0) ? key : nil
  }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    try key(at: index).map { .link(RealmLink(table: target, key: $0)) } ?? .null
  }
}

/// Links to objects of any table: pairs of numbers.
struct TypedLinkLeaf: Leaf {
  let node: ArrayNode
  init(_ node: ArrayNode) { self.node = node }
  var count: Int { node.count / 2 }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    let table = try node.integer(2 * index)
    let number = try node.integer(2 * index + 1)
    guard table != 0, number > 0 else { return .null }
    let key = UInt32(truncatingIfNeeded: table &- 1) & 0x7FFF_FFFF
    return .link(RealmLink(table: RealmTableKey(key), key: RealmObjectKey(number - 1)))
  }
}
