// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A layout of the program's, whatever its type.
struct CustomLayout {
  /// Makes the cache, or brings it up to date.
  private let begin: @MainActor (Any?, LayoutSubviews) -> Any
  private let size: @MainActor (inout Any, ProposedViewSize, LayoutSubviews) -> CGSize
  private let place: @MainActor (inout Any, CGRect, ProposedViewSize, LayoutSubviews) -> Void

  @MainActor init<L: Layout>(_ layout: L) {
    begin = { cache, views in
      guard var known = cache as? L.Cache else { return layout.makeCache(subviews: views) }
      layout.updateCache(&known, subviews: views)
      return known
    }
    size = { cache, proposal, views in
      var known = cache as? L.Cache ?? layout.makeCache(subviews: views)
      defer { cache = known }
      return layout.sizeThatFits(proposal: proposal, subviews: views, cache: &known).bounded
    }
    place = { cache, bounds, proposal, views in
      var known = cache as? L.Cache ?? layout.makeCache(subviews: views)
      defer { cache = known }
      layout.placeSubviews(in: bounds, proposal: proposal, subviews: views, cache: &known)
    }
  }

  /// More than any page has: who takes that takes all there is.
  private static let endless: CGFloat = 90_000

  /// The views of a node where the layout wants them: first in a row that wraps, then as the browser has measured them.
  @MainActor func assemble(_ node: Node) -> Output {
    let memory = node.remember { LayoutMemory() }
    let content = node.content
    let elements = content.elements
    let outer = node.element(.box, [.placed])
    outer.grows = .horizontal
    let ids = Set(elements.map(\.id))
    outer.on(.measure) { [weak node] value in if memory.take(value, of: ids) { node?.invalidate() } }
    if let room = memory.room, elements.isEmpty || elements.contains(where: { memory.measures[$0.id] != nil }) {
      place(elements, in: room, memory, outer, node)
    } else {
      let row = node.element(.box, [.hstack], key: 1, children: elements.map { $0.boxed(node, .placedItem, as: .cell) })
      row.style(.wraps)
      outer.children = [row]
    }
    return Output(outer, content.preferences)
  }

  @MainActor private func place(
    _ elements: [Rendered], in room: CGSize, _ memory: LayoutMemory, _ outer: Rendered, _ node: Node
  ) {
    let direction = node.environment.layoutDirection
    let measured = elements.map { element in
      MeasuredSubview(
        memory.measures[element.id], grows: element.grows, priority: element.traits.layoutPriority,
        values: element.traits.containerEntries)
    }
    let views = LayoutSubviews(measured.map(LayoutSubview.init)[...], direction)
    var cache = begin(memory.cache, views)
    var proposal = ProposedViewSize(width: room.width > 0 ? room.width : nil, height: nil)
    let tall = size(&cache, ProposedViewSize(width: proposal.width, height: Self.endless), views)
    if tall.height >= Self.endless {
      outer.grows.insert(.vertical)
      if room.height > 0 { proposal.height = room.height }
    }
    let whole = size(&cache, proposal, views)
    place(&cache, CGRect(origin: .zero, size: whole), proposal, views)
    memory.cache = cache
    let area = node.element(.box, [.placedArea], key: 1)
    area.style(.size(.width, .points(whole.width)))
    area.style(.size(.height, .points(whole.height)))
    area.children = zip(elements, measured).map { element, view in
      let box = element.boxed(node, .placedItem, as: .cell)
      let frame = view.frame(in: whole, proposal)
      let left = direction == .rightToLeft ? whole.width - frame.maxX : frame.minX
      box.style(.transform([.move(.points(left), .points(frame.minY))]))
      box.style(.size(.width, .points(frame.width)))
      box.style(.size(.height, .points(frame.height)))
      // Until the browser has measured it, which it does at once.
      if view.measures == nil { box.add(.hidden) }
      return box
    }
    let asked = measured.map { view in view.asked.map { String(Double($0) / 100) }.joined(separator: ",") }
    if asked.contains(where: { !$0.isEmpty }) { outer.attribute(.askedWidths, asked.joined(separator: ";")) }
    outer.children = [area]
  }
}
