// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Transfers a value as what its `Codable` conformance encodes, in JSON unless coders are given. See Apple's
/// documentation of `CodableRepresentation`.
public struct CodableRepresentation<Item: Codable>: TransferRepresentation {
  public let _ways: [_TransferWay]

  /// Creates a representation in JSON of a content type.
  public init(for itemType: Item.Type = Item.self, contentType: UTType) {
    _ways = [
      _TransferWay(
        type: contentType,
        export: { value in
          guard let item = value as? Item else { throw TransferError("'\(type(of: value))' is no '\(Item.self)'.") }
          return try JSONEncoder().encode(item)
        }, take: { try JSONDecoder().decode(Item.self, from: $0) })
    ]
  }

  /// Creates a representation in JSON, by coders that are set up.
  public init(for itemType: Item.Type = Item.self, contentType: UTType, encoder: JSONEncoder, decoder: JSONDecoder) {
    let coders = Coders(encoder: encoder, decoder: decoder)
    _ways = [
      _TransferWay(
        type: contentType,
        export: { value in
          guard let item = value as? Item else { throw TransferError("'\(type(of: value))' is no '\(Item.self)'.") }
          return try coders.encoder.encode(item)
        }, take: { try coders.decoder.decode(Item.self, from: $0) })
    ]
  }

  private struct Coders: @unchecked Sendable {
    // Unchecked: coders are not changed while they are used.
    let encoder: JSONEncoder
    let decoder: JSONDecoder
  }
}

/// Transfers a value as data that closures make and read. See Apple's documentation of `DataRepresentation`.
public struct DataRepresentation<Item>: TransferRepresentation {
  public let _ways: [_TransferWay]

  /// Creates a representation for both directions.
  public init(
    contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
    importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    _ways = [_TransferWay(type: contentType, export: exported(exporting), take: { try await importing($0) })]
  }
  /// Creates a representation that values are made into only.
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> Data
  ) { _ways = [_TransferWay(type: exportedContentType, export: exported(exporting))] }
  /// Creates a representation that values are made of only.
  public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
    _ways = [_TransferWay(type: importedContentType, take: { try await importing($0) })]
  }
}

/// Transfers a value as another one that can be transferred. See Apple's documentation of `ProxyRepresentation`.
public struct ProxyRepresentation<Item, Proxy: Transferable>: TransferRepresentation {
  public let _ways: [_TransferWay]

  /// Creates a representation for both directions.
  public init(
    exporting: @escaping @Sendable (Item) async throws -> Proxy,
    importing: @escaping @Sendable (Proxy) async throws -> Item
  ) { _ways = Self.ways(exporting, importing) }
  /// Creates a representation that values are made into only.
  public init(exporting: @escaping @Sendable (Item) async throws -> Proxy) { _ways = Self.ways(exporting, nil) }
  /// Creates a representation that values are made of only.
  public init(importing: @escaping @Sendable (Proxy) async throws -> Item) { _ways = Self.ways(nil, importing) }

  private static func ways(
    _ exporting: (@Sendable (Item) async throws -> Proxy)?, _ importing: (@Sendable (Proxy) async throws -> Item)?
  ) -> [_TransferWay] {
    Transfer.ways(of: Proxy.self).map { way in
      var own = _TransferWay(type: way.type, fileName: way.fileName)
      if let exporting, let export = way.export {
        own.export = { value in
          guard let item = value as? Item else { throw TransferError("'\(type(of: value))' is no '\(Item.self)'.") }
          return try await export(try await exporting(item))
        }
      }
      if let importing, let take = way.take {
        own.take = { data in
          guard let proxy = try await take(data) as? Proxy else { throw TransferError("This is no '\(Proxy.self)'.") }
          return try await importing(proxy)
        }
      }
      return own
    }
  }
}

/// A file that a value is sent as. See Apple's documentation of `SentTransferredFile`.
public struct SentTransferredFile: Sendable {
  /// Where the file is.
  public let file: URL
  /// Names a file. Whether the original may be opened has no effect: what is sent is a copy.
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) { self.file = file }
}

/// A file that a value is made of. See Apple's documentation of `ReceivedTransferredFile`.
public struct ReceivedTransferredFile: Sendable {
  /// Where the file is. It is gone when the closure has returned.
  public let file: URL
  /// Always false: what comes from a browser is a copy.
  public let isOriginalFile: Bool
}

/// Transfers a value as a file. See Apple's documentation of `FileRepresentation`.
public struct FileRepresentation<Item>: TransferRepresentation {
  public let _ways: [_TransferWay]

  /// Creates a representation for both directions.
  public init(
    contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    _ways = [_TransferWay(type: contentType, export: Self.sent(exporting), take: Self.received(importing, contentType))]
  }
  /// Creates a representation that values are made into only.
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) { _ways = [_TransferWay(type: exportedContentType, export: Self.sent(exporting))] }
  /// Creates a representation that values are made of only.
  public init(
    importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) { _ways = [_TransferWay(type: importedContentType, take: Self.received(importing, importedContentType))] }

  private static func sent(
    _ exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) -> @Sendable (Any) async throws -> Data {
    exported { try Data(contentsOf: try await exporting($0).file) }
  }

  private static func received(
    _ importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item, _ type: UTType
  ) -> @Sendable (Data) async throws -> Any {
    { data in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("received-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("file." + (type.preferredFilenameExtension ?? "data"))
      try data.write(to: file)
      return try await importing(ReceivedTransferredFile(file: file, isOriginalFile: false))
    }
  }
}

private func exported<Item>(
  _ exporting: @escaping @Sendable (Item) async throws -> Data
) -> @Sendable (Any) async throws -> Data {
  { value in
    guard let item = value as? Item else { throw TransferError("'\(type(of: value))' is no '\(Item.self)'.") }
    return try await exporting(item)
  }
}
