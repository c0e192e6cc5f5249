// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error with an explanation, a location and a recovery suggestion.
///
/// ```swift
/// do {
///   try context.save()
/// } catch SwiftDataError.modelValidationFailure {
///   …
/// } catch {
///   print(error)  // names entity, property, file and advice
/// }
/// ```
///
/// Two errors are equal if they are of the same kind, so `error == .unknownSchema` compares kinds.
/// A `catch` pattern also matches more specific kinds: `.modelValidationFailure` catches
/// ``deleteDenied`` too, and `.loadIssueModelContainer` catches ``storeIsBusy``.
public struct SwiftDataError: Error, Hashable, Sendable {
  let kind: Kind
  private(set) var context: Context?

  init(_ kind: Kind) {
    self.kind = kind
    self.context = nil
  }

  /// Creates an error of a kind, with an explanation and a location.
  ///
  /// ```swift
  /// throw SwiftDataError(
  ///   .valueOutOfRange, "The column holds 16 bits.", entity: "Trip", property: "seats",
  ///   value: seats, advice: "Declare the property as Int.")
  /// ```
  ///
  /// - Parameters:
  ///   - kind: One of the static values of this type; its own context, if it
  ///     has any, is replaced.
  ///   - explanation: One or more sentences. It is shown unredacted: a stored
  ///     value belongs in `value`.
  ///   - entity: The entity concerned.
  ///   - property: The property concerned.
  ///   - identifier: The model concerned.
  ///   - expression: The part of a predicate or sort concerned.
  ///   - file: The store file or schema file concerned.
  ///   - value: A stored value; shown on request only.
  ///   - advice: A recovery suggestion.
  ///   - underlying: The error that caused this one.
  public init(
    _ kind: SwiftDataError, _ explanation: String, entity: String? = nil, property: String? = nil,
    identifier: PersistentIdentifier? = nil, expression: String? = nil, file: URL? = nil, value: Any? = nil,
    advice: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.kind = kind.kind
    self.context = Context(
      explanation: explanation, entity: entity, property: property, identifier: identifier,
      expression: expression, file: file, value: value.map { String(describing: $0) }, advice: advice,
      underlying: underlying)
  }

  /// The name of the kind, such as `unknownSchema`.
  public var name: String { kind.rawValue }
  /// An explanation of the error.
  public var explanation: String { context?.explanation ?? kind.explanation }
  /// The entity concerned, if there is one.
  public var entity: String? { context?.entity }
  /// The property concerned, if there is one.
  public var property: String? { context?.property }
  /// The model concerned, if it is a single one: ``ModelContext/model(for:)`` returns it.
  public var identifier: PersistentIdentifier? { context?.identifier }
  /// The part of a predicate or sort concerned, if there is one.
  public var expression: String? { context?.expression }
  /// The file concerned, if there is one.
  public var file: URL? { context?.file }
  /// A recovery suggestion, if there is one.
  public var advice: String? { context?.advice }
  /// The error that caused this one, if there is one.
  public var underlying: (any Error)? { context?.underlying }

  /// Whether both errors are of the same kind.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool { lhs.kind == rhs.kind }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// Lets the static values be used as `catch` and `case` patterns.
  ///
  /// A pattern matches errors of its kind and of more specific kinds.
  public static func ~= (match: SwiftDataError, error: any Error) -> Bool {
    guard let error = error as? SwiftDataError else { return false }
    return error.kind == match.kind || error.kind.generalKind == match.kind
  }

  /// Adds the identifier of the model that the error concerns.
  func with(identifier: PersistentIdentifier) -> SwiftDataError {
    var error = SwiftDataError(kind)
    error.context = Context(
      explanation: explanation, entity: entity, property: property, identifier: identifier,
      expression: expression, file: file, value: context?.value, advice: advice,
      underlying: underlying)
    return error
  }
}
