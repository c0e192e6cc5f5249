// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Views above each other. See Apple's documentation of `VStack`.
public struct VStack<Content: View>: View {
  let stack: Stack<Content>

  /// Creates a stack. Without a spacing the views are 8 points apart.
  public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    stack = Stack(axis: .vertical, alignment: alignment.guide, spacing: spacing, content: content())
  }

  /// None: shown as a column.
  public typealias Body = Never
}

/// Views side by side. See Apple's documentation of `HStack`.
public struct HStack<Content: View>: View {
  let stack: Stack<Content>

  /// Creates a stack. Without a spacing the views are 8 points apart.
  public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
    stack = Stack(axis: .horizontal, alignment: alignment.guide, spacing: spacing, content: content())
  }

  /// None: shown as a row.
  public typealias Body = Never
}

/// What both kinds of stack are.
struct Stack<Content: View> {
  let axis: Axis
  let alignment: AlignmentGuide
  let spacing: CGFloat?
  let content: Content

  @MainActor func assemble(_ node: Node) -> Output {
    let content = node.content
    // Two constants, which need no memory of their own.
    let element = node.element(
      .box, axis == .vertical ? [.vstack] : [.hstack],
      children: Rendered.lifted(Rendered.ranked(content.elements, along: axis)))
    let names = content.elements.guideNames
    if !names.isEmpty { element.traits.guideNames = names }
    if alignment.place != .center || names.contains(alignment.name) {
      element.align(by: alignment, names: names) { .stackAlignment($0) }
    }
    if let spacing { element.style(.spacing(spacing)) }
    element.grows = content.grows
    return Output(element, content.preferences)
  }
}

extension VStack: PrimitiveView {
  func update(_ node: Node) { node.child(0, stack.content, environment: node.environment(inStack: .vertical)) }
  func assemble(_ node: Node) -> Output { stack.assemble(node) }
}

extension HStack: PrimitiveView {
  func update(_ node: Node) { node.child(0, stack.content, environment: node.environment(inStack: .horizontal)) }
  func assemble(_ node: Node) -> Output { stack.assemble(node) }
}

extension Rendered {
  /// Lays the element over others: a host knows whole numbers only.
  func lift(_ index: Int) { style(.lifted(index)) }

  /// The views of a stack with their ranks among each other for what `zIndex` says, so that fractions count.
  static func lifted(_ elements: [Rendered]) -> [Rendered] {
    let values = Set(elements.map(\.traits.zIndex)).subtracting([0])
    if values.isEmpty { return elements }
    let above = values.filter { $0 > 0 }.sorted()
    let below = values.filter { $0 < 0 }.sorted(by: >)
    return elements.map { element in
      let value = element.traits.zIndex
      let rank = value > 0 ? (above.firstIndex(of: value) ?? 0) + 1 : -(below.firstIndex(of: value) ?? -1) - 1
      if value == 0 { return element }
      return element.key.derived(.of(.rank), of: element, variant: rank) { element.changed { $0.lift(rank) } }
    }
  }
}

extension Rendered {
  /// The views of a stack with their ranks among each other for what `layoutPriority` says: those of a lower rank give
  /// room away before others do, and take what is left only if no view above them takes all of it.
  static func ranked(_ elements: [Rendered], along axis: Axis) -> [Rendered] {
    guard elements.contains(where: { $0.traits.layoutPriority != 0 }) else { return elements }
    let axes: Axis.Set = axis == .horizontal ? .horizontal : .vertical
    let priorities = Set(elements.map(\.traits.layoutPriority)).sorted(by: >)
    let takes = elements.filter { !$0.grows.isDisjoint(with: axes) && !$0.isLimited(along: axis) }
      .map(\.traits.layoutPriority).max()
    return elements.map { element in
      let priority = element.traits.layoutPriority
      let rank = min(priorities.firstIndex(of: priority) ?? 0, 4)
      let yields = !element.grows.isDisjoint(with: axes) && priority < takes ?? priority
      if rank == 0, !yields { return element }
      return element.key.derived(.of(.priority), of: element, variant: yields ? -rank : rank) {
        element.changed { element in
          element.styleUnlessSet(.shrinks(rank))
          if yields { element.style(.doesNotGrow) }
        }
      }
    }
  }
}

extension Rendered {
  /// Whether its frame has a greatest length in a direction, so that it may leave room to others.
  fileprivate func isLimited(along axis: Axis) -> Bool {
    styles.contains {
      if case .size(let dimension, _) = $0 {
        dimension == (axis == .horizontal ? .maxWidth : .maxHeight)
      } else {
        false
      }
    }
  }
}

/// Views on top of each other. See Apple's documentation of `ZStack`.
public struct ZStack<Content: View>: View {
  let alignment: Alignment
  let content: Content

  /// Creates layers: the last view is in front.
  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  /// None: shown as a grid with one cell, in which all views lie.
  public typealias Body = Never
}

extension ZStack: PrimitiveView {
  func update(_ node: Node) { node.child(0, content, environment: node.environment(inStack: nil)) }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let element = node.element(.box, [.zstack], children: Rendered.lifted(content.elements))
    let names = content.elements.guideNames
    if !names.isEmpty { element.traits.guideNames = names }
    element.alignCells(alignment, names: names)
    element.grows = content.grows
    return Output(element, content.preferences)
  }
}

extension Rendered {
  /// Says where views lie in their cells, in both directions.
  func alignCells(_ alignment: Alignment, names: Set<String> = []) {
    align(by: alignment.horizontal.guide, names: names) { .cellAlignment(.horizontal, $0) }
    align(by: alignment.vertical.guide, names: names) { .cellAlignment(.vertical, $0) }
  }
}

private enum StackAxis: EnvironmentKey {
  static let defaultValue: Axis? = nil
}

extension EnvironmentValues {
  /// The direction of the stack around the view: spacers and dividers go by it.
  var stackAxis: Axis? {
    get { self[StackAxis.self] }
    set { self[StackAxis.self] = newValue }
  }

  /// Notes that something else arranges the views: a stack, or layers, pages and their like, which have no axis. It shows
  /// sections itself, so they are kept for nobody around it.
  mutating func enterStack(_ axis: Axis?) {
    stackAxis = axis
    if keepsSections { keepsSections = false }
  }
}

/// Views beside each other; there is neither a line nor a handle between them. See Apple's documentation of
/// `HSplitView`.
public struct HSplitView<Content: View>: View {
  let content: Content
  /// Creates a view of columns.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// The views in a row without distances.
  public var body: some View { HStack(spacing: 0) { content } }
}

/// Views above each other; there is neither a line nor a handle between them. See Apple's documentation of
/// `VSplitView`.
public struct VSplitView<Content: View>: View {
  let content: Content
  /// Creates a view of rows.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  /// The views in a column without distances.
  public var body: some View { VStack(spacing: 0) { content } }
}
