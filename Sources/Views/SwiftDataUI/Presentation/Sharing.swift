// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A button that would share something. It is drawn in a browser, but a click on it does nothing. See Apple's
/// documentation of `ShareLink`.
///
/// What is shared is the item's description as a string. Subject, message and preview are not used.
public struct ShareLink<Label: View>: View {
  let text: String
  let label: Label
  public var body: some View { ShareElement(text: text, label: label) }
}

extension ShareLink {
  /// Creates a button with a label of its own.
  public init<T>(item: T, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
    self.init(text: "\(item)", label: label())
  }
  /// Creates a button with a label of its own. The preview is not used.
  public init<T, P>(item: T, subject: Text? = nil, message: Text? = nil, preview: P, @ViewBuilder label: () -> Label) {
    self.init(text: "\(item)", label: label())
  }
}

extension ShareLink where Label == SwiftDataUI.Label<Text, Image> {
  /// Creates a button with the label "Share…" and a symbol.
  public init<T>(item: T, subject: Text? = nil, message: Text? = nil) {
    self.init(text: "\(item)", label: Label("Share…", systemImage: "square.and.arrow.up"))
  }
  /// Creates a button with the label "Share…" and a symbol. The preview is not used.
  public init<T, P>(item: T, subject: Text? = nil, message: Text? = nil, preview: P) {
    self.init(text: "\(item)", label: Label("Share…", systemImage: "square.and.arrow.up"))
  }
  /// Creates a button with a title and a symbol.
  public init<T>(_ titleKey: LocalizedStringKey, item: T, subject: Text? = nil, message: Text? = nil) {
    self.init(text: "\(item)", label: Label(titleKey, systemImage: "square.and.arrow.up"))
  }
  /// Creates a button with a title and a symbol. The preview is not used.
  public init<T, P>(_ titleKey: LocalizedStringKey, item: T, subject: Text? = nil, message: Text? = nil, preview: P) {
    self.init(text: "\(item)", label: Label(titleKey, systemImage: "square.and.arrow.up"))
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
  let text: String
  let label: Label
  func update(_ node: Node) { node.child(0, label, environment: node.environment(inStack: .horizontal)) }
  func assemble(_ node: Node) -> Output {
    let element = node.element(.button, [.button], children: node.content.elements)
    element.attribute(.sharedText, text)
    return Output(element, node.content.preferences)
  }
}

/// Why something is not done that is done on a phone.
struct UnsupportedError: LocalizedError {
  let errorDescription: String?
}

extension View {
  private func unsupported(
    _ isPresented: Binding<Bool>, _ name: String, _ reason: String, _ fail: @escaping (any Error) -> Void
  ) -> some View {
    onChange(of: isPresented.wrappedValue, initial: true) { _, isOn in
      guard isOn else { return }
      Diagnostics.note("Not supported: \(name)")
      isPresented.wrappedValue = false
      fail(UnsupportedError(errorDescription: reason))
    }
  }

