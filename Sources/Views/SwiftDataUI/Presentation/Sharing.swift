// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A button that shares something: with other apps where the browser can, otherwise by copying it. See Apple's
/// documentation of `ShareLink`.
///
/// What is shared is a text: that of an item's `transferRepresentation`, or its description. Subject, message and preview
/// are not used.
public struct ShareLink<Label: View>: View {
  let text: @MainActor () async throws -> String
  let label: Label
  public var body: some View { ShareElement(text: text, label: label) }

  private static func text<T>(of item: T) async throws -> String {
    guard let item = item as? any Transferable else { return "\(item)" }
    // Unsafe: a value of the app's, which it hands over for this.
    nonisolated(unsafe) let handed = item
    return try await Transfer.text(of: handed)
  }

  private init(text: @escaping @MainActor () async throws -> String, label: Label) {
    self.text = text
    self.label = label
  }

  fileprivate init<T>(sharing item: T, _ label: Label) {
    self.init(
      text: {
        try await Self.text(of: item)
      }, label: label)
  }

  fileprivate init<C: RandomAccessCollection>(all items: C, _ label: Label) {
    self.init(
      text: {
        var texts: [String] = []
        for item in items { texts.append(try await Self.text(of: item)) }
        return texts.joined(separator: "\n")
      }, label: label)
  }
}

extension ShareLink {
  /// Creates a button with a label of its own.
  public init<T>(item: T, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
    self.init(sharing: item, label())
  }
  /// Creates a button with a label of its own. The preview is not used.
  public init<T, P>(item: T, subject: Text? = nil, message: Text? = nil, preview: P, @ViewBuilder label: () -> Label) {
    self.init(sharing: item, label())
  }
  /// Creates a button that shares several items, with a label of its own.
  public init<C: RandomAccessCollection>(
    items: C, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
  ) { self.init(all: items, label()) }
}

extension ShareLink where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a button with the label "Share…" and a symbol.
  public init<T>(item: T, subject: Text? = nil, message: Text? = nil) {
    self.init(sharing: item, Label("Share…", systemImage: "square.and.arrow.up"))
  }
  /// Creates a button with the label "Share…" and a symbol. The preview is not used.
  public init<T, P>(item: T, subject: Text? = nil, message: Text? = nil, preview: P) {
    self.init(sharing: item, Label("Share…", systemImage: "square.and.arrow.up"))
  }
  /// Creates a button that shares several items, with the label "Share…" and a symbol.
  public init<C: RandomAccessCollection>(items: C, subject: Text? = nil, message: Text? = nil) {
    self.init(all: items, Label("Share…", systemImage: "square.and.arrow.up"))
  }
  /// Creates a button with a title and a symbol.
  public init<T>(_ titleKey: LocalizedStringKey, item: T, subject: Text? = nil, message: Text? = nil) {
    self.init(sharing: item, Label(titleKey, systemImage: "square.and.arrow.up"))
  }
  /// Creates a button with a title and a symbol. The preview is not used.
  public init<T, P>(_ titleKey: LocalizedStringKey, item: T, subject: Text? = nil, message: Text? = nil, preview: P) {
    self.init(sharing: item, Label(titleKey, systemImage: "square.and.arrow.up"))
  }
}

/// A title and a picture of what is shared. Nothing of it is kept or shown.
public struct SharePreview: Sendable {
  /// Creates a preview of a title.
  public init(_ title: String) {}
  /// Creates a preview of a title, which is taken as it is, and a picture.
  public init(_ title: String, image: Image) {}
  /// Creates a preview of a title and a picture.
  public init(_ title: LocalizedStringKey, image: Image) {}
}

struct ShareElement<Label: View>: PrimitiveView {
  let text: @MainActor () async throws -> String
  let label: Label

  func update(_ node: Node) { node.child(0, label, environment: node.environment(inStack: .horizontal)) }
  func assemble(_ node: Node) -> Output {
    let element = node.element(.button, [.button], children: node.content.elements)
    guard node.environment.isEnabled else {
      element.attribute(.isDisabled, true)
      return Output(element, node.content.preferences)
    }
    let text = text
    element.on(.click) { [weak node] _ in
      guard let node else { return }
      node.graph.tasks.run(priority: .userInitiated) { [weak node] in
        do {
          let shared = try await text()
          node?.graph.send(.share(shared))
        } catch { Diagnostics.note("Nothing is shared: \(error.localizedDescription)") }
      }
    }
    return Output(element, node.content.preferences)
  }
}
