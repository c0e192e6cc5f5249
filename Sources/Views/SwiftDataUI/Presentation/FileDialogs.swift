// SPDX-License-Identifier: Apache-2.0

import Foundation

extension View {
  /// Lets people choose a file on their machine while the binding is true, in a dialog with the browser's own field for
  /// files. The file is sent part by part, up to 256 MB; it is a copy, which goes with the page.
  ///
  /// - Parameter onCompletion: Is handed the copy's address, or why it was not taken.
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View {
    choosingFiles(isPresented, "Choose a File", allowedContentTypes, takesSeveral: false) { result in
      switch result {
      case .success(let files): if let file = files.first { onCompletion(.success(file.url)) }
      case .failure(let error): onCompletion(.failure(error))
      }
    }
  }
  /// Lets people choose several files while the binding is true.
  ///
  /// - Parameter onCompletion: Is handed the copies' addresses, or why they were not taken.
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void
  ) -> some View {
    choosingFiles(isPresented, "Choose Files", allowedContentTypes, takesSeveral: allowsMultipleSelection) { result in
      onCompletion(result.map { $0.map(\.url) })
    }
  }
  /// Lets people choose several files while the binding is true; the last closure is called if they do not.
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void, onCancellation: @escaping () -> Void
  ) -> some View {
    choosingFiles(
      isPresented, "Choose Files", allowedContentTypes, takesSeveral: allowsMultipleSelection, cancel: onCancellation
    ) { result in onCompletion(result.map { $0.map(\.url) }) }
  }

  /// Has the browser save a document as a file when the binding becomes true, which it is not any more then.
  ///
  /// - Parameter onCompletion: Is handed the address of a copy that goes with the page, or why nothing was saved: the
  ///   document's own error, or more than 32 MB.
  public func fileExporter<D: FileDocument>(
    isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
    onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View {
    saving(isPresented, defaultFilename, contentType, onCompletion) {
      guard let document else { return nil }
      let configuration = FileDocumentWriteConfiguration(contentType: contentType, existingFile: nil)
      return try document.fileWrapper(configuration: configuration).regularFileContents
    }
  }
  /// Has the browser save a value as a file when the binding becomes true, as the first kind of data that its
  /// `transferRepresentation` can make.
  ///
  /// - Parameter onCompletion: Is handed the address of a copy that goes with the page, or why nothing was saved.
  public func fileExporter<T: Transferable>(
    isPresented: Binding<Bool>, item: T?, contentTypes: [UTType] = [], defaultFilename: String? = nil,
    onCompletion: @escaping (Result<URL, any Error>) -> Void = { _ in }, onCancellation: @escaping () -> Void = {}
  ) -> some View {
    let types = contentTypes.isEmpty ? [UTType.data] : contentTypes
    return saving(isPresented, defaultFilename, types[0], onCompletion) {
      guard let item else { return nil }
      // Unsafe: a value of the app's, which it hands over for this.
      nonisolated(unsafe) let handed = item
      return try await Transfer.data(of: handed, as: types).0
    }
  }

  func choosingFiles(
    _ isPresented: Binding<Bool>, _ title: String, _ types: [UTType], takesSeveral: Bool,
    cancel: @escaping () -> Void = {}, _ done: @escaping (Result<[Uploads.File], any Error>) -> Void
  ) -> some View {
    modifier(
      FileChoosing(
        isPresented: isPresented, title: title, types: types, takesSeveral: takesSeveral, cancel: cancel, done: done))
  }

  private func saving(
    _ isPresented: Binding<Bool>, _ name: String?, _ type: UTType,
    _ done: @escaping (Result<URL, any Error>) -> Void, _ make: @escaping @MainActor () async throws -> Data?
  ) -> some View {
    modifier(FileSaving(isPresented: isPresented, name: name, type: type, done: done, make: make))
  }
}