  /// Would let one choose a file. In a browser no file can be chosen: the binding is set back to false, a note is
  /// logged, and `onCompletion` is called with an error that says so.
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View {
    unsupported(isPresented, "fileImporter", "Files cannot be chosen in a browser.") { onCompletion(.failure($0)) }
  }
  /// Would let one choose several files. In a browser no file can be chosen: the binding is set back to false, a note
  /// is logged, and `onCompletion` is called with an error that says so.
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void
  ) -> some View {
    unsupported(isPresented, "fileImporter", "Files cannot be chosen in a browser.") { onCompletion(.failure($0)) }
  }
  /// Would let one save a document. In a browser nothing is saved: the binding is set back to false, a note is logged,
  /// and `onCompletion` is called with an error that says so.
  public func fileExporter<D: FileDocument>(
    isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
    onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View {
    unsupported(isPresented, "fileExporter", "Documents cannot be saved from a browser.") { onCompletion(.failure($0)) }
  }
  /// Has no effect in the browser.
  public func draggable<T>(_ payload: @autoclosure @escaping () -> T) -> some View { withoutEffect("draggable") }
  /// Would take what is dropped on the view; nothing can be dragged to it.
  /// Has no effect in the browser.
  public func dropDestination<T>(
    for payloadType: T.Type = T.self, action: @escaping ([T], CGPoint) -> Bool,
    isTargeted: @escaping (Bool) -> Void = { _ in }
  ) -> some View { withoutEffect("dropDestination") }
}

/// A file type. See Apple's documentation of `UTType`.
public struct UTType: Hashable, Sendable {
  /// The name of the kind, as it was given; nothing is looked up.
  public let identifier: String
  /// Creates a kind with an identifier, such as `"public.png"`. Unlike Apple's initializer it takes any string.
  public init(_ identifier: String) { self.identifier = identifier }
  /// Creates a kind that the app declares. What it conforms to is not kept.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) { self.identifier = identifier }
  /// Creates a kind that another app declares. What it conforms to is not kept.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) { self.identifier = identifier }
  /// Creates a kind whose identifier is the extension. Never nil, and not equal to the kind that Apple's system has for
  /// it.
  public init?(filenameExtension: String) { identifier = filenameExtension }
  /// Creates a kind whose identifier is the extension; what it conforms to is not kept. Never nil.
  public init?(filenameExtension: String, conformingTo supertype: UTType) { identifier = filenameExtension }
  /// Creates a kind whose identifier is the MIME type. Never nil, and not equal to the kind that Apple's system has for
  /// it.
  public init?(mimeType: String) { identifier = mimeType }
  /// Any bytes.
  public static let data = UTType("public.data")
  /// Anything in a file system.
  public static let item = UTType("public.item")
  /// Any content of a document.
  public static let content = UTType("public.content")
  /// A folder.
  public static let folder = UTType("public.folder")
  /// Any text.
  public static let text = UTType("public.text")
  /// Text without markup, in any encoding.
  public static let plainText = UTType("public.plain-text")
  /// Text without markup, in UTF-8.
  public static let utf8PlainText = UTType("public.utf8-plain-text")
  /// Values separated by commas.
  public static let commaSeparatedText = UTType("public.comma-separated-values-text")
  /// JSON.
  public static let json = UTType("public.json")
  /// XML.
  public static let xml = UTType("public.xml")
  /// PDF.
  public static let pdf = UTType("com.adobe.pdf")
  /// Any picture.
  public static let image = UTType("public.image")
  /// A picture in PNG.
  public static let png = UTType("public.png")
  /// A picture in JPEG.
  public static let jpeg = UTType("public.jpeg")
  /// A picture in HEIC, which ``PlatformImage`` does not take.
  public static let heic = UTType("public.heic")
  /// A picture in GIF.
  public static let gif = UTType("com.compuserve.gif")
  /// A film, with or without sound.
  public static let movie = UTType("public.movie")
  /// A film without sound.
  public static let video = UTType("public.video")
  /// Any sound.
  public static let audio = UTType("public.audio")
  /// Sound in MP3.
  public static let mp3 = UTType("public.mp3")
  /// A film in MPEG-4.
  public static let mpeg4Movie = UTType("public.mpeg-4")
  /// Sound in MPEG-4.
  public static let mpeg4Audio = UTType("public.mpeg-4-audio")
  /// Sound in WAV.
  public static let wav = UTType("com.microsoft.waveform-audio")
  /// Text in RTF.
  public static let rtf = UTType("public.rtf")
  /// HTML.
  public static let html = UTType("public.html")
  /// A property list.
  public static let propertyList = UTType("com.apple.property-list")
  /// Any archive of files.
  public static let archive = UTType("public.archive")
  /// A directory.
  public static let directory = UTType("public.directory")
  /// A directory that is shown as one file.
  public static let package = UTType("com.apple.package")
  /// A database.
  public static let database = UTType("public.database")
  /// Any address.
  public static let url = UTType("public.url")
  /// The address of a file.
  public static let fileURL = UTType("public.file-url")
  /// An archive in ZIP.
  public static let zip = UTType("public.zip-archive")
}

/// A document that an app reads and writes as a file. No document is read or written here:
/// ``View/fileExporter(isPresented:document:contentType:defaultFilename:onCompletion:)`` saves nothing.
public protocol FileDocument {
  /// The kinds of files that the document can be read from.
  static var readableContentTypes: [UTType] { get }
  /// Creates a document from a file. Never called here.
  init(configuration: FileDocumentReadConfiguration) throws
  /// Returns the document as a file. Never called here.
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
