// SPDX-License-Identifier: Apache-2.0

/// What a style makes of its configuration, or a toolbar's content of nothing but itself. Its own properties
/// (`@Environment`, `@State`, …) are those of a view.
struct StyleBody<Style, Configuration>: PrimitiveView {
  let style: Style
  let configuration: Configuration
  let make: @MainActor (Style, Configuration) -> any View

  @MainActor private final class Memory {
    var connections: [AnyObject?]
    init(_ count: Int) { connections = Array(repeating: nil, count: count) }
  }

  func update(_ node: Node) {
    let layout = PropertyLayout.of(Style.self)
    var style = style
    let memory = node.remember { Memory(layout.connectionCount) }
    layout.connect(&style, to: node, &memory.connections)
    if let missing = layout.missing(in: &style) {
      return node.child(0, any: UnsupportedView(name: "\(Style.self), without \(missing) in its environment"))
    }
    let connected = style
    node.child(0, any: node.track { make(connected, configuration) })
  }
}
