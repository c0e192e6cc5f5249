// SPDX-License-Identifier: Apache-2.0

/// A form with controls in rows. See Apple's documentation of `Form`.
public struct Form<Content: View>: View {
  let content: Content
  /// None: shown as a box of sections of rows.
  public typealias Body = Never
  /// Creates a form whose rows are the views of a closure.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension Form: PrimitiveView {
  func update(_ node: Node) {
    let environment = node.environment {
      $0.container = .form
      $0.enterStack(nil)
    }
    node.child(0, content, environment: environment)
  }

  func assemble(_ node: Node) -> Output {
    let content = node.content
    let element = node.element(.box, [.list, .form, .listInsetGrouped])
    var maker = RowMaker(node, isEditing: node.track { node.environment.isEditing })
    element.children = maker.sections(content.elements)
    element.grows = [.horizontal, .vertical]
    return Output(element, content.preferences)
  }
}

/// How forms look: as an inset grouped list here, whichever is named.
public struct FormStyleName: Sendable {
  /// Names what is usual.
  public static let automatic = Self()
  /// Names rows in groups.
  public static let grouped = Self()
  /// Names two columns, of labels and of controls.
  public static let columns = Self()
}

extension View {
  /// Has no effect in the browser.
  public func formStyle(_ style: FormStyleName) -> some View { withoutEffect("formStyle") }
}
