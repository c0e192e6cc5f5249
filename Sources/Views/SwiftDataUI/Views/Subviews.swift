// SPDX-License-Identifier: Apache-2.0

/// One of the views that another view consists of. See Apple's documentation of `Subview`.
///
/// What is set for it here, such as a font or a style, changes how it looks where the browser hands that down; values
/// of the environment reach it only from around the view that it was found in.
public struct Subview: View, Identifiable {
  /// What tells a subview from others: the same one as long as the subview is there.
  public struct ID: Hashable, Sendable {
    let element: ElementID
  }

  let element: Rendered
  let holders: SubviewHolders
  /// None: shown as the elements that it stands for.
  public typealias Body = Never

  /// What tells the subview from others.
  public nonisolated let id: ID
  /// What the subview says to the container that it is in.
  public var containerValues: ContainerValues { element.traits.containerValues }

  init(_ element: Rendered, _ holders: SubviewHolders) {
    self.element = element
    self.holders = holders
    id = ID(element: element.id)
  }
}

/// Where subviews are shown: an element cannot be in two places.
@MainActor final class SubviewHolders {
  private var holders: [ElementID: Holder] = [:]

  private struct Holder { weak var node: Node? }

  /// Whether the node shows the element itself; another one shows a copy.
  func isHolder(_ node: Node, of element: ElementID) -> Bool {
    if let known = holders[element]?.node, known.isAlive { return known === node }
    holders[element] = Holder(node: node)
    return true
  }

  /// Forgets those that are gone: rows come and go as long as a page is there.
  func forgetEnded() { holders = holders.filter { $0.value.node?.isAlive ?? false } }
}

extension Subview: PrimitiveView {
  func update(_ node: Node) {}

  func assemble(_ node: Node) -> Output {
    Output(holders.isHolder(node, of: element.id) ? element : element.copied(beside: node.key()))
  }
}

/// The views that another view consists of. See Apple's documentation of `SubviewsCollection`.
public struct SubviewsCollection: RandomAccessCollection {
  let subviews: [Subview]
  /// Some of the subviews.
  public typealias SubSequence = SubviewsCollectionSlice
  /// The position of the first subview.
  public var startIndex: Int { 0 }
  /// The position after the last subview.
  public var endIndex: Int { subviews.count }
  /// The subview at a position.
  public subscript(position: Int) -> Subview { subviews[position] }
  /// Some of the subviews.
  public subscript(bounds: Range<Int>) -> SubviewsCollectionSlice {
    SubviewsCollectionSlice(subviews: subviews[bounds])
  }
}

/// Some of the subviews of a view. See Apple's documentation of `SubviewsCollectionSlice`.
public struct SubviewsCollectionSlice: RandomAccessCollection {
  let subviews: ArraySlice<Subview>
  /// Fewer of the subviews.
  public typealias SubSequence = SubviewsCollectionSlice
  /// The position of the first of these subviews in the whole collection.
  public var startIndex: Int { subviews.startIndex }
  /// The position after the last of these subviews.
  public var endIndex: Int { subviews.endIndex }
  /// The subview at a position of the whole collection.
  public subscript(position: Int) -> Subview { subviews[position] }
  /// Fewer of the subviews.
  public subscript(bounds: Range<Int>) -> SubviewsCollectionSlice {
    SubviewsCollectionSlice(subviews: subviews[bounds])
  }
}

extension SubviewsCollection: View {
  /// All subviews, one after the other.
  public var body: some View { ForEach(subviews) { $0 } }
}

extension SubviewsCollectionSlice: View {
  /// These subviews, one after the other.
  public var body: some View { ForEach(Array(subviews)) { $0 } }
}

/// Shows what a closure makes of the elements of a view.
struct Resolved<Content: View, Result: View>: PrimitiveView {
  let content: Content
  let transform: @MainActor ([Rendered], SubviewHolders) -> Result
  /// Whether sections stay whole.
  var keepsSections = false

  /// What the closure was called with, and who calls it again.
  @MainActor final class Memory {
    weak var node: Node?
    let holders = SubviewHolders()
    var elements: [Rendered] = []
  }

