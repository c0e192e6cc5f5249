// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A page of a ``DocumentGroup``: the list of its documents, or the one that is open.
struct DocumentWindow<Content: View>: View {
  let kind: DocumentKind
  let editor: () -> Content
  @Environment(\.documentFolder) private var setting
  @Environment(\.session) private var session
  @State private var name: String?

  var body: some View {
    if let setting, let session {
      let documents = Documents(kind, setting, session)
      AddressedDocument(content: shown(documents).environment(\.documents, documents), name: $name)
    } else {
      ContentUnavailableView(
        "No Folder", systemImage: "folder",
        description: Text("The app has not named the folder of its documents: 'documentFolder(_:)'."))
    }
  }

  @ViewBuilder private func shown(_ documents: Documents) -> some View {
    if let name {
      OpenDocument(documents: documents, name: name, close: { self.name = nil }, content: editor).id(name)
    } else {
      DocumentList(documents: documents) { name = $0 }
    }
  }
}

/// A document, with a context of its own for what is shown of it.
private struct OpenDocument<Content: View>: PrimitiveView {
  let documents: Documents
  let name: String
  let close: () -> Void
  let content: () -> Content

  @MainActor private final class Opened {
    let result: Result<ModelContainer, any Error>

    init(_ documents: Documents, _ name: String) { result = Result { try documents.open(name) } }
  }

  func update(_ node: Node) {
    guard let session = node.environment.session else { return }
    let isFirst = node.remembered(Opened.self) == nil
    let opened = node.remember { Opened(documents, name) }
    if isFirst { session.show(title: name) }
    switch opened.result {
    case .success(let container):
      if isFirst {
        // After what views do when they disappear, which may still change the document.
        node.atEnd { [weak session, documents, name] in
          guard let session, let graph = session.graph else { return documents.close(name) }
          graph.afterEvaluation {
            session.close(container)
            documents.close(name)
          }
        }
      }
      let environment = node.environment { values in
        values.containerContext = session.context(
          of: container, options: ContextOptions(isAutosaveEnabled: documents.kind.isEditable, isUndoEnabled: true))
      }
      node.child(0, node.track(content), environment: environment)
    case .failure(let error):
      node.child(1, UnopenedDocument(name: name, error: error, close: close))
    }
  }
}

private struct UnopenedDocument: View {
  let name: String
  let error: any Error
  let close: () -> Void

  var body: some View {
    ContentUnavailableView {
      Label("“\(name)” Cannot Be Opened", systemImage: "doc")
    } description: {
      Text(verbatim: (error as? DocumentError)?.problem ?? "\(error)")
    } actions: {
      Button("Documents") { close() }
    }
  }
}

/// Makes the open document part of the page's address.
private struct AddressedDocument<Content: View>: WrappingView {
  let content: Content
  let name: Binding<String?>

  func update(_ node: Node) {
    let address = node.remember { DocumentAddress() }
    address.name = node.track { name.wrappedValue }
    address.set = { [name] in name.wrappedValue = $0 }
    node.child(0, content)
  }

  func assemble(_ node: Node) -> Output {
    var output = node.content
    output.preferences[AddressKey.self] = [node.remember { DocumentAddress() }] + output.preferences[AddressKey.self]
    return output
  }
}

/// The open document as a part of the page's address.
@MainActor final class DocumentAddress: AddressPart {
  var name: String?
  var set: ((String?) -> Void)?

  // A link without a value is named by "~" and letters and digits alone.
  private static let mark = "~document:"

  static func segment(_ name: String) -> String { mark + name }

  var segments: [String] { name.map { [Self.segment($0)] } ?? [] }

  func restore(_ segments: inout [String], isFirst: Bool) -> Bool {
    guard let first = segments.first, first.hasPrefix(Self.mark) else {
      if name != nil { set?(nil) }
      return true
    }
    segments.removeFirst()
    let wanted = String(first.dropFirst(Self.mark.count))
    if wanted != name { set?(wanted) }
    return true
  }
}
