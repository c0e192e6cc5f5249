// SPDX-License-Identifier: Apache-2.0

/// Texts, in the form that their lengths have led to.
struct StringLeaf: Leaf {
  private enum Form {
    /// Of up to 15 bytes, or 63 in lists of names.
    case short(ArrayNode)
    case medium(MediumBytes)
    case big(ArrayNode)
    case enumerated(ArrayNode, any TextKeys)
  }

  let count: Int
  private let form: Form
  private let isNullable: Bool

  init(_ node: ArrayNode, _ element: ElementForm, _ pass: Pass, texts: (any TextKeys)? = nil) throws {
    isNullable = element.isNullable
    if !node.header.hasReferences {
      if node.header.measure == .bits {
        guard let texts else {
          throw node.damaged("Texts are numbered, but there is no list of them.")
        }
        form = .enumerated(node, texts)
      } else {
        guard node.header.measure == .bytes else { throw node.damaged("Texts are expected here.") }
        form = .short(node)
      }
      count = node.count
    } else if node.hasContext {
      form = .big(node)
      count = node.count
    } else {
      let medium = try MediumBytes(node, pass, presence: element.isOld)
      form = .medium(medium)
      count = medium.count
    }
  }

  /// The bytes; `nil` for null.
  func bytes(at index: Int, in pass: Pass) throws -> Bytes? {
    switch form {
    case .short(let node): return try Self.short(node, index, isNullable: isNullable)
    case .medium(let medium): return try medium.bytes(at: index).map { try medium.node.unended($0) }
    case .big(let node):
      return try node.reference(index).map { try node.unended(pass.blob(at: $0)) }
    case .enumerated(let node, let texts):
      return try texts.bytes(at: node.integer(index), in: pass)
    }
  }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    guard let bytes = try bytes(at: index, in: pass) else {
      return isNullable ? .null : .string("")
    }
    return .string(bytes.string)
  }

  /// A text in a slot, whose last byte says how many of the slot are unused.
  private static func short(_ node: ArrayNode, _ index: Int, isNullable: Bool) throws -> Bytes? {
    guard index >= 0, index < node.count else { throw node.damaged("Text \(index) is missing.") }
    let width = node.header.width
    guard width > 0 else { return isNullable ? nil : try node.bytes.slice(0, 0) }
    let unused = Int(try node.bytes.load(UInt8.self, at: (index + 1) * width - 1))
    if unused == width { return nil }
    guard unused < width else { throw node.damaged("A text has a length below zero.") }
    return try node.bytes.slice(index * width, width - 1 - unused)
  }
}

/// Where the texts of an enumerated column are.
protocol TextKeys {
  /// - Parameter number: as it is in the column.
  func bytes(at number: Int64, in pass: Pass) throws -> Bytes?
}

/// The texts of an enumerated column, formats from 10 on.
struct TextLeaf: TextKeys {
  private let leaf: StringLeaf
  private let offset: Int

  init(_ node: ArrayNode, isNullable: Bool, _ pass: Pass) throws {
    leaf = try StringLeaf(node, ElementForm(type: .string, isNullable: isNullable), pass)
    offset = node.offset
  }

  func bytes(at number: Int64, in pass: Pass) throws -> Bytes? {
    guard number >= 0, number < leaf.count else {
      throw RealmFileError.damaged(
        "A column refers to text \(number) of \(leaf.count).", at: offset)
    }
    return try leaf.bytes(at: Int(number), in: Pass(pass.source))
  }
}

/// A leaf of an enumerated column, formats below 10.
struct EnumeratedStringLeaf: Leaf {
  private let node: ArrayNode
  private let texts: any TextKeys
  private let isNullable: Bool

  init(_ node: ArrayNode, texts: (any TextKeys)?, isNullable: Bool) throws {
    guard let texts else {
      throw node.damaged("Texts are numbered, but there is no list of them.")
    }
    self.node = node
    self.texts = texts
    self.isNullable = isNullable
  }

  var count: Int { node.count }

  func value(at index: Int, in pass: Pass) throws -> RealmValue {
    let bytes = try texts.bytes(at: node.integer(index), in: pass)
    guard let bytes else { return isNullable ? .null : .string("") }
    return .string(bytes.string)
  }
}

extension ArrayNode {
  /// Without the zero that ends a text.
  func unended(_ bytes: Bytes) throws -> Bytes {
    guard bytes.count > 0 else { throw damaged("A text has no end.") }
    return try bytes.slice(0, bytes.count - 1)
  }
}