  /// Says so when the elements are other ones.
  struct Source: PrimitiveView {
    let content: Content
    let memory: Memory

    func update(_ node: Node) { node.child(0, content) }

    func assemble(_ node: Node) -> Output {
      let output = node.content
      let known = memory.elements
      if output.elements.count != known.count || zip(output.elements, known).contains(where: { $0 !== $1 }) {
        memory.elements = output.elements
        memory.node?.invalidate()
      }
      return output
    }
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    // What is found now needs no second evaluation.
    memory.node = nil
    let source = Source(content: content, memory: memory)
    let environment =
      keepsSections
      ? node.environment("sections") {
        $0.keepsSections = true
        $0.stackAxis = nil
      } : nil
    node.child(0, source, environment: environment).assembleIfNeeded()
    memory.node = node
    memory.holders.forgetEnded()
    node.child(1, node.track { transform(memory.elements, memory.holders) })
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(1)
    // Titles, dialogs and others come from the views themselves, which are in the tree once.
    var preferences = node.content(0).preferences
    preferences.merge(output.preferences)
    output.preferences = preferences
    return output
  }
}

extension Group {
  /// Shows what a closure makes of the views that another view consists of.
  ///
  /// ```swift
  /// Group(subviews: content) { subviews in
  ///   if let first = subviews.first { first.font(.title) }
  ///   HStack { ForEach(subviews.dropFirst()) { $0 } }
  /// }
  /// ```
  @MainActor public init<Base: View, Result: View>(
    subviews view: Base, @ViewBuilder transform: @escaping @MainActor (SubviewsCollection) -> Result
  ) where Content == GroupElementsOfContent<Base, Result> {
    content = GroupElementsOfContent(
      resolved: Resolved(content: view) { elements, holders in
        transform(SubviewsCollection(subviews: elements.map { Subview($0, holders) }))
      })
  }
}

/// What a ``Group`` shows of the subviews of a view. See Apple's documentation of `GroupElementsOfContent`.
public struct GroupElementsOfContent<Subviews: View, Content: View>: View {
  let resolved: Resolved<Subviews, Content>
  /// What the closure of the group makes of the subviews.
  public var body: some View { resolved }
}

/// Elements that are known only when a view has been asked.
protocol DeferredElements {
  /// Shows a view for each element; false if the closure makes views of something else.
  @MainActor func show(in node: Node, _ content: Any) -> Bool
}

/// The subviews of a view, as a ``ForEach`` takes them; they are found when that is shown. See Apple's documentation of
/// `ForEachSubviewCollection`.
public struct ForEachSubviewCollection<Content: View>: RandomAccessCollection, DeferredElements {
  /// A subview.
  public typealias Element = Subview
  let make: @MainActor (Node, @escaping (Subview) -> Content) -> Void
  private let known: [Subview] = []

  init(_ make: @escaping @MainActor (Node, @escaping (Subview) -> Content) -> Void) { self.make = make }

  /// Always zero: nothing is known of the subviews here.
  public var startIndex: Int { known.startIndex }
  /// Always zero: nothing is known of the subviews here.
  public var endIndex: Int { known.endIndex }
  /// Never called, since no position is before the end.
  public subscript(position: Int) -> Subview { known[position] }

  @MainActor func show(in node: Node, _ content: Any) -> Bool {
    guard let content = content as? (Subview) -> Content else { return false }
    make(node, content)
    return true
  }
}

extension ForEach where Content: View {
  /// Creates a view for each of the views that another view consists of.
  ///
  /// ```swift
  /// VStack { ForEach(subviews: content) { subview in Card { subview } } }
  /// ```
  @MainActor public init<V: View>(subviews view: V, @ViewBuilder content: @escaping (Subview) -> Content)
  where Data == ForEachSubviewCollection<Content>, ID == Subview.ID {
    let data = ForEachSubviewCollection<Content> { node, content in
      node.child(0, Group(subviews: view) { ForEach<SubviewsCollection, Subview.ID, Content>($0, content: content) })
    }
    self.init(data: data, content: content, id: { $0.id })
  }
}
