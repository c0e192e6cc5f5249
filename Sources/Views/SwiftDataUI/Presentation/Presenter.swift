// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Shows something over the page while it is presented.
struct Presenter<Content: View>: PrimitiveView {
  enum Kind { case sheet, cover, alert, confirmation, popover }

  let content: Content
  let kind: Kind
  let isPresented: () -> Bool
  let dismiss: @MainActor () -> Void
  var onDismiss: (() -> Void)?
  /// Identifies what is presented: another one is another sheet.
  var identity: () -> AnyHashable = { AnyHashable(0) }
  /// Called only while it is presented: what it is about may be missing otherwise.
  let parts: () -> PresentedParts

  /// What is shown, from its beginning to its end. A task of its views may end later, and does not close what is shown
  /// in its place.
  final class Presentation {
    let identity: AnyHashable
    var dismiss: (@MainActor () -> Void)?

    init(_ identity: AnyHashable) { self.identity = identity }
  }

  final class Memory {
    private(set) var current: Presentation?
    var title: Text?
    /// What it inherits, and the node's values that this was made of.
    private var inherited: EnvironmentValues?
    private var source: EnvironmentValues?

    /// What is shown now; with another identity it is another one.
    func presentation(_ identity: AnyHashable) -> Presentation {
      if let current, current.identity == identity { return current }
      end()
      let presentation = Presentation(identity)
      current = presentation
      return presentation
    }

    func end() {
      current?.dismiss = nil
      current = nil
      title = nil
      inherited = nil
      source = nil
    }

