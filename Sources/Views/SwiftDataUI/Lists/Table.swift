// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Rows with columns. Headers sort, and rows can be selected; long tables load rows as the user scrolls, as lists do.
/// See Apple's documentation of `Table`.
public struct Table<Value: Identifiable, Data: RandomAccessCollection>: View where Data.Element == Value {
  let data: Data
  let columns: [_TableColumn<Value>]
  let selection: ListSelection<Value.ID>?
  let order: Binding<[KeyPathComparator<Value>]>?
  /// None: shown as a `table` element. Of long data only rows near those in sight are in the page.
  public typealias Body = Never
}

extension Table {
  /// Creates a table of which no rows are selected.
  public init(_ data: Data, @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>]) {
    self.init(data: data, columns: columns(), selection: nil, order: nil)
  }

  /// Creates a table of which one row or none is selected; a click selects.
  public init(
    _ data: Data, selection: Binding<Value.ID?>, @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>]
  ) { self.init(data: data, columns: columns(), selection: ListSelection(selection), order: nil) }

  /// Creates a table of which any rows are selected; a click adds a row to the selection or takes it out.
  public init(
    _ data: Data, selection: Binding<Set<Value.ID>>, @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>]
  ) { self.init(data: data, columns: columns(), selection: ListSelection(selection), order: nil) }

  /// Creates a table whose headers sort. Only the order is changed: the program sorts the data by it.
  public init(
    _ data: Data, sortOrder: Binding<[KeyPathComparator<Value>]>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>]
  ) { self.init(data: data, columns: columns(), selection: nil, order: sortOrder) }

  /// Creates a table of which one row or none is selected, and whose headers change the order by which the program
  /// sorts.
  public init(
    _ data: Data, selection: Binding<Value.ID?>, sortOrder: Binding<[KeyPathComparator<Value>]>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>]
  ) { self.init(data: data, columns: columns(), selection: ListSelection(selection), order: sortOrder) }

  /// Creates a table of which any rows are selected, and whose headers change the order by which the program sorts.
  public init(
    _ data: Data, selection: Binding<Set<Value.ID>>, sortOrder: Binding<[KeyPathComparator<Value>]>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>]
  ) { self.init(data: data, columns: columns(), selection: ListSelection(selection), order: sortOrder) }
}

/// A column of a ``Table``. See Apple's documentation of `TableColumn`.
public struct TableColumn<RowValue: Identifiable> {
  var column: _TableColumn<RowValue>

  /// Creates a column by which rows are not sorted.
  public init<Content: View>(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping @MainActor (RowValue) -> Content
  ) { column = _TableColumn(title: titleKey.plain, cell: { AnyView(content($0)) }) }

  /// Creates a column by whose values rows are sorted, with cells that a closure makes.
  public init<V: Comparable, Content: View>(
    _ titleKey: LocalizedStringKey, value: KeyPath<RowValue, V> & Sendable,
    @ViewBuilder content: @escaping @MainActor (RowValue) -> Content
  ) {
    column = _TableColumn(
      title: titleKey.plain, cell: { AnyView(content($0)) }, comparator: KeyPathComparator(value))
  }

  /// Creates a column of texts, by which rows are sorted.
  public init(_ titleKey: LocalizedStringKey, value: KeyPath<RowValue, String> & Sendable) {
    column = _TableColumn(
      title: titleKey.plain, cell: { AnyView(Text(verbatim: $0[keyPath: value])) }, comparator: KeyPathComparator(value)
    )
  }

  /// Sets the column's width in points; nil leaves it to the browser.
  public func width(_ width: CGFloat? = nil) -> TableColumn { sized(width) }
  /// Sets the column's width in points: the ideal one, or else the greatest, or else the smallest. It cannot be changed
  /// by dragging.
  public func width(min: CGFloat? = nil, ideal: CGFloat? = nil, max: CGFloat? = nil) -> TableColumn {
    sized(ideal ?? max ?? min)
  }

  private func sized(_ width: CGFloat?) -> TableColumn {
    var copy = self
    copy.column.width = width
    return copy
  }
}

/// A column, whatever its cells are.
public struct _TableColumn<RowValue> {
  let title: String
  let cell: @MainActor (RowValue) -> AnyView
  var comparator: KeyPathComparator<RowValue>?
  var width: CGFloat?
}

