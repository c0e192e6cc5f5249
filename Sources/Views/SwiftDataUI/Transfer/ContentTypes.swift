// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UTType {
  /// What each kind that is known is a kind of, and how its files are called.
  private static let known: [String: (parent: String?, suffix: String?, mime: String?)] = [
    "public.item": (nil, nil, nil), "public.content": (nil, nil, nil), "public.data": ("public.item", nil, nil),
    "public.text": ("public.data", "txt", "text/plain"), "public.plain-text": ("public.text", "txt", "text/plain"),
    "public.utf8-plain-text": ("public.plain-text", "txt", "text/plain"),
    "public.comma-separated-values-text": ("public.text", "csv", "text/csv"),
    "public.json": ("public.text", "json", "application/json"), "public.xml": ("public.text", "xml", "text/xml"),
    "public.html": ("public.text", "html", "text/html"), "public.rtf": ("public.text", "rtf", "text/rtf"),
    "com.adobe.pdf": ("public.data", "pdf", "application/pdf"), "public.image": ("public.data", nil, "image/*"),
    "public.png": ("public.image", "png", "image/png"), "public.jpeg": ("public.image", "jpeg", "image/jpeg"),
    "public.heic": ("public.image", "heic", "image/heic"), "com.compuserve.gif": ("public.image", "gif", "image/gif"),
    "public.movie": ("public.data", nil, "video/*"), "public.video": ("public.movie", nil, "video/*"),
    "public.audio": ("public.data", nil, "audio/*"), "public.mp3": ("public.audio", "mp3", "audio/mpeg"),
    "public.mpeg-4": ("public.movie", "mp4", "video/mp4"),
    "public.mpeg-4-audio": ("public.audio", "m4a", "audio/mp4"),
    "com.microsoft.waveform-audio": ("public.audio", "wav", "audio/wav"),
    "com.apple.property-list": ("public.data", "plist", nil), "public.archive": ("public.data", nil, nil),
    "public.zip-archive": ("public.archive", "zip", "application/zip"), "public.url": ("public.data", nil, nil),
    "public.file-url": ("public.url", nil, nil), "public.database": ("public.data", nil, nil),
    "public.directory": ("public.item", nil, nil), "public.folder": ("public.directory", nil, nil),
  ]

  /// Whether the kind is another one, or a kind of it. Of kinds that an app declares it is not known what they conform
  /// to: they count as data.
  public func conforms(to type: UTType) -> Bool {
    var name = identifier
    for _ in 0..<8 {
      if name == type.identifier { return true }
      guard let next = Self.known[name].map({ $0.parent }) ?? "public.data" else { return false }
      name = next
    }
    return false
  }

  /// How files of the kind are called: what follows the last point.
  public var preferredFilenameExtension: String? {
    Self.known[identifier]?.suffix ?? (identifier.contains(".") || identifier.contains("/") ? nil : identifier)
  }

  /// The kind's name on the web.
  public var preferredMIMEType: String? {
    guard let mime = Self.known[identifier]?.mime, !mime.hasSuffix("/*") else { return nil }
    return mime
  }

  /// What a browser's chooser of files takes for the kind; nil for anything.
  var accepted: String? {
    if let mime = Self.known[identifier]?.mime { return mime }
    return preferredFilenameExtension.map { "." + $0 }
  }

  /// The kind of a file by its name.
  static func of(fileName: String) -> UTType {
    let suffix = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let suffixes = ["jpg": "public.jpeg", "webp": "public.image", "mov": "public.movie", "htm": "public.html"]
    if let name = suffixes[suffix] { return UTType(known: name) }
    // Text has several kinds: the plain one is what files are.
    if suffix == "txt" { return .utf8PlainText }
    return known.first { $0.value.suffix == suffix }.map { UTType(known: $0.key) } ?? .data
  }
}
