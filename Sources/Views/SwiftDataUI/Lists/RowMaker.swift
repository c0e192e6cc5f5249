// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lays rows around elements, and sections around rows.
@MainActor struct RowMaker {
  let node: Node
  let isEditing: Bool
  var isSelected: (([AnyHashable]) -> Bool)?
  var selection: RowSelection?
  /// Whether more than one row can be selected: while such a list is edited, rows have a mark for it.
  var choosesSeveral = false
  private var former: FormerRows?

  init(_ node: Node, isEditing: Bool) {
    self.node = node
    self.isEditing = isEditing
  }

  /// Each section as it is; what is in none, in one without a header.
  mutating func sections(_ elements: [Rendered]) -> [Rendered] {
    former = FormerRows(shownBy: node, variant: (isEditing ? 1 : 0) | (isSelected == nil ? 0 : 2))
    var result: [Rendered] = []
    var loose: [Rendered] = []
    var count = 0
    func flush() {
      guard !loose.isEmpty else { return }
      // Named after its place, so that it stays when its first row goes.
      let rows = node.element(.box, [.rows], key: 1000 + count * 2 + 1, children: made(of: loose))
      name(rows)
      result.append(node.element(.section, [.section], key: 1000 + count * 2, children: [rows]))
      loose = []
      count += 1
    }
    for element in elements {
      if let parts = element.section {
        flush()
        result.append(section(element, parts))
      } else {
        loose.append(element)
      }
    }
    flush()
    return result
  }

  private mutating func made(of elements: [Rendered]) -> [Rendered] {
    var rows: [Rendered] = []
    rows.reserveCapacity(elements.count)
    for element in elements { rows.append(row(element)) }
    return rows
  }

  private mutating func section(_ element: Rendered, _ parts: Traits.SectionParts) -> Rendered {
    let contents = made(of: parts.rows)
    return element.changed { section in
      section.children = []
      if !parts.header.isEmpty {
        section.children.append(
          heading(element.key.companion(.of(.header)), parts.header))
      }
      if !contents.isEmpty {
        let rows = Rendered(element.key.companion(.of(.rows)), .box, [.rows], children: contents)
        name(rows)
        section.children.append(rows)
      }
      if !parts.footer.isEmpty {
        section.children.append(
          Rendered(element.key.companion(.of(.footer)), .footer, [.sectionFooter], children: parts.footer))
      }
    }
  }

  /// Rows that can be selected are those of a grid with one column: what is in a list's rows is not said to be selected.
  private func name(_ rows: Rendered) {
    rows.role(isSelected == nil ? .list : .grid)
    if choosesSeveral { rows.attribute(.selectsSeveral, true) }
  }

  private func heading(_ key: ElementKey, _ content: [Rendered]) -> Rendered {
    let heading = Rendered(key, .box, [.sectionHeader], children: content)
    heading.role(.heading)
    heading.attribute(.level, "2")
    return heading
  }

  private mutating func row(_ element: Rendered) -> Rendered {
    if element.isGap { return element }
    let isSelected = isSelected?(element.traits.tags + element.traits.ids) ?? false
    // A row that cannot be selected does not show whether it is.
    let shows = isSelected && selection != nil && !element.traits.row.isSelectionDisabled
    if let row = former?.row(of: element), row.classes.contains(.selected) == shows { return row }
    return make(element, isSelected)
  }

