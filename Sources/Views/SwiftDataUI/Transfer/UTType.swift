// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file type. See Apple's documentation of `UTType`.
public struct UTType: Hashable, Sendable {
  /// The name of the kind, as it was given; nothing is looked up.
  public let identifier: String
  /// Creates a kind with an identifier, such as `"public.png"`: nil only if the identifier is empty, since none is looked
  /// up.
  public init?(_ identifier: String) {
    guard !identifier.isEmpty else { return nil }
    self.identifier = identifier
  }
  init(known identifier: String) { self.identifier = identifier }
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
  public static let data = UTType(known: "public.data")
  /// Anything in a file system.
  public static let item = UTType(known: "public.item")
  /// Any content of a document.
  public static let content = UTType(known: "public.content")
  /// A folder.
  public static let folder = UTType(known: "public.folder")
  /// Any text.
  public static let text = UTType(known: "public.text")
  /// Text without markup, in any encoding.
  public static let plainText = UTType(known: "public.plain-text")
  /// Text without markup, in UTF-8.
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// Values separated by commas.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// JSON.
  public static let json = UTType(known: "public.json")
  /// XML.
  public static let xml = UTType(known: "public.xml")
  /// PDF.
  public static let pdf = UTType(known: "com.adobe.pdf")
  /// Any picture.
  public static let image = UTType(known: "public.image")
  /// A picture in PNG.
  public static let png = UTType(known: "public.png")
  /// A picture in JPEG.
  public static let jpeg = UTType(known: "public.jpeg")
  /// A picture in HEIC, which ``PlatformImage`` does not take.
  public static let heic = UTType(known: "public.heic")
  /// A picture in GIF.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// A film, with or without sound.
  public static let movie = UTType(known: "public.movie")
  /// A film without sound.
  public static let video = UTType(known: "public.video")
  /// Any sound.
  public static let audio = UTType(known: "public.audio")
  /// Sound in MP3.
  public static let mp3 = UTType(known: "public.mp3")
  /// A film in MPEG-4.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// Sound in MPEG-4.
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
  /// Sound in WAV.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
  /// Text in RTF.
  public static let rtf = UTType(known: "public.rtf")
  /// HTML.
  public static let html = UTType(known: "public.html")
  /// A property list.
  public static let propertyList = UTType(known: "com.apple.property-list")
  /// Any archive of files.
  public static let archive = UTType(known: "public.archive")
  /// A directory.
  public static let directory = UTType(known: "public.directory")
  /// A directory that is shown as one file.
  public static let package = UTType(known: "com.apple.package")
  /// A database.
  public static let database = UTType(known: "public.database")
  /// Any address.
  public static let url = UTType(known: "public.url")
  /// The address of a file.
  public static let fileURL = UTType(known: "public.file-url")
  /// An archive in ZIP.
  public static let zip = UTType(known: "public.zip-archive")
}
