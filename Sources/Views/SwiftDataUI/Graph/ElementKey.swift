// SPDX-License-Identifier: Apache-2.0

/// The identity of an element through all its versions.
///
/// Elements that are made around an element, such as the row of a list, take theirs from its key: they live as long, and
/// nobody has to keep a table. There are few of them mostly: a chain takes a tenth of a dictionary's room.
@MainActor class ElementKey {
  let id = ElementID()
  /// Most elements have nothing around them.
  private var first = Link.none

  /// What comes next in the chain: an object for the chain itself would take more room than what it leads to.
  private enum Link {
    case none
    case companion(Companion)
    case memo(Memo)
    /// All companions of an element with many.
    case table(Table)
  }

  /// What is made around, or of, an element. A page has thousands, and each is looked for whenever its element changes, so
  /// a name is a few bytes.
  enum Name: Hashable {
    /// By the node with this number; 0 if there is only one anyway.
    case made(by: UInt32, Use)
    case part(PartName)

    static func of(_ use: Use) -> Name { .made(by: 0, use) }
    @MainActor static func of(_ use: Use, _ node: Node) -> Name {
      .made(by: UInt32(truncatingIfNeeded: node.serial), use)
    }
  }

  enum Use: UInt8 {
    case box, tabBox, sizeBox, frameBox, header, rows, footer, content, cell, tab, tabBadge, completion, option
    case row, rowBackground, rowBadge, rowChoice, rowDelete, rowRemove, rowActions
    case identified, actions, rank, priority, unread, grip, bleed
  }

  /// The name of a part of what a program has written itself.
  final class PartName: Hashable {
    private let text: String

    init(_ text: String) { self.text = text }

    static func == (lhs: PartName, rhs: PartName) -> Bool { lhs.text == rhs.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  private final class Companion: ElementKey {
    let name: Name
    var next = Link.none

    init(_ name: Name) { self.name = name }
  }

  private static let longestChain = 8

  @MainActor private final class Memo {
    let name: Name
    var source: Rendered
    var variant: Int
    var result: Rendered
    var next: Link

    init(_ name: Name, _ source: Rendered, _ variant: Int, _ result: Rendered, _ next: Link) {
      self.name = name
      self.source = source
      self.variant = variant
      self.result = result
      self.next = next
    }
  }

  @MainActor private final class Table {
    var companions: [Name: Companion] = [:]
    var next = Link.none
  }

  init() {}

  /// What has the key: the element itself, or one of the two around it that each row of a list has. A page has thousands
  /// of rows, so these need no keys of their own.
  enum Part: UInt8 { case element, row, rowContent }

  func id(of part: Part) -> ElementID { part == .element ? id : id.numbered(part.rawValue) }

  func companion(_ name: Name) -> ElementKey {
    var count = 0
    var current = first
    search: while true {
      switch current {
      case .none: break search
      case .memo(let memo): current = memo.next
      case .companion(let key):
        if key.name == name { return key }
        count += 1
        current = key.next
      case .table(let table):
        if let known = table.companions[name] { return known }
        let key = Companion(name)
        table.companions[name] = key
        return key
      }
    }
    let key = Companion(name)
    key.next = first
    first = .companion(key)
    if count == Self.longestChain { makeTable() }
    return key
  }

  /// Takes the companions out of the chain, link by link.
  private func makeTable() {
    let table = Table()
    var current = first
    while true {
      switch current {
      case .none, .table:
        first = .table(table)
        return
      case .memo(let memo):
        current = memo.next
        memo.next = table.next
        table.next = .memo(memo)
      case .companion(let key):
        current = key.next
        key.next = .none
        table.companions[key.name] = key
      }
    }
  }

  /// Lets go of what was made of elements with this key, which refer to it: they are no longer shown.
  func forget() {
    var current = first
    first = .none
    while true {
      switch current {
      case .none: return
      case .memo(let memo):
        current = memo.next
        memo.next = .none
      case .companion(let key):
        current = key.next
        key.next = .none
        key.forget()
      case .table(let table):
        current = table.next
        table.next = .none
        for key in table.companions.values { key.forget() }
      }
    }
  }

  private func memo(_ name: Name) -> Memo? {
    var current = first
    while true {
      switch current {
      case .none: return nil
      case .memo(let memo):
        if memo.name == name { return memo }
        current = memo.next
      case .companion(let key): current = key.next
      case .table(let table): current = table.next
      }
    }
  }

  /// What `make` makes of an element with this key: the same object as before if it is the same element.
  ///
  /// - Parameter variant: What else the result depends on.
  func derived(_ name: Name, of source: Rendered, variant: Int = 0, _ make: () -> Rendered) -> Rendered {
    let known = memo(name)
    if let known, known.source === source, known.variant == variant { return known.result }
    let result = make()
    if let known {
      known.source = source
      known.variant = variant
      known.result = result
    } else {
      first = .memo(Memo(name, source, variant, result, first))
    }
    return result
  }
}
