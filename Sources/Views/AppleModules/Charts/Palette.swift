// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// Which color stands for what.
struct Palette {
  /// The names of the legend, in their order.
  let names: [String]
  private let colors: [String: _Fill]

  private static let standard: [Color] = [
    .blue, .green, .orange, .purple, .red, .teal, .yellow, .indigo, .pink, .mint, .brown, .cyan,
  ]

  init(_ marks: [Mark], _ setup: ChartSetup) {
    names = marks.compactMap { $0.look.group?.value.text }.uniqued
    let range = setup.range.isEmpty ? Self.standard.map(\._style) : setup.range
    var colors = setup.colors
    for (index, name) in names.enumerated() where colors[name] == nil { colors[name] = range[index % range.count] }
    self.colors = colors
  }

  func style(of name: String) -> _Fill { colors[name] ?? Color.blue._style }

  func style(of mark: Mark) -> _Fill {
    if let style = mark.look.style { return style }
    return mark.look.group.map { style(of: $0.value.text) } ?? Color.blue._style
  }
}
