// SPDX-License-Identifier: Apache-2.0

/// Which rows of a long list are evaluated: those in sight, and some around them.
///
/// The others are two gaps, before and after, whose heights the host estimates. The first one reports which rows are
/// in sight.
@MainActor final class RowWindow {
  /// Shorter lists are shown whole.
  static let threshold = 300
  /// How many rows are evaluated at first.
  static let initialCount = 100
  /// The most that a host can ask for.
  static let largest = 500

  private(set) var first = 0
  private var last = RowWindow.initialCount
  private var count = 0
  private var columns: Int?
  private(set) var isActive = false

  /// - Parameter columns: Of a grid, how many views a row has (``GridColumns``): the first one must stay where the
  ///   browser wants it, or all would be in other columns.
  func range(of count: Int, isLazy: Bool, columns: Int? = nil) -> Range<Int> {
    self.count = count
    self.columns = columns
    isActive = isLazy && count > Self.threshold
    guard isActive else {
      // When there are many again, as after a search, the first ones are evaluated.
      first = 0
      last = Self.initialCount
      return 0..<count
    }
    let length = min(max(last - first, Self.initialCount), Self.largest, count)
    if columns == nil || first >= count { first = max(0, min(first, count - length)) }
    last = min(first + length, count)
    return first..<last
  }

  /// Moves to a row that is not evaluated; returns whether there is one.
  func show(_ index: Int) -> Bool {
    guard isActive, (0..<count).contains(index), !(first..<last).contains(index) else { return false }
    let columns = columns ?? 1
    first = max(0, index - Self.initialCount / 2) / columns * columns
    last = max(first + Self.initialCount, index + Self.initialCount / 2)
    return true
  }

  func addGaps(to output: Output, _ node: Node) -> Output {
    guard isActive else { return output }
    let before = gap(node, 0, rows: first)
    before.attribute(.firstRow, String(first))
    before.attribute(.lastRow, String(last - 1))
    before.attribute(.allRows, String(count))
    before.on(.window) { [weak self, weak node] value in
      guard let self, let node, let value else { return }
      let bounds = value.split(separator: "-", maxSplits: 1).compactMap { Int($0) }
      guard bounds.count == 2, bounds[0] <= bounds[1], bounds[0] >= 0, bounds[1] < Int.max else { return }
      // A browser may say any number.
      first = min(bounds[0], count)
      last = min(bounds[1], first + Self.largest - 1) + 1
      node.invalidate()
    }
    var output = output
    output.elements.insert(before, at: 0)
    output.elements.append(gap(node, 1, rows: count - last))
    return output
  }

  private func gap(_ node: Node, _ index: Int, rows: Int) -> Rendered {
    let gap = node.element(.box, [.gap], key: index)
    gap.attribute(.missingRows, String(rows))
    gap.attribute(.isHidden, true)
    gap.style(.missingRows(rows))
    gap.traits.isGap = true
    return gap
  }
}

/// A view of which only some rows may be evaluated.
@MainActor protocol WindowedView {
  /// The place of the row with an identifier.
  func index(ofRow id: AnyHashable) -> Int?
}

extension ForEach: WindowedView where Content: View {
  func index(ofRow id: AnyHashable) -> Int? {
    guard let wanted = CurrentIdentity.of(id).base as? ID else { return nil }
    return data.firstIndex { CurrentIdentity.of(self.id($0)) == wanted }.map {
      data.distance(from: data.startIndex, to: $0)
    }
  }
}

extension Node {
  /// Evaluates the row with an identifier, here or below, if it is out of a window; returns whether it is.
  func showRow(_ id: AnyHashable) -> Bool {
    if let view = shownView as? any WindowedView, let window = remembered(RowWindow.self), window.isActive,
      let index = view.index(ofRow: id), window.show(index)
    {
      invalidate()
      return true
    }
    return children.contains { $0.showRow(id) }
  }
}

private enum IsLazy: EnvironmentKey {
  static let defaultValue = false
}

/// How many views a row of a lazy grid has.
enum GridColumns: EnvironmentKey {
  static var defaultValue: Int? { nil }

  /// Where only the browser knows it: a multiple of most numbers of columns. With another one, the browser asks for views
  /// from the beginning of a row on.
  static let unknown = 60

  @MainActor static func of(_ columns: [GridItem]) -> Int {
    let isKnown = columns.allSatisfy { if case .adaptive = $0.size { false } else { true } }
    return isKnown ? min(max(columns.count, 1), RowWindow.initialCount) : unknown
  }
}

extension EnvironmentValues {
  /// How many views a row has, if such rows are those of a grid.
  var lazyColumns: Int? {
    get { self[GridColumns.self] }
    set { self[GridColumns.self] = newValue }
  }
  /// Whether rows out of sight need not be evaluated.
  var isLazy: Bool {
    get { self[IsLazy.self] }
    set { self[IsLazy.self] = newValue }
  }
  /// Lets rows out of sight be left out; those of a grid have several views.
  mutating func leaveRowsOut(columns: Int? = nil) {
    isLazy = true
    if lazyColumns != columns { lazyColumns = columns }
  }
}
