// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A view for each element of a collection. See Apple's documentation of `ForEach`.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// The collection of which each element has a view.
  public var data: Data
  /// Makes the view of an element.
  public var content: (Data.Element) -> Content
  let id: (Data.Element) -> ID
  /// What can be done to the rows without the program's doing; nil for nothing.
  var edits: RowEdits?

  package init(
    data: Data, content: @escaping (Data.Element) -> Content, id: @escaping (Data.Element) -> ID
  ) {
    self.data = data
    self.content = content
    self.id = id
  }
}

extension ForEach where Content: View {
  /// Creates a view for each element, with identifiers that a key path leads to. If one appears more than once, a note
  /// says so.
  public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content, id: { $0[keyPath: id] })
  }
}

extension ForEach where Content: View, Data.Element: Identifiable, ID == Data.Element.ID {
  /// Creates a view for each element, with the elements' own identifiers.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content, id: { $0.id })
  }
}

extension ForEach where Content: View, Data == Range<Int>, ID == Int {
  /// Creates a view for each number of a range. Unlike on an iPhone the range may change.
  public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
    self.init(data: data, content: content, id: { $0 })
  }
}

extension ForEach where Content: View {
  /// A view for each element of a collection behind a binding: `ForEach($items) { $item in … }`.
  public init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  ) where Data == [IndexedBinding<C>], C.Element: Identifiable, ID == C.Element.ID {
    self.init(
      data: IndexedBinding.all(data, id: \.id), content: { content($0.binding) }, id: { $0.id as! ID })
  }

  /// Creates a view for each element of a collection behind a binding, with identifiers that a key path leads to.
  public init<C: MutableCollection & RandomAccessCollection>(
    _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
  ) where Data == [IndexedBinding<C>] {
    self.init(data: IndexedBinding.all(data, id: id), content: { content($0.binding) }, id: { $0.id as! ID })
  }
}

/// A binding to an element of a collection.
public struct IndexedBinding<C: MutableCollection & RandomAccessCollection> {
  let binding: Binding<C.Element>
  let id: AnyHashable

  static func all<ID: Hashable>(_ data: Binding<C>, id: KeyPath<C.Element, ID>) -> [IndexedBinding] {
    let elements = data.wrappedValue
    return elements.indices.map { index in
      let element = elements[index]
      return IndexedBinding(binding: data.element(at: index, first: element), id: AnyHashable(element[keyPath: id]))
    }
  }
}

/// A view that is made of data. See Apple's documentation of `DynamicViewContent`.
public protocol DynamicViewContent: View {
  /// The type of the collection that the views are made of.
  associatedtype Data: Collection
  /// The collection that the views are made of.
  var data: Data { get }
}

extension ForEach: View where Content: View {
  /// None: shown as the views of the elements.
  public typealias Body = Never
}

extension ForEach: DynamicViewContent where Content: View {}

extension ForEach: PrimitiveView where Content: View {
  func update(_ node: Node) {
    // What is within another view is known only when that has been asked.
    if let deferred = data as? any DeferredElements, deferred.show(in: node, content) { return }
    if let edits {
      let actions = node.remember { RowActions() }
      actions.delete = edits.delete
      actions.move = edits.move
    }
    let window = node.remember { RowWindow() }
    let shown = node.remember { ShownRows<ID>() }
    let environment = node.environment
    let range = window.range(of: data.count, isLazy: environment.isLazy, columns: environment.lazyColumns)
    var elements: [Data.Element] = []
    elements.reserveCapacity(range.count)
    var index = data.index(data.startIndex, offsetBy: range.lowerBound)
    for _ in range {
      elements.append(data[index])
      data.formIndex(after: &index)
    }
    let former = node.children
    shown.follow(former) { ($0 as? ViewNode<ForEachRow<Data.Element, Content>>).map { id($0.view.element) } }
    let rows = shown.rows(for: elements.map(id), among: former)
    if shown.hasRepetitions {
      Diagnostics.note("ForEach: some identifiers appear more than once among \(data.count) \(Data.Element.self)")
    }
    for (position, element) in elements.enumerated() {
      let row = rows[position]
      row.identity.offset = range.lowerBound + position
      node.child(
        row.slot, ForEachRow(element: element, identity: row.identity, content: content), in: row.node)
    }
  }

  func assemble(_ node: Node) -> Output {
    var output = node.remember { RowWindow() }.addGaps(to: node.content, node)
    if let edits {
      let actions = node.remember { RowActions() }
      output.attach(actions, deletes: edits.delete != nil, moves: edits.move != nil, node)
    }
    return output
  }
}

/// One element of a ``ForEach``.
struct ForEachRow<Element, Content: View>: PrimitiveView {
  let element: Element
  let identity: RowIdentity
  let content: (Element) -> Content

  func update(_ node: Node) { node.child(0, node.track { content(element) }) }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    defer { node.forEachChild { $0.rest() } }
    if output.elements.count == 1, case .id(let own) = node.slot, own === identity {
      // Mostly a row is one element, which what is below shows, too: the one that is no row yet need not be kept.
      let element = output.elements[0]
      if element.traits.place !== identity {
        output.elements[0] = element.changed { $0.add(row: identity) }
        node.replaceBelow(element, by: output.elements[0])
      }
      return output
    }
    let variant = ObjectIdentifier(identity).hashValue &+ Int(identity.names)
    for (index, element) in output.elements.enumerated() {
      output.elements[index] = element.key.derived(.of(.identified), of: element, variant: variant) {
        element.changed { $0.add(row: identity) }
      }
    }
    return output
  }
}