private struct FileChoosing: ViewModifier {
  let isPresented: Binding<Bool>
  let title: String
  let types: [UTType]
  let takesSeveral: Bool
  let cancel: () -> Void
  let done: (Result<[Uploads.File], any Error>) -> Void
  @State private var answer = Answer()

  /// Whether files have come, or an error, since the dialog was opened.
  private final class Answer { var hasCome = false }

  func body(content: Content) -> some View {
    content.sheet(isPresented: isPresented, onDismiss: dismissed) {
      FileDialog(title: title, types: types, takesSeveral: takesSeveral) { result in
        answer.hasCome = result != nil
        isPresented.wrappedValue = false
        if let result { done(result) }
      }
    }
  }

  /// However the dialog was closed.
  private func dismissed() {
    if !answer.hasCome { cancel() }
    answer.hasCome = false
  }
}

/// What a file is chosen in.
private struct FileDialog: View {
  let title: String
  let types: [UTType]
  let takesSeveral: Bool
  let done: (Result<[Uploads.File], any Error>?) -> Void

  var body: some View {
    VStack(spacing: 20) {
      Text(title).font(.headline)
      FileChooser(
        label: Label("Choose on This Device…", systemImage: "folder").padding(10), name: title, types: types,
        takesSeveral: takesSeveral
      ) { done($0) }
      Button(role: .cancel) { done(nil) }
    }
    .padding(24)
    .presentationDetents([.height(200)])
  }
}

private struct FileSaving: ViewModifier {
  let isPresented: Binding<Bool>
  let name: String?
  let type: UTType
  let done: (Result<URL, any Error>) -> Void
  let make: @MainActor () async throws -> Data?
  @Environment(\.session) private var session

  static let largest = 32_000_000

  func body(content: Content) -> some View {
    content.task(id: isPresented.wrappedValue) {
      guard isPresented.wrappedValue else { return }
      defer { isPresented.wrappedValue = false }
      do {
        guard let data = try await make() else { throw TransferError("There is nothing to save.") }
        guard data.count <= Self.largest else {
          throw TransferError("The file has \(data.count) bytes, and a browser is handed \(Self.largest) at most.")
        }
        // Its page may have ended meanwhile.
        guard !Task.isCancelled, let session, let graph = session.graph, graph.isRunning else { return }
        let file = try session.uploads.place(fileName, size: data.count)
        try data.write(to: file)
        graph.send(.save(name: fileName, data))
        done(.success(file))
      } catch { done(.failure(error)) }
    }
  }

  private var fileName: String {
    let name = Uploads.safe(name ?? "Document")
    guard let suffix = type.preferredFilenameExtension, !name.contains(".") else { return name }
    return name + "." + suffix
  }
}

/// A document that an app reads and writes as a file, such as
/// ``View/fileExporter(isPresented:document:contentType:defaultFilename:onCompletion:)`` saves.
public protocol FileDocument {
  /// The kinds of files that the document can be read from.
  static var readableContentTypes: [UTType] { get }
  /// Creates a document from a file. Never called here.
  init(configuration: FileDocumentReadConfiguration) throws
  /// Returns the document as a file.
  func fileWrapper(configuration: FileDocumentWriteConfiguration) throws -> FileWrapper
  /// What a document is read from.
  typealias ReadConfiguration = FileDocumentReadConfiguration
  /// What a document is written to.
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}
/// What a document is read from.
public struct FileDocumentReadConfiguration {
  /// The kind of the file.
  public let contentType: UTType
  /// The content of the file.
  public let file: FileWrapper
}
/// What a document is written to.
public struct FileDocumentWriteConfiguration {
  /// The kind of file to write.
  public let contentType: UTType
  /// The file that is there already, if any.
  public let existingFile: FileWrapper?
}
/// The content of a file. See Apple's documentation of `FileWrapper`.
public final class FileWrapper {
  /// The bytes of the file. Folders and links are not known.
  public let regularFileContents: Data?
  /// Creates the content of a file from its bytes.
  public init(regularFileWithContents contents: Data) { regularFileContents = contents }
}
