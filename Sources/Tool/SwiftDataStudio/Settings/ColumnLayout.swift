// SPDX-License-Identifier: Apache-2.0

/// How somebody wants to see the columns of an entity: their order, their widths, and which are hidden.
///
/// Columns that it does not name follow at the end, so a layout stays useful when the model changes.
package struct ColumnLayout: Hashable, Codable, Sendable {
  package static let widths = 48...1_200

  package private(set) var order: [String] = []
  package private(set) var hidden: Set<String> = []
  package private(set) var widths: [String: Int] = [:]

  package init() {}

  package var isEmpty: Bool { order.isEmpty && hidden.isEmpty && widths.isEmpty }

  /// The columns in the order of the layout, hidden ones included.
  package func sorted(_ columns: [GridColumn]) -> [GridColumn] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    return columns.enumerated().sorted { a, b in
      let first = places[a.element.name] ?? order.count + a.offset
      let second = places[b.element.name] ?? order.count + b.offset
      return (first, a.offset) < (second, b.offset)
    }.map(\.element)
  }

  /// The columns that are shown.
  package func shown(_ columns: [GridColumn]) -> [GridColumn] { sorted(columns).filter { !hidden.contains($0.name) } }

  /// The width that was chosen, within bounds whatever a settings file says.
  package func width(of name: String) -> Int? {
    widths[name].map { min(max($0, Self.widths.lowerBound), Self.widths.upperBound) }
  }

  package mutating func setWidth(_ width: Int?, of name: String) {
    widths[name] = width.map { min(max($0, Self.widths.lowerBound), Self.widths.upperBound) }
  }

  package mutating func setHidden(_ isHidden: Bool, _ name: String) {
    if isHidden { hidden.insert(name) } else { hidden.remove(name) }
  }

  /// Moves a column by some places, -1 for one to the left.
  package mutating func move(_ name: String, by step: Int, among columns: [GridColumn]) {
    var names = sorted(columns).map(\.name)
    guard let place = names.firstIndex(of: name) else { return }
    let target = min(max(place + step, 0), names.count - 1)
    names.insert(names.remove(at: place), at: target)
    order = names
  }
}
