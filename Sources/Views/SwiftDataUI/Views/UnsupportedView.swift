// SPDX-License-Identifier: Apache-2.0

/// Names what is not supported, where it would be.
struct UnsupportedView: PrimitiveView {
  let name: String
  func update(_ node: Node) { Diagnostics.note("Not supported: \(name)") }
  func assemble(_ node: Node) -> Output {
    let element = node.element(.box, [.unsupported], text: "Not supported here: \(name)")
    element.role(.note)
    return Output(element)
  }
}
