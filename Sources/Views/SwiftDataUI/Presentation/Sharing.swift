// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A control that copies or shares an item. See Apple's documentation of `ShareLink`.
public struct ShareLink<Label: View>: View {
  let text: String
  let label: Label
  public var body: some View { ShareElement(text: text, label: label) }
}

extension ShareLink {
  public init<T>(item: T, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
    self.init(text: "\(item)", label: label())
  }
  public init<T, P>(item: T, subject: Text? = nil, message: Text? = nil, preview: P, @ViewBuilder label: () -> Label) {
    self.init(text: "\(item)", label: label())
  }
}

extension ShareLink where Label == SwiftDataUI.Label<Text, Image> {
  public init<T>(item: T, subject: Text? = nil, message: Text? = nil) {
    self.init(text: "\(item)", label: Label("Share…", systemImage: "square.and.arrow.up"))
  }
  public init<T, P>(item: T, subject: Text? = nil, message: Text? = nil, preview: P) {
    self.init(text: "\(item)", label: Label("Share…", systemImage: "square.and.arrow.up"))
  }
  public init<T>(_ titleKey: LocalizedStringKey, item: T, subject: Text? = nil, message: Text? = nil) {
    self.init(text: "\(item)", label: Label(titleKey, systemImage: "square.and.arrow.up"))
  }
  public init<T, P>(_ titleKey: LocalizedStringKey, item: T, subject: Text? = nil, message: Text? = nil, preview: P) {
    self.init(text: "\(item)", label: Label(titleKey, systemImage: "square.and.arrow.up"))
  }
}

public struct SharePreview: Sendable {
  public init(_ title: String) {}
  public init(_ title: String, image: Image) {}
  public init(_ title: LocalizedStringKey, image: Image) {}
}

struct ShareElement<Label: View>: PrimitiveView {
  let text: String
  let label: Label
  func update(_ node: Node) { node.child(0, label, environment: node.environment(inStack: .horizontal)) }
  func assemble(_ node: Node) -> Output {
    let element = node.element("button", [.button], children: node.content.elements)
    element.attribute("type", "button")
    element.attribute("data-share", text)
    return Output(element, node.content.preferences)
  }
}

extension View {
  private func unsupported(_ isPresented: Binding<Bool>, _ name: String) -> some View {
    onChange(of: isPresented.wrappedValue) { _, isOn in
      guard isOn else { return }
      Diagnostics.note("Not supported: \(name)")
      isPresented.wrappedValue = false
    }
  }

  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View { unsupported(isPresented, "fileImporter") }
  public func fileImporter(
    isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
    onCompletion: @escaping (Result<[URL], any Error>) -> Void
  ) -> some View { unsupported(isPresented, "fileImporter") }
  public func fileExporter<D: FileDocument>(
    isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
    onCompletion: @escaping (Result<URL, any Error>) -> Void
  ) -> some View { unsupported(isPresented, "fileExporter") }
  /// Has no effect in the browser.
  public func draggable<T>(_ payload: @autoclosure @escaping () -> T) -> some View { self }
  public func dropDestination<T>(
    for payloadType: T.Type = T.self, action: @escaping ([T], CGPoint) -> Bool,
    isTargeted: @escaping (Bool) -> Void = { _ in }
  ) -> some View { self }
}

/// A file type. See Apple's documentation of `UTType`.
public struct UTType: Hashable, Sendable {
  public let identifier: String
  public init(_ identifier: String) { self.identifier = identifier }
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) { self.identifier = identifier }
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) { self.identifier = identifier }
  public init?(filenameExtension: String) { identifier = filenameExtension }
  public init?(filenameExtension: String, conformingTo supertype: UTType) { identifier = filenameExtension }
  public init?(mimeType: String) { identifier = mimeType }
  public static let data = UTType("public.data")
  public static let item = UTType("public.item")
  public static let content = UTType("public.content")
  public static let folder = UTType("public.folder")
  public static let text = UTType("public.text")
  public static let plainText = UTType("public.plain-text")
  public static let utf8PlainText = UTType("public.utf8-plain-text")
  public static let commaSeparatedText = UTType("public.comma-separated-values-text")
  public static let json = UTType("public.json")
  public static let xml = UTType("public.xml")
  public static let pdf = UTType("com.adobe.pdf")
  public static let image = UTType("public.image")
  public static let png = UTType("public.png")
  public static let jpeg = UTType("public.jpeg")
  public static let heic = UTType("public.heic")
  public static let gif = UTType("com.compuserve.gif")
  public static let movie = UTType("public.movie")
  public static let video = UTType("public.video")
  public static let audio = UTType("public.audio")
  public static let mp3 = UTType("public.mp3")
  public static let mpeg4Movie = UTType("public.mpeg-4")
  public static let mpeg4Audio = UTType("public.mpeg-4-audio")
  public static let wav = UTType("com.microsoft.waveform-audio")
  public static let rtf = UTType("public.rtf")
  public static let html = UTType("public.html")
  public static let propertyList = UTType("com.apple.property-list")
  public static let archive = UTType("public.archive")
  public static let directory = UTType("public.directory")
  public static let package = UTType("com.apple.package")
  public static let database = UTType("public.database")
  public static let url = UTType("public.url")
  public static let fileURL = UTType("public.file-url")
  public static let zip = UTType("public.zip-archive")
}

public protocol FileDocument {
  static var readableContentTypes: [UTType] { get }
  init(configuration: FileDocumentReadConfiguration) throws
  func fileWrapper(configuration: FileDocumentWriteConfiguration) throws -> FileWrapper
  typealias ReadConfiguration = FileDocumentReadConfiguration
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}
public struct FileDocumentReadConfiguration {
  public let contentType: UTType
  public let file: FileWrapper
}
public struct FileDocumentWriteConfiguration {
  public let contentType: UTType
  public let existingFile: FileWrapper?
}
/// The content of a file. See Apple's documentation of `FileWrapper`.
public final class FileWrapper {
  public let regularFileContents: Data?
  public init(regularFileWithContents contents: Data) { regularFileContents = contents }
}
