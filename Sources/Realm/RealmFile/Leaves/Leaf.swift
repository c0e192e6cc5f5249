// SPDX-License-Identifier: Apache-2.0

/// The values of one column for some objects, or some elements of a
/// collection.
protocol Leaf {
  /// The number of values.
  var count: Int { get }
  /// A value.
  ///
  /// - Parameter pass: what more of the file is read with.
  func value(at index: Int, in pass: Pass) throws -> RealmValue
}

extension ElementForm {
  /// Opens a leaf.
  ///
  /// - Parameter texts: those that an enumerated column refers to.
  func leaf(_ node: ArrayNode, _ pass: Pass, texts: (any TextKeys)? = nil) throws -> any Leaf {
    let leaf: any Leaf =
      switch type {
      case .int:
        isNullable ? try NullableIntegerLeaf(node) : IntegerLeaf(node)
      case .bool:
        if isOld, isNullable {
          OldNullableBoolLeaf(numbers: try NullableIntegerLeaf(node))
        } else {
          BoolLeaf(node: node, isNullable: isNullable)
        }
      case .dateTime:
        SecondsLeaf(numbers: isNullable ? try NullableIntegerLeaf(node) : IntegerLeaf(node))
      case .string:
        try StringLeaf(node, self, pass, texts: texts)
      case .enumeratedString:
        try EnumeratedStringLeaf(node, texts: texts, isNullable: isNullable)
      case .binary: try BinaryLeaf(node, self, pass)
      case .float: try FloatLeaf(node, isNullable: isNullable)
      case .double: try DoubleLeaf(node, isNullable: isNullable)
      case .timestamp: try TimestampLeaf(node, pass)
      case .decimal: try DecimalLeaf(node, isNullable: isNullable)
      case .objectID, .uuid: try FixedBytesLeaf(node, type)
      case .link, .linkList: try LinkLeaf(node, self)
      case .typedLink: TypedLinkLeaf(node)
      case .mixed:
        if isOld {
          throw RealmFileError.unsupported("A column of mixed values in an old format.")
        } else {
          try MixedLeaf(node, pass, depth: 0)
        }
      case .subtable, .backlink:
        throw node.damaged("A leaf of such a column cannot be read by itself.")
      }
    guard node.isInner == false else { throw node.damaged("A leaf is expected here.") }
    return leaf
  }
}