    /// The node's values with a change: the same ones as before as long as those of the node are.
    func environment(
      _ outer: EnvironmentValues, _ change: (inout EnvironmentValues) -> Void
    ) -> EnvironmentValues {
      if let inherited, let source, source.isSame(as: outer) { return inherited }
      var changed = outer
      change(&changed)
      inherited = changed
      source = outer
      return changed
    }
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    node.child(0, content)
    let isPresented = node.track { self.isPresented() }
    if memory.current != nil, !isPresented, let onDismiss { node.graph.afterEvaluation(onDismiss) }
    guard isPresented else { return memory.end() }
    let shown = node.track { self.identity() }
    let presentation = memory.presentation(shown)
    presentation.dismiss = dismiss
    let environment = memory.environment(node.environment) {
      let dismiss: @MainActor () -> Void = { presentation.dismiss?() }
      $0.dismiss = DismissAction(action: dismiss)
      $0.isPresented = true
      $0.container = nil
      $0.enterStack(nil)
      // Shown whatever is shown below it.
      $0.presence = nil
      $0.buttonStyleBox = ButtonStyleBox(.automatic)
      $0.navigation = nil
      $0.hasBar = false
      $0.splitSelection = nil
      $0.rowSelection = nil
      $0.splitColumn = nil
      if kind == .alert || kind == .confirmation { $0.closeMenu = dismiss }
    }
    let parts = node.track { self.parts() }
    memory.title = parts.title
    node.child(.named(shown), AnyView.of(parts.content), environment: environment)
    if kind == .alert || kind == .confirmation {
      node.child(2, AnyView.of(parts.message), environment: environment)
    }
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content(0)
    guard let shown = node.children.first(where: { if case .id = $0.slot { true } else { false } }) else {
      return output
    }
    // Its name goes with what it shows, which makes no element of its own.
    let dialog = Rendered(shown.key(), .dialog, [.dialog])
    let dismiss = dismiss
    let title = node.remember { Memory() }.title?.plain(in: node.environment)
    var parts = shown.output.elements
    // Whoever closes a question has chosen what it offers for that.
    let cancel =
      kind == .alert || kind == .confirmation
      ? parts.first { $0.kind == .button && $0.classes.contains(.cancel) && !$0.isDisabled }?.action(for: .click) : nil
    dialog.on(.toggle) {
      guard $0 == "false" else { return }
      if let cancel { _ = cancel(nil) } else { dismiss() }
    }
    switch kind {
    case .sheet: dialog.add(.sheet)
    case .cover: dialog.add(.cover)
    case .popover: dialog.add(.popover)
    case .alert, .confirmation:
      dialog.add(kind == .alert ? .alert : .confirmation)
      dialog.role(.alertDialog)
      let buttons = parts.filter { $0.kind == .button }
      let others = parts.filter { $0.kind != .button }
      parts = []
      if let title { parts.append(node.element(.heading, [.dialogTitle], key: 1, text: title)) }
      let message = node.elements(2)
      if !message.isEmpty { parts.append(node.element(.box, [.dialogMessage], key: 2, children: message)) }
      parts += others
      let actions = node.element(.box, [.dialogActions], key: 3, children: buttons)
      if buttons.isEmpty || (kind == .confirmation && !buttons.contains { $0.classes.contains(.cancel) }) {
        let word = OwnWords.text(buttons.isEmpty ? "OK" : "Cancel", node.environment.locale)
        let button = node.element(.button, [.button, .cancel], key: 4, text: word)
        button.on(.click) { _ in dismiss() }
        actions.children.append(button)
      }
      parts.append(actions)
    }
    // A dialog is called what its title says, or else what it begins with.
    let name =
      title ?? parts.compactMap(\.firstTitle).first
      ?? String(parts.map(\.allText).joined(separator: " ").prefix(60))
    if !name.isEmpty { dialog.attribute(.label, name) }
    dialog.attribute(.isModal, true)
    dialog.attribute(.isOpen, true)
    let close = shown.output.preferences[InteractiveDismissKey.self]
    if close || kind == .alert { dialog.attribute(.staysOpen, true) }
    let look = shown.output.preferences[SheetLookKey.self]
    let detents = kind == .sheet ? look.detents : nil
    // Alone, a large one is as high as its content needs.
    if let detents, detents.all != [.large] {
      dialog.add(.sheetSized)
      dialog.style(.sheetHeight(detents.current.height))
    }
    if let background = look.background { dialog.style(.background(background)) }
    if let radius = look.cornerRadius { dialog.style(.sheetCorners(radius)) }
    dialog.children = [Rendered(dialog.key.companion(.of(.content)), .box, [.dialogContent], children: parts)]
    if let detents, detents.all.count > 1, look.grip != .hidden {
      // Last, so that what is in the sheet has the focus first.
      dialog.children.append(detents.grip(of: dialog.key))
    } else if look.grip == .visible {
      dialog.add(.sheetGrip)
    }
    if let layer = look.layer { dialog.children.insert(layer, at: 0) }
    let nested = shown.output.preferences[PresentationKey.self]
    output.preferences[PresentationKey.self] += [dialog] + nested
    return output
  }
}

/// What is presented.
struct PresentedParts {
  /// Of an alert or a confirmation dialog.
  var title: Text?
  /// The content, or the actions of an alert or a confirmation dialog.
  let content: any View
  var message: any View = EmptyView()
}

enum InteractiveDismissKey: PreferenceKey {
  static var defaultValue: Bool { false }
  static func reduce(value: inout Bool, nextValue: () -> Bool) { value = value || nextValue() }
}

/// What the content of a sheet says of the sheet.
struct SheetLook {
  /// The heights that it may have, the smallest first.
  struct Detents {
    let all: [PresentationDetent]
    let current: PresentationDetent
    let choose: @MainActor (PresentationDetent) -> Void
  }
  var detents: Detents?
  var background: _Fill?
  /// Views behind the content.
  var layer: Rendered?
  var cornerRadius: CGFloat?
  var grip = Visibility.automatic
}

enum SheetLookKey: PreferenceKey {
  static var defaultValue: SheetLook { SheetLook() }
  static func reduce(value: inout SheetLook, nextValue: () -> SheetLook) {
    let next = nextValue()
    value.detents = next.detents ?? value.detents
    value.background = value.background ?? next.background
    value.layer = value.layer ?? next.layer
    value.cornerRadius = value.cornerRadius ?? next.cornerRadius
    if next.grip != .automatic { value.grip = next.grip }
  }
}
