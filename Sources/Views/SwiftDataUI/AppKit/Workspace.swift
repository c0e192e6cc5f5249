// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What an app for the Mac asks of other apps: its addresses are opened by the browser.
@MainActor @preconcurrency public final class NSWorkspace {
  /// The only workspace.
  public static let shared = NSWorkspace()

  /// Lets the browser of the page that runs the caller open an address in a new window, as the environment's `openURL`
  /// does, and returns whether it does. Files are not opened: they are the server's.
  @discardableResult public func open(_ url: URL) -> Bool { PageClipboard.open(url) }
  /// Shows no files, which are the server's: a note is logged.
  public func activateFileViewerSelecting(_ fileURLs: [URL]) { noFiles() }
  /// Shows no file, which is the server's, and returns false: a note is logged.
  @discardableResult
  public func selectFile(_ fullPath: String?, inFileViewerRootedAtPath rootFullPath: String) -> Bool {
    noFiles()
    return false
  }

  private func noFiles() { Diagnostics.noteOnce("Not supported: showing files of the server in a browser.") }
}

/// The clipboard of a page, by AppKit's name for it: that of ``UIPasteboard``.
@MainActor @preconcurrency public final class NSPasteboard {
  /// The clipboard of the page that runs the caller, each time that something is asked of it: see
  /// ``UIPasteboard/general``.
  public static let general = NSPasteboard()

  /// A kind of what is in a clipboard.
  public struct PasteboardType: RawRepresentable, Hashable, Sendable {
    /// The kind's identifier.
    public let rawValue: String
    /// Creates a kind with an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a kind with an identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Text.
    public static let string = Self("public.utf8-plain-text")
    /// An address, which is kept as text.
    public static let URL = Self("public.url")
    /// The address of a file, which is kept as text.
    public static let fileURL = Self("public.file-url")
    /// A picture.
    public static let png = Self("public.png")
    /// A picture.
    public static let tiff = Self("public.tiff")
  }

  private var page: UIPasteboard { UIPasteboard.general }

  /// How often something was put in or taken out. It does not change when other apps copy.
  public var changeCount: Int { page.changes }
  /// The kinds of what is in the clipboard; nil if there is nothing.
  public var types: [PasteboardType]? {
    let types: [PasteboardType] = (page.string == nil ? [] : [.string]) + (page.image == nil ? [] : [.png, .tiff])
    return types.isEmpty ? nil : types
  }
  /// Takes out what is in the clipboard; what the browser's own has stays there. Returns the new ``changeCount``.
  @discardableResult public func clearContents() -> Int {
    page.string = nil
    page.image = nil
    return page.changes
  }
  /// Accepts the kinds of what will be put in, after ``clearContents()``.
  @discardableResult public func declareTypes(_ newTypes: [PasteboardType], owner newOwner: Any?) -> Int {
    clearContents()
  }
  /// Puts in a text, also into the browser's clipboard.
  @discardableResult public func setString(_ string: String, forType dataType: PasteboardType) -> Bool {
    page.string = string
    return true
  }
  /// The text that was put in last; nil for pictures.
  public func string(forType dataType: PasteboardType) -> String? {
    [.string, .URL, .fileURL].contains(dataType) ? page.string : nil
  }
  /// Puts in a picture, or text in UTF-8; false if the data are neither.
  @discardableResult public func setData(_ data: Data?, forType dataType: PasteboardType) -> Bool {
    guard let data else { return false }
    if let image = PlatformImage(data: data) {
      page.image = image
      return true
    }
    return String(data: data, encoding: .utf8).map { setString($0, forType: dataType) } ?? false
  }
  /// The picture's data for the kinds of pictures, and the text's in UTF-8 for others.
  public func data(forType dataType: PasteboardType) -> Data? {
    [.png, .tiff].contains(dataType) ? page.image?.pngData() : string(forType: dataType).map { Data($0.utf8) }
  }
  /// Puts in the first text, address or picture of an array; false if there is none.
  @discardableResult public func writeObjects(_ objects: [Any]) -> Bool {
    for object in objects {
      switch object {
      case let text as String: return setString(text, forType: .string)
      case let text as NSString: return setString(text as String, forType: .string)
      case let url as URL: return setString(url.absoluteString, forType: .URL)
      case let url as NSURL: return setString(url.absoluteString, forType: .URL)
      case let image as PlatformImage:
        page.image = image
        return true
      default: continue
      }
    }
    return false
  }
  /// The picture or the text that was put in, whichever of the classes comes first.
  public func readObjects(forClasses classArray: [AnyClass], options: [ReadingOptionKey: Any]? = nil) -> [Any]? {
    for each in classArray {
      if each == PlatformImage.self, let image = page.image { return [image] }
      if each == NSString.self, let string = page.string { return [string] }
    }
    return nil
  }
  /// A key of the options that say what to read. They are not read.
  public struct ReadingOptionKey: Hashable, Sendable { let name: String }
}
