// SPDX-License-Identifier: Apache-2.0

/// The rows that a list has shown: the row of an element that is the same object as before is the same one, too.
///
/// They are found in what the list shows, in their order mostly, so that no row needs a note of what was made of it.
@MainActor struct FormerRows {
  private let rows: [Rendered]
  private var next = 0
  /// By the element within, once the order is another one.
  private var places: [ObjectIdentifier: Int]?

  /// What all rows were made for the last time.
  private final class Variant {
    var value: Int?
  }

  /// - Parameter variant: What all rows depend on.
  init(shownBy node: Node, variant: Int) {
    let last = node.remember { Variant() }
    defer { last.value = variant }
    var rows: [Rendered] = []
    if last.value == variant, case .one(let list) = node.shown {
      list.forEachChild { section in
        section.forEachChild { box in
          if box.classes.first == .rows { rows += box.children }
        }
      }
    }
    self.rows = rows
  }

  /// The row that was made of an element.
  mutating func row(of element: Rendered) -> Rendered? {
    if next < rows.count, rows[next].rowElement === element {
      defer { next += 1 }
      return rows[next]
    }
    guard let place = place(of: element) else { return nil }
    next = place + 1
    return rows[place]
  }

  private mutating func place(of element: Rendered) -> Int? {
    if let places { return places[ObjectIdentifier(element)] }
    var made: [ObjectIdentifier: Int] = [:]
    made.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      if let element = row.rowElement { made[ObjectIdentifier(element)] = index }
    }
    places = made
    return made[ObjectIdentifier(element)]
  }
}

extension Rendered {
  /// What a row of a list was made of; nil if it is none.
  fileprivate var rowElement: Rendered? {
    guard part == .row else { return nil }
    var found: Rendered?
    forEachChild { child in
      if child.part == .rowContent { child.forEachChild { found = $0 } }
    }
    return found
  }
}
