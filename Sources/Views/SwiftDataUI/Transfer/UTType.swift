// SPDX-License-Identifier: Apache-2.0

import Foundation

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