/// Makes the columns of a table of the statements of a closure.
@resultBuilder
public enum TableColumnBuilder<RowValue: Identifiable> {
  /// Takes a column.
  public static func buildExpression(_ column: TableColumn<RowValue>) -> [_TableColumn<RowValue>] { [column.column] }
  /// Takes columns one after the other.
  public static func buildBlock(_ columns: [_TableColumn<RowValue>]...) -> [_TableColumn<RowValue>] {
    columns.flatMap { $0 }
  }
  /// Takes the columns of an `if` without `else`, or none.
  public static func buildOptional(_ columns: [_TableColumn<RowValue>]?) -> [_TableColumn<RowValue>] { columns ?? [] }
  /// Takes the columns of an `if`.
  public static func buildEither(first: [_TableColumn<RowValue>]) -> [_TableColumn<RowValue>] { first }
  /// Takes the columns of an `else`.
  public static func buildEither(second: [_TableColumn<RowValue>]) -> [_TableColumn<RowValue>] { second }
}

extension Table: PrimitiveView {
  func update(_ node: Node) {
    let columns = columns
    let environment = node.environment {
      $0.container = nil
      $0.leaveRowsOut()
      $0.enterStack(nil)
    }
    node.child(0, ForEach(data) { TableCells(columns: columns, value: $0) }, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    let rows = node.content(0)
    let head = node.element(.tableRow, [], key: 1)
    let first = node.track { order?.wrappedValue.first }
    head.children = columns.enumerated().map { index, column in header(column, index, first, node) }
    let selected = SelectedValues(selection.map { selection in node.track { selection.get() } } ?? [])
    let body = node.element(.tableBody, [], key: 2, children: rows.elements.map { row($0, selected) })
    let table = node.element(.table, [], key: 3)
    table.children = [node.element(.tableHead, [], key: 4, children: [head]), body]
    let element = node.element(.box, [.table], children: [table])
    element.grows = [.horizontal, .vertical]
    return Output(element, rows.preferences)
  }

  private func header(
    _ column: _TableColumn<Value>, _ index: Int, _ first: KeyPathComparator<Value>?, _ node: Node
  ) -> Rendered {
    let cell = node.element(.columnHeader, [], key: 10 + 2 * index)
    if let width = column.width { cell.style(.size(.width, .points(width))) }
    guard let comparator = column.comparator, let order else {
      cell.text = column.title
      return cell
    }
    let isFirst = first?.keyPath == comparator.keyPath
    let button = node.element(.button, [.button], key: 11 + 2 * index, text: column.title)
    if isFirst { cell.attribute(.order, first?.order == .reverse ? "descending" : "ascending") }
    button.on(.click) { _ in
      var comparators = order.wrappedValue
      if let known = comparators.firstIndex(where: { $0.keyPath == comparator.keyPath }) {
        var moved = comparators.remove(at: known)
        if known == 0 { moved.order = moved.order == .forward ? .reverse : .forward }
        comparators.insert(moved, at: 0)
      } else {
        comparators.insert(comparator, at: 0)
      }
      order.wrappedValue = comparators
    }
    cell.children = [button]
    return cell
  }

  private func row(_ element: Rendered, _ selected: SelectedValues<Value.ID>) -> Rendered {
    if element.traits.isGap {
      return element.changed { gap in
        gap.kind = .tableRow
        gap.children = [Rendered(element.key.companion(.of(.cell)), .cell, [])]
      }
    }
    guard let selection, let id = element.traits.ids.lazy.compactMap({ $0.base as? Value.ID }).first else {
      return element
    }
    return element.changed { row in
      row.add(.selectable)
      row.attribute(.isFocusable, true)
      row.attribute(.isSelected, selected.contains(id))
      if selected.contains(id) { row.add(.selected) }
      row.on(.click) { _ in selection.choose(id) }
    }
  }
}

/// One row of a table.
struct TableCells<Value>: PrimitiveView {
  let columns: [_TableColumn<Value>]
  let value: Value

  func update(_ node: Node) {
    for (index, column) in columns.enumerated() { node.child(index, node.track { column.cell(value) }) }
  }

  func assemble(_ node: Node) -> Output {
    let row = node.element(.tableRow, [.tableRow])
    row.children = node.children.enumerated().map { index, child in
      node.element(.cell, [], key: index + 1, children: child.output.elements)
    }
    return Output(row, node.content.preferences)
  }
}
