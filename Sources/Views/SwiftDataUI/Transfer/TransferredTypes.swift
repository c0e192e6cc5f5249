// SPDX-License-Identifier: Apache-2.0

import Foundation

extension String: Transferable {
  /// Text in UTF-8.
  public static var transferRepresentation: some TransferRepresentation<String> {
    DataRepresentation<String>(
      contentType: .utf8PlainText, exporting: { Data($0.utf8) },
      importing: { data in
        guard let text = String(data: data, encoding: .utf8) else { throw TransferError("This is no text in UTF-8.") }
        return text
      })
  }
}

extension Data: Transferable {
  /// The bytes as they are.
  public static var transferRepresentation: some TransferRepresentation<Data> {
    DataRepresentation<Data>(contentType: .data, exporting: { $0 }, importing: { $0 })
  }
}

extension URL: Transferable {
  /// The address as text.
  public static var transferRepresentation: some TransferRepresentation<URL> {
    DataRepresentation<URL>(
      contentType: .url, exporting: { Data($0.absoluteString.utf8) },
      importing: { data in
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let url = URL(string: text), url.scheme != nil else { throw TransferError("'\(text)' is no address.") }
        return url
      })
  }
}

extension AttributedString: Transferable {
  /// The text without its attributes.
  public static var transferRepresentation: some TransferRepresentation<AttributedString> {
    ProxyRepresentation<AttributedString, String>(
      exporting: { String($0.characters) }, importing: { AttributedString($0) })
  }
}

extension Image: Transferable {
  /// A picture in PNG, JPEG, GIF or WebP. Images are made of data; symbols and images of the app are not made into data.
  public static var transferRepresentation: some TransferRepresentation<Image> {
    DataRepresentation<Image>(
      importedContentType: .image,
      importing: { data in
        guard let picture = PlatformImage(data: data) else {
          throw TransferError("The picture is neither PNG, JPEG, GIF nor WebP.")
        }
        return Image(uiImage: picture)
      })
  }
}
