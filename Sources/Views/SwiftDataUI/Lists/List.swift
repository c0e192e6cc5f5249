// SPDX-License-Identifier: Apache-2.0

/// A list of rows. See Apple's documentation of `List`.
public struct List<SelectionValue: Hashable, Content: View>: View {
  let content: Content
  let selection: ListSelection<SelectionValue>?

  /// None: shown as a box of sections of rows. Of a long `ForEach` only rows near those in sight are in the page.
  public typealias Body = Never

  init(content: Content, selection: ListSelection<SelectionValue>?) {
    self.content = content
    self.selection = selection
  }
}

/// Which rows are selected.
struct ListSelection<Value: Hashable> {
  let get: () -> Set<Value>
  let choose: (Value) -> Void
  /// Chooses one row in place of those that are chosen.
  let chooseOnly: (Value) -> Void
  /// Whether several rows can be selected.
  var isMultiple = false
  /// Chooses one row or none, where no more can be chosen.
  var set: ((Value?) -> Void)?

  init(_ binding: Binding<Value?>) {
    get = { binding.wrappedValue.map { [$0] } ?? [] }
    choose = { binding.wrappedValue = $0 }
    chooseOnly = choose
    set = { binding.wrappedValue = $0 }
  }

  init(_ binding: Binding<Value>) {
    get = { [binding.wrappedValue] }
    choose = { binding.wrappedValue = $0 }
    chooseOnly = choose
  }

  init(_ binding: Binding<Set<Value>>) {
    get = { binding.wrappedValue }
    choose = { value in
      if let known = SelectedValues.member(value, of: binding.wrappedValue) {
        binding.wrappedValue.remove(known)
      } else {
        binding.wrappedValue.insert(value)
      }
    }
    chooseOnly = { binding.wrappedValue = [$0] }
    isMultiple = true
  }
}

extension List where SelectionValue == Never {
  /// Creates a list whose rows are the views of a closure.
  public init(@ViewBuilder content: () -> Content) { self.init(content: content(), selection: nil) }

  /// Creates a list with rows for identifiable data.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
    self.init(content: ForEach(data, content: rowContent), selection: nil)
  }

  /// Creates a list with rows for data, each named by the value at a key path.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    self.init(content: ForEach(data, id: id, content: rowContent), selection: nil)
  }

  /// Creates a list with rows for a range of numbers.
  public init<Row: View>(_ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> Row)
  where Content == ForEach<Range<Int>, Int, Row> {
    self.init(content: ForEach(data, content: rowContent), selection: nil)
  }

  /// Creates a list with rows for identifiable data that the rows can change.
  public init<C: MutableCollection & RandomAccessCollection, Row: View>(
    _ data: Binding<C>, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], C.Element.ID, Row>, C.Element: Identifiable {
    self.init(content: ForEach(data, content: rowContent), selection: nil)
  }

  /// Creates a list with rows for data that the rows can change, each named by the value at a key path.
  public init<C: MutableCollection & RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder rowContent: @escaping (Binding<C.Element>) -> Row
  ) where Content == ForEach<[IndexedBinding<C>], ID, Row> {
    self.init(content: ForEach(data, id: id, content: rowContent), selection: nil)
  }
}

extension List {
  /// Creates a list of which one row or none is selected; a click selects. In a column of a split view the selected row
  /// is part of the page's address, and a ``NavigationLink`` with a value that a row can stand for selects its row.
  public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
    self.init(content: content(), selection: selection.map { ListSelection($0) })
  }

  // Of a binding to an optional, the optional is what may be missing, not what a row stands for.
  /// Creates a list of which always one row is selected; a click selects another one.
  @_disfavoredOverload
  public init(selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
    self.init(content: content(), selection: ListSelection(selection))
  }

  /// Creates a list of which any rows are selected: a click adds a row to the selection or takes it out, without a key
  /// and whether the list is edited or not.
  public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
    self.init(content: content(), selection: selection.map { ListSelection($0) })
  }

  /// Creates a list with rows for identifiable data, of which one or none is selected.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<SelectionValue?>?, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
    self.init(content: ForEach(data, content: rowContent), selection: selection.map { ListSelection($0) })
  }

  /// Creates a list with rows for identifiable data, of which always one is selected; a click selects another one.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<SelectionValue>, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
    self.init(content: ForEach(data, content: rowContent), selection: ListSelection(selection))
  }

  /// Creates a list with rows for data, each named by the value at a key path, of which always one is selected; a click
  /// selects another one.
  @_disfavoredOverload
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    self.init(content: ForEach(data, id: id, content: rowContent), selection: ListSelection(selection))
  }

  /// Creates a list with rows for identifiable data, of which any are selected; a click adds a row or takes it out.
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, selection: Binding<Set<SelectionValue>>?, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, Data.Element.ID, Row>, Data.Element: Identifiable {
    self.init(content: ForEach(data, content: rowContent), selection: selection.map { ListSelection($0) })
  }

  /// Creates a list with rows for data, each named by the value at a key path, of which one or none is selected.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue?>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    self.init(content: ForEach(data, id: id, content: rowContent), selection: selection.map { ListSelection($0) })
  }

  /// Creates a list with rows for data, each named by the value at a key path, of which any are selected; a click adds
  /// a row or takes it out.
  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Set<SelectionValue>>?,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    self.init(content: ForEach(data, id: id, content: rowContent), selection: selection.map { ListSelection($0) })
  }
}

