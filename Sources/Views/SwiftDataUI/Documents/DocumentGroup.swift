// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// A document that keeps its models in a store of its own. See Apple's documentation of `ModelDocument`.
///
/// Nothing is made of it: it says which kind of documents a ``DocumentGroup`` has.
public struct ModelDocument: Sendable {
  private init() {}
}

/// Documents that people create, open and edit. See Apple's documentation of `DocumentGroup`.
///
/// In the browser a page begins with the list of the documents in one folder of the host, which the app names with
/// ``SwiftDataUI/Scene/documentFolder(_:pathExtension:)``. No page leads out of that folder. An open document is part of
/// the page's address.
///
/// ```swift
/// DocumentGroup(editing: Card.self, contentType: .deck) { DeckView() }
///   .documentFolder(URL(fileURLWithPath: "/srv/decks"))
/// ```
///
/// A document is a folder with a store, which all pages that show it share; it saves by itself. An app's first scene
/// decides what pages show, so there is one kind of documents.
public struct DocumentGroup<Document, Content: View>: Scene, PrimitiveScene {
  let kind: DocumentKind
  let editor: () -> Content

  /// None: a page shows the documents, or one of them.
  public typealias Body = Never

  func describe(_ windows: inout [WindowDescription], _ environment: SceneEnvironment) {
    let content = DocumentWindow(kind: kind, editor: editor)
    windows.append(
      WindowDescription(kind: .main, title: nil, id: nil, content: content, environment: environment))
  }
}

extension DocumentGroup where Document == ModelDocument {
  /// Creates a group of documents with models of one type, and those that it is related to.
  ///
  /// - Parameter prepareDocument: Inserts what a new document begins with.
  public init(
    editing modelType: any PersistentModel.Type, contentType: UTType, @ViewBuilder editor: @escaping () -> Content,
    prepareDocument: @escaping (ModelContext) -> Void = { _ in }
  ) {
    self.init(editing: [modelType], contentType: contentType, editor: editor, prepareDocument: prepareDocument)
  }

  /// Creates a group of documents with models of several types.
  ///
  /// - Parameter prepareDocument: Inserts what a new document begins with.
  public init(
    editing modelTypes: [any PersistentModel.Type], contentType: UTType, @ViewBuilder editor: @escaping () -> Content,
    prepareDocument: @escaping (ModelContext) -> Void = { _ in }
  ) {
    kind = DocumentKind(contentType, .models(modelTypes), prepare: prepareDocument)
    self.editor = editor
  }

  /// Creates a group of documents with the models of a plan's last version. Documents of earlier versions are migrated
  /// when they are opened.
  ///
  /// - Parameter prepareDocument: Inserts what a new document begins with.
  public init(
    editing contentType: UTType, migrationPlan: any SchemaMigrationPlan.Type,
    @ViewBuilder editor: @escaping () -> Content, prepareDocument: @escaping (ModelContext) -> Void = { _ in }
  ) {
    kind = DocumentKind(contentType, .plan(migrationPlan), prepare: prepareDocument)
    self.editor = editor
  }

  /// Creates a group of documents with models of one type, which cannot be changed.
  public init(
    viewing modelType: any PersistentModel.Type, contentType: UTType, @ViewBuilder viewer: @escaping () -> Content
  ) {
    self.init(viewing: [modelType], contentType: contentType, viewer: viewer)
  }

  /// Creates a group of documents with models of several types, which cannot be changed.
  public init(
    viewing modelTypes: [any PersistentModel.Type], contentType: UTType, @ViewBuilder viewer: @escaping () -> Content
  ) {
    kind = DocumentKind(contentType, .models(modelTypes), prepare: nil)
    editor = viewer
  }

  /// Creates a group of documents with the models of a plan's last version, which cannot be changed: those of earlier
  /// versions cannot be opened.
  public init(
    viewing contentType: UTType, migrationPlan: any SchemaMigrationPlan.Type,
    @ViewBuilder viewer: @escaping () -> Content
  ) {
    kind = DocumentKind(contentType, .plan(migrationPlan), prepare: nil)
    editor = viewer
  }
}

extension Scene {
  /// Names the folder of the host that holds the documents of a ``DocumentGroup``: people see and change those alone.
  ///
  /// - Parameters:
  ///   - url: A folder; it is made if it is missing. What is in it and no document is left alone.
  ///   - pathExtension: The extension of documents; without one, it is the last part of the content type's identifier:
  ///     `deck` for `com.example.deck`.
  public func documentFolder(_ url: URL, pathExtension: String? = nil) -> some Scene {
    ChangedScene(content: self) { $0.documentFolder = DocumentFolderSetting(url: url, pathExtension: pathExtension) }
  }
}
