// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A type whose values can be copied, dropped, shared and read from files. See Apple's documentation of `Transferable`.
///
/// ```swift
/// struct Recipe: Codable, Transferable {
///   var title: String
///
///   static var transferRepresentation: some TransferRepresentation {
///     CodableRepresentation(contentType: .json)
///     ProxyRepresentation(exporting: \.title)
///   }
/// }
/// ```
public protocol Transferable {
  /// The type of ``transferRepresentation``.
  associatedtype Representation: TransferRepresentation
  /// How values become data, and are made of data: the best way comes first.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// A way to make data of values, and values of data. See Apple's documentation of `TransferRepresentation`.
public protocol TransferRepresentation<Item> {
  /// What is transferred.
  associatedtype Item
  var _ways: [_TransferWay] { get }
}

extension TransferRepresentation {
  /// Who may receive the data. Has no effect in the browser, which is another process.
  public func visibility(_ visibility: TransferRepresentationVisibility) -> Self { self }
  /// The name of a file that is made of the data; it is used if the file is saved.
  public func suggestedFileName(_ name: String) -> some TransferRepresentation<Item> {
    _TransferWays<Item>(
      ways: _ways.map { way in
        var way = way
        way.fileName = name
        return way
      })
  }
  /// Makes data of a value only if a condition holds for it.
  public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool) -> some TransferRepresentation<Item> {
    _TransferWays<Item>(
      ways: _ways.map { way in
        var way = way
        way.allows = { ($0 as? Item).map(condition) ?? false }
        return way
      })
  }
}

/// Who may receive what is transferred, which makes no difference here.
public enum TransferRepresentationVisibility: Hashable, Sendable {
  /// Everybody.
  case all
  /// Apps of the same team.
  case team
  /// Apps of the same group.
  case group
  /// The app itself.
  case ownProcess
}

/// One way between values and data, with the types erased.
public struct _TransferWay: Sendable {
  let type: UTType
  var fileName: String?
  var allows: @Sendable (Any) -> Bool = { _ in true }
  var export: (@Sendable (Any) async throws -> Data)?
  var take: (@Sendable (Data) async throws -> Any)?
}

/// Several ways, the best one first.
public struct _TransferWays<Item>: TransferRepresentation {
  let ways: [_TransferWay]
  public var _ways: [_TransferWay] { ways }
}

/// Makes one representation of the statements of a property. See Apple's documentation of
/// `TransferRepresentationBuilder`.
@resultBuilder public enum TransferRepresentationBuilder<Item> {
  /// Takes a representation of the type.
  public static func buildExpression<R: TransferRepresentation>(_ content: R) -> _TransferWays<Item>
  where R.Item == Item { _TransferWays(ways: content._ways) }
  /// Takes several representations, the best one first.
  public static func buildBlock(_ all: _TransferWays<Item>...) -> _TransferWays<Item> {
    _TransferWays(ways: all.flatMap(\.ways))
  }
}

/// Why something cannot be transferred.
public struct TransferError: LocalizedError, Sendable {
  /// What cannot be done, and what would help.
  public let errorDescription: String?
  init(_ text: String) { errorDescription = text }
}

/// Makes data of values, and values of data.
enum Transfer {
  static func ways<T: Transferable>(of type: T.Type) -> [_TransferWay] { T.transferRepresentation._ways }

  /// The first way that makes data of a value, of a type that is asked for.
  static func data<T: Transferable>(of value: T, as types: [UTType]) async throws -> (Data, _TransferWay) {
    for way in ways(of: T.self) where types.contains(where: { way.type.conforms(to: $0) }) && way.allows(value) {
      if let export = way.export { return (try await export(value), way) }
    }
    throw TransferError(
      "'\(T.self)' has no representation that makes \(types.map(\.identifier).joined(separator: " or ")). Add one to its "
        + "'transferRepresentation'.")
  }

  /// A text that stands for a value.
  static func text<T: Transferable>(of value: T) async throws -> String {
    let (data, _) = try await data(of: value, as: [.text, .url, .json, .data])
    guard let text = String(data: data, encoding: .utf8) else {
      throw TransferError("'\(T.self)' is no text: it cannot be put into a browser's clipboard.")
    }
    return text
  }

  /// A value of the first way that makes one of data of a type.
  static func value<T: Transferable>(_ type: T.Type, of data: Data, _ contentType: UTType) async throws -> T {
    for way in ways(of: T.self) where contentType.conforms(to: way.type) || way.type.conforms(to: contentType) {
      if let take = way.take, let value = try await take(data) as? T { return value }
    }
    throw TransferError(
      "'\(T.self)' has no representation that is made of \(contentType.identifier). Add one to its "
        + "'transferRepresentation'.")
  }

  /// A value of text from elsewhere, which may be an address.
  static func value<T: Transferable>(_ type: T.Type, ofText text: String) async throws -> T {
    let from: UTType = canTake(T.self, .utf8PlainText) ? .utf8PlainText : .url
    return try await value(T.self, of: Data(text.utf8), from)
  }

  static func canTake<T: Transferable>(_ type: T.Type, _ contentType: UTType) -> Bool {
    ways(of: T.self).contains {
      $0.take != nil && (contentType.conforms(to: $0.type) || $0.type.conforms(to: contentType))
    }
  }

  /// A value made of one of another type: itself, or by way of the first data that both know.
  static func value<T: Transferable>(_ type: T.Type, of other: any Transferable) async throws -> T {
    if let same = other as? T { return same }
    func open<O: Transferable>(_ other: O) async throws -> T {
      for way in ways(of: O.self) where canTake(T.self, way.type) && way.allows(other) {
        if let export = way.export { return try await value(T.self, of: try await export(other), way.type) }
      }
      throw TransferError("'\(T.self)' cannot be made of '\(O.self)': they have no content type in common.")
    }
    return try await open(other)
  }
}