extension List: PrimitiveView {
  func update(_ node: Node) {
    let chosen = node.remember { RowSelection() }
    chosen.selectOnly = selection.map { selection in
      { [weak node] value in
        guard let value = value.base as? SelectionValue else { return false }
        // While rows are edited, a link adds its row or takes it out, as a click on the row does.
        let isEditing = node?.environment.isEditing ?? false
        if isEditing { selection.choose(value) } else { selection.chooseOnly(value) }
        return true
      }
    }
    let environment = node.environment {
      $0.container = .list
      $0.rowSelection = chosen
      $0.leaveRowsOut()
      $0.enterStack(nil)
    }
    node.child(0, content, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    var preferences = content.preferences
    let element = node.element(.box, [.list, node.environment.listStyle.styleClass])
    var maker = RowMaker(node, isEditing: node.track { node.environment.isEditing })
    if let selection {
      let selected = SelectedValues(node.track { selection.get() })
      maker.isSelected = { ids in ids.contains { ($0.base as? SelectionValue).map(selected.contains) ?? false } }
      let chosen = node.remember { RowSelection() }
      chosen.select = { ids in
        for id in ids { if let value = id.base as? SelectionValue { return selection.choose(value) } }
      }
      maker.selection = chosen
      maker.choosesSeveral = selection.isMultiple
      if node.environment.splitSelection != nil {
        noteAddress(node, selection, selected.all, content.elements, &preferences)
      }
    }
    element.children = maker.sections(content.elements)
    element.grows = [.horizontal, .vertical]
    return Output(element, preferences)
  }

  /// What is chosen in a column is part of the address.
  private func noteAddress(
    _ node: Node, _ selection: ListSelection<SelectionValue>, _ selected: Set<SelectionValue>, _ rows: [Rendered],
    _ preferences: inout PreferenceValues
  ) {
    guard let set = selection.set else { return }
    let chosen = node.remember { ListAddress() }
    if chosen.initial == nil { chosen.initial = .some(selected.first.map { AnyHashable($0) }) }
    chosen.selected = selected.first.map { AnyHashable($0) }
    chosen.set = { value in
      if let value = value?.base as? SelectionValue { set(value) } else if value == nil { set(nil) }
    }
    chosen.find = { [weak node] segment in
      let values = rows.lazy.flatMap { $0.traits.tags + $0.traits.ids }.filter { $0.base is SelectionValue }
      if let value = values.first(where: { AddressValue.segment(for: $0) == segment }) { return value }
      guard let node else { return nil }
      return AddressValue.value(segment, as: SelectionValue.self, offeredBy: [node], node.environment)
    }
    preferences[AddressKey.self] = [chosen] + preferences[AddressKey.self]
  }
}

/// The selected row as a part of the page's address.
@MainActor final class ListAddress: AddressPart {
  /// What was selected first: it needs no name.
  var initial: AnyHashable??
  var selected: AnyHashable?
  var set: ((AnyHashable?) -> Void)?
  var find: ((String) -> AnyHashable?)?

  var segments: [String] {
    guard let selected, initial != .some(selected) else { return [] }
    return AddressValue.segment(for: selected).map { [$0] } ?? []
  }

  func restore(_ segments: inout [String], isFirst: Bool) -> Bool {
    if let next = segments.first, let value = find?(next) {
      segments.removeFirst()
      if value != selected { set?(value) }
    } else if segments.isEmpty, let initial, initial != selected {
      set?(initial)
    }
    return true
  }
}

/// What rows a view is in.
enum RowContainer { case list, form, menu, picker }

private enum RowContainerKey: EnvironmentKey { static var defaultValue: RowContainer? { nil } }

extension EnvironmentValues {
  var container: RowContainer? {
    get { self[RowContainerKey.self] }
    set { self[RowContainerKey.self] = newValue }
  }
}
