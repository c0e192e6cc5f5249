// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The documents of a group, to open, create, rename and delete.
struct DocumentList: View {
  let documents: Documents
  let open: (String) -> Void
  @State private var renamed: String?
  @State private var newName = ""
  @State private var deleted: String?
  @State private var problem: String?

  var body: some View {
    NavigationStack {
      content.navigationTitle("Documents").toolbar {
        if documents.kind.isEditable {
          Button("New Document", systemImage: "plus") { attempt { open(try documents.create()) } }
        }
      }
    }
    .alert("Rename Document", isPresented: isSet($renamed), presenting: renamed) { name in
      TextField("Name", text: $newName)
      Button("Rename") { attempt { try documents.rename(name, to: newName) } }
      Button("Cancel", role: .cancel) {}
    } message: { _ in
      EmptyView()
    }
    .confirmationDialog("Delete Document", isPresented: isSet($deleted), presenting: deleted) { name in
      Button("Delete “\(name)”", role: .destructive) { attempt { try documents.remove(name) } }
    } message: { _ in
      Text("It cannot be brought back.")
    }
    .alert("Not Done", isPresented: isSet($problem), presenting: problem) { _ in
      Button("OK") {}
    } message: { problem in
      Text(verbatim: problem)
    }
  }

  @ViewBuilder private var content: some View {
    switch Result(catching: documents.entries) {
    case .success(let entries) where entries.isEmpty:
      ContentUnavailableView("No Documents", systemImage: "doc")
    case .success(let entries):
      List(entries) { entry in row(entry) }
    case .failure(let error):
      ContentUnavailableView(
        "The Folder Cannot Be Read", systemImage: "folder", description: Text(verbatim: "\(error)"))
    }
  }

  private func row(_ entry: DocumentFolder.Entry) -> some View {
    Button {
      open(entry.name)
    } label: {
      HStack {
        Text(verbatim: entry.name)
        Spacer()
        if let changed = entry.changed {
          Text(changed, format: .dateTime.day().month().year()).foregroundStyle(.secondary)
        }
      }
    }
    .buttonStyle(.plain)
    .contextMenu {
      Button("Open in New Window", systemImage: "macwindow") { documents.openPage(entry.name) }
      if documents.kind.isEditable {
        Button("Rename", systemImage: "pencil") { rename(entry.name) }
        Button("Delete", systemImage: "trash", role: .destructive) { deleted = entry.name }
      }
    }
    .swipeActions {
      if documents.kind.isEditable {
        Button("Delete", role: .destructive) { deleted = entry.name }
        Button("Rename") { rename(entry.name) }
      }
    }
  }

  private func rename(_ name: String) {
    newName = name
    renamed = name
  }

  /// Does something, and says why if it cannot be done.
  private func attempt(_ action: () throws -> Void) {
    do { try action() } catch { problem = (error as? DocumentError)?.problem ?? "\(error)" }
  }

  private func isSet(_ value: Binding<String?>) -> Binding<Bool> {
    Binding(get: { value.wrappedValue != nil }, set: { if !$0 { value.wrappedValue = nil } })
  }
}