  private func make(_ element: Rendered, _ selected: Bool) -> Rendered {
    let traits = element.traits.row
    let ids = element.traits.tags + element.traits.ids
    let key = element.part == .element ? element.key : element.key.companion(.of(.row))
    let content = Rendered(key, .box, [.rowContent], children: [element], part: .rowContent)
    let row = Rendered(key, .box, [.row], children: [content], part: .row)
    row.role(isSelected == nil ? .listItem : .gridRow)
    if isSelected != nil { content.role(.gridCell) }
    if let insets = traits.insets { content.style(.padding(Element.Style.Sides(insets), usual: [])) }
    if traits.isSeparatorHidden { row.add(.rowWithoutSeparator) }
    if let background = traits.background {
      row.children.insert(
        Rendered(key.companion(.of(.rowBackground)), .box, [.rowBackground], children: background), at: 0)
      row.add(.rowCustomBackground)
    }
    if let badge = element.traits.badge {
      row.children.append(Rendered(key.companion(.of(.rowBadge)), .text, [.badge], text: badge))
    }
    if let selection, isSelected != nil, !traits.isSelectionDisabled {
      row.add(.selectable)
      row.attribute(.isFocusable, true)
      row.attribute(.isSelected, selected)
      if selected { row.add(.selected) }
      row.on(.click) { _ in selection.select?(ids) }
      if isEditing {
        // A row that is edited leads nowhere: a click on its content selects it, whatever is there.
        content.on(.click) { _ in selection.select?(ids) }
        content.attribute(.tapsFirst, true)
        if choosesSeveral {
          let mark = Rendered(key.companion(.of(.rowChoice)), .text, [.rowChoice])
          mark.attribute(.isHidden, true)
          row.children.insert(mark, at: row.children.firstIndex { $0 === content } ?? 0)
        }
      }
    }
    let leading = traits.leading
    // The first one is at the edge.
    var trailing = Array(traits.trailing.reversed())
    if let actions = traits.actions, let place = traits.place {
      if actions.delete != nil, !traits.isDeleteDisabled, trailing.isEmpty || isEditing {
        let word = OwnWords.text("Delete", node.environment.locale)
        let delete = Rendered(
          key.companion(.of(.rowDelete)), .button, [.button, .rowDelete, .destructive], text: word)
        delete.attribute(.label, word)
        delete.on(.click) { _ in actions.delete?(IndexSet(integer: place.offset)) }
        trailing.append(delete)
        if isEditing, !choosesSeveral {
          let remove = Rendered(key.companion(.of(.rowRemove)), .button, [.rowRemove])
          remove.attribute(.label, "Remove \(element.allText)")
          row.children.insert(remove, at: row.children.firstIndex { $0 === content } ?? 0)
        }
      }
      if let place = element.traits.movingPlace {
        row.add(.rowMovable)
        // What another row of the same 'ForEach' is recognized by.
        row.traits.row.place = place
        row.traits.row.actions = actions
        row.onAimed(.reorder) { [weak graph = node.graph] value in
          guard let other = RowTarget(value), let anchor = graph?.element(other.element)?.traits.row,
            actions.isAboutSameRows(as: anchor.actions), let there = anchor.place
          else { return false }
          // Only now: others may have come or gone while somebody was dragging.
          let offset = other.isAfter ? there.offset + 1 : there.offset
          if offset != place.offset, offset != place.offset + 1 {
            actions.move?(IndexSet(integer: place.offset), offset)
          }
          return true
        }
      }
    }
    if !leading.isEmpty || !trailing.isEmpty {
      // Beside the content, never over it: one box, out of sight until the row is swiped or opened.
      let actions = Rendered(key.companion(.of(.rowActions)), .box, [.rowActions], children: leading + trailing)
      if isSelected != nil { actions.role(.gridCell) }
      row.children.append(actions)
    }
    return row
  }
}

/// What a click on a row of a list selects: the latest closures. A row stays as it was made while its list is handed
/// another binding.
@MainActor final class RowSelection {
  var select: (([AnyHashable]) -> Void)?
  /// Selects nothing but the value of a link, if it is one that a row can stand for; returns whether it is.
  var selectOnly: ((AnyHashable) -> Bool)?
}

private enum RowSelectionKey: EnvironmentKey { static var defaultValue: RowSelection? { nil } }

extension EnvironmentValues {
  /// The selection of the list around the view.
  var rowSelection: RowSelection? {
    get { self[RowSelectionKey.self] }
    set { self[RowSelectionKey.self] = newValue }
  }
}

/// Where a row was dropped: before or after another one.
private struct RowTarget {
  let element: ElementID
  let isAfter: Bool

  /// Reads `before:ELEMENT` or `after:ELEMENT`.
  init?(_ value: String?) {
    let parts = (value ?? "").split(separator: ":", maxSplits: 1)
    guard parts.count == 2, ["before", "after"].contains(parts[0]), let element = ElementID(String(parts[1])) else {
      return nil
    }
    self.element = element
    isAfter = parts[0] == "after"
  }
}
