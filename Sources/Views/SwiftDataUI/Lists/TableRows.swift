// SPDX-License-Identifier: Apache-2.0

/// Rows of a ``Table``. See Apple's documentation of `TableRowContent`.
public protocol TableRowContent<TableRowValue> {
  /// The type of the values that rows show.
  associatedtype TableRowValue: Identifiable
  /// The values that the rows show, in order.
  var _tableRowValues: [TableRowValue] { get }
}

/// One row of a ``Table``. See Apple's documentation of `TableRow`.
///
/// ```swift
/// Table(of: Trip.self) {
///   TableColumn("Name", value: \.name)
/// } rows: {
///   ForEach(trips) { TableRow($0) }
/// }
/// ```
public struct TableRow<Value: Identifiable>: TableRowContent {
  let value: Value
  /// Creates a row for a value.
  public init(_ value: Value) { self.value = value }
  /// The value alone.
  public var _tableRowValues: [Value] { [value] }
}

extension ForEach: TableRowContent where Content: TableRowContent {
  /// The values of the rows of each element.
  public var _tableRowValues: [Content.TableRowValue] { data.flatMap { content($0)._tableRowValues } }
}

extension ForEach where Content: TableRowContent, Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates rows for each element of a collection.
  public init<Value>(_ data: Data, @TableRowBuilder<Value> content: @escaping (Data.Element) -> Content)
  where Value == Content.TableRowValue { self.init(data: data, content: content, id: { $0.id }) }
}

extension ForEach where Content == TableRow<Data.Element>, Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates a row for each element of a collection.
  public init(_ data: Data) { self.init(data: data, content: { TableRow($0) }, id: { $0.id }) }
}

extension ForEach where Content: TableRowContent {
  /// Creates rows for each element of a collection, with identifiers that a key path leads to.
  public init<Value>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @TableRowBuilder<Value> content: @escaping (Data.Element) -> Content
  ) where Value == Content.TableRowValue { self.init(data: data, content: content, id: { $0[keyPath: id] }) }
}

extension Section: TableRowContent where Parent: View, Content: TableRowContent, Footer: View {
  /// The values of the section's rows.
  public var _tableRowValues: [Content.TableRowValue] { content._tableRowValues }
}

extension Section where Parent == Text, Content: TableRowContent, Footer == EmptyView {
  /// Creates a section of rows; its title is not shown.
  public init<Value>(_ titleKey: LocalizedStringKey, @TableRowBuilder<Value> content: () -> Content)
  where Value == Content.TableRowValue {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView())
  }
  /// Creates a section of rows; its title is not shown.
  @_disfavoredOverload
  public init<Value, S: StringProtocol>(_ title: S, @TableRowBuilder<Value> content: () -> Content)
  where Value == Content.TableRowValue {
    self.init(header: Text(title), content: content(), footer: EmptyView())
  }
}

extension Optional: TableRowContent where Wrapped: TableRowContent {
  /// The values of the rows, if there are any.
  public var _tableRowValues: [Wrapped.TableRowValue] { self?._tableRowValues ?? [] }
}

/// Several rows of a table, as ``TableRowBuilder`` combines them.
public struct _TableRows<Value: Identifiable>: TableRowContent {
  /// The values of all rows, in order.
  public let _tableRowValues: [Value]
}

/// Makes the rows of a table of the statements of a closure.
@resultBuilder
public enum TableRowBuilder<Value: Identifiable> {
  /// Takes rows.
  public static func buildExpression<R: TableRowContent>(_ rows: R) -> R where R.TableRowValue == Value { rows }
  /// Takes the rows of a closure with one statement.
  public static func buildBlock<R: TableRowContent>(_ rows: R) -> R where R.TableRowValue == Value { rows }
  /// Takes rows one after the other.
  @_disfavoredOverload
  public static func buildBlock(_ rows: any TableRowContent<Value>...) -> _TableRows<Value> {
    _TableRows(_tableRowValues: rows.flatMap { $0._tableRowValues })
  }
  /// Takes the rows of an `if` without `else`, or none.
  public static func buildIf<R: TableRowContent>(_ rows: R?) -> R? where R.TableRowValue == Value { rows }
  /// Takes the rows of an `if`.
  public static func buildEither<R: TableRowContent>(first: R) -> _TableRows<Value> where R.TableRowValue == Value {
    _TableRows(_tableRowValues: first._tableRowValues)
  }
  /// Takes the rows of an `else`.
  public static func buildEither<R: TableRowContent>(second: R) -> _TableRows<Value> where R.TableRowValue == Value {
    _TableRows(_tableRowValues: second._tableRowValues)
  }
}

extension Table where Data == [Value] {
  private init<R: TableRowContent>(
    _ columns: [_TableColumn<Value>], _ rows: R, _ selection: ListSelection<Value.ID>? = nil,
    _ order: Binding<[KeyPathComparator<Value>]>? = nil
  ) where R.TableRowValue == Value {
    self.init(data: rows._tableRowValues, columns: columns, selection: selection, order: order)
  }

  /// Creates a table of rows of one's own, of which none are selected.
  public init<R: TableRowContent>(
    of valueType: Value.Type, @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>],
    @TableRowBuilder<Value> rows: () -> R
  ) where R.TableRowValue == Value { self.init(columns(), rows()) }

  /// Creates a table of rows of one's own, of which one or none is selected; a click selects.
  public init<R: TableRowContent>(
    of valueType: Value.Type, selection: Binding<Value.ID?>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>], @TableRowBuilder<Value> rows: () -> R
  ) where R.TableRowValue == Value { self.init(columns(), rows(), ListSelection(selection)) }

  /// Creates a table of rows of one's own, of which any are selected; a click adds a row to the selection or takes it
  /// out.
  public init<R: TableRowContent>(
    of valueType: Value.Type, selection: Binding<Set<Value.ID>>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>], @TableRowBuilder<Value> rows: () -> R
  ) where R.TableRowValue == Value { self.init(columns(), rows(), ListSelection(selection)) }

  /// Creates a table of rows of one's own, whose headers change the order by which the program sorts.
  public init<R: TableRowContent>(
    of valueType: Value.Type, sortOrder: Binding<[KeyPathComparator<Value>]>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>], @TableRowBuilder<Value> rows: () -> R
  ) where R.TableRowValue == Value { self.init(columns(), rows(), nil, sortOrder) }

  /// Creates a table of rows of one's own, of which one or none is selected, and whose headers change the order by
  /// which the program sorts.
  public init<R: TableRowContent>(
    of valueType: Value.Type, selection: Binding<Value.ID?>, sortOrder: Binding<[KeyPathComparator<Value>]>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>], @TableRowBuilder<Value> rows: () -> R
  ) where R.TableRowValue == Value { self.init(columns(), rows(), ListSelection(selection), sortOrder) }

  /// Creates a table of rows of one's own, of which any are selected, and whose headers change the order by which the
  /// program sorts.
  public init<R: TableRowContent>(
    of valueType: Value.Type, selection: Binding<Set<Value.ID>>, sortOrder: Binding<[KeyPathComparator<Value>]>,
    @TableColumnBuilder<Value> columns: () -> [_TableColumn<Value>], @TableRowBuilder<Value> rows: () -> R
  ) where R.TableRowValue == Value { self.init(columns(), rows(), ListSelection(selection), sortOrder) }
}
