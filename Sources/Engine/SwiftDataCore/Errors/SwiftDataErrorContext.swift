// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SwiftDataError {
  /// The details of an error. A class, so that the error stays two words wide.
  final class Context: Sendable {
    let explanation: String
    let entity: String?
    let property: String?
    let identifier: PersistentIdentifier?
    let expression: String?
    let file: URL?
    let value: String?
    let advice: String?
    let underlying: (any Error)?

    init(
      explanation: String, entity: String?, property: String?, identifier: PersistentIdentifier?,
      expression: String?, file: URL?, value: String?, advice: String?, underlying: (any Error)?
    ) {
      self.explanation = explanation
      self.entity = entity
      self.property = property
      self.identifier = identifier
      self.expression = expression
      self.file = file
      self.value = value
      self.advice = advice
      self.underlying = underlying
    }
  }
}

extension SwiftDataError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind, the explanation, the location, the recovery suggestion and the cause. Stored values
  /// are left out; see ``description(showingValues:)``.
  public var description: String { description(showingValues: false) }

  /// The text of ``description``: a debugger shows no stored values either.
  public var debugDescription: String { description }

  /// The description, including the stored value that caused the error if requested.
  ///
  /// There is no process-wide switch: the code that prints the error decides.
  ///
  /// - Parameter showingValues: Whether a stored value may be shown.
  public func description(showingValues: Bool) -> String {
    var text = "\(name): \(explanation)"
    if let place { text += " [\(place)]" }
    if let expression = context?.expression { text += " Expression: \(expression)." }
    if let value = context?.value { text += " Value: \(showingValues ? value : "(hidden)")." }
    if let advice { text += " \(advice)" }
    if let underlying {
      let cause = (underlying as? SwiftDataError)?.description(showingValues: showingValues)
      text += " Cause: \(cause ?? String(describing: underlying))"
    }
    return text
  }

  private var place: String? {
    var parts: [String] = []
    switch (entity, property) {
    case (let entity?, let property?): parts.append("\(entity).\(property)")
    case (let entity?, nil): parts.append(entity)
    case (nil, let property?): parts.append(property)
    case (nil, nil): break
    }
    if let identifier { parts.append("row \(identifier.uriRepresentation.absoluteString)") }
    if let file { parts.append(file.isFileURL ? file.path : file.absoluteString) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension SwiftDataError: LocalizedError {
  /// The whole description.
  public var errorDescription: String? { description }
  /// The explanation, without location and recovery suggestion.
  public var failureReason: String? { explanation }
  /// The advice.
  public var recoverySuggestion: String? { advice }
}
