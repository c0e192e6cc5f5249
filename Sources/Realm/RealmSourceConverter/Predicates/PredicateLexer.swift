// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Takes the text of an `NSPredicate` apart, as it stands in the source.
struct PredicateLexer {
  /// A character of the text, or a value in it.
  private enum Unit {
    case character(Character)
    case value(String)
  }

  private var units: [Unit] = []
  private var position = 0

  /// - Parameter rewrite: converts the expressions in the text.
  init(_ literal: StringLiteralExprSyntax, rewrite: (ExprSyntax) -> String) throws {
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let text):
        units += Self.unescaped(text.content.text).map { .character($0) }
      case .expressionSegment(let segment):
        guard segment.expressions.count == 1, let only = segment.expressions.first?.expression else {
          throw PredicateProblem(reason: "a value in it cannot be read")
        }
        units.append(.value(rewrite(only)))
      }
    }
  }

  private static func unescaped(_ text: String) -> String {
    text.replacing("\\\"", with: "\"").replacing("\\'", with: "'")
  }

  mutating func tokens() throws -> [PredicateParser.Token] {
    var result: [PredicateParser.Token] = []
    while position < units.count {
      switch units[position] {
      case .value(let text):
        position += 1
        result.append(.value(text))
      case .character(let character):
        if character.isWhitespace {
          position += 1
        } else if character == "'" || character == "\"" {
          result.append(try string(character))
        } else if character == "%" {
          result.append(placeholder())
        } else if character.isNumber || (character == "-" && isNumber(at: position + 1)) {
          result.append(.number(take { $0.isNumber || $0 == "." || $0 == "-" }))
        } else if character.isLetter || character == "_" || character == "@" || character == "#" {
          let word = take { $0.isLetter || $0.isNumber || "_.@#$".contains($0) }
          result.append(.word(word.hasPrefix("#") ? String(word.dropFirst()) : word))
        } else {
          result.append(try symbol(character))
        }
      }
    }
    return result
  }

  private func isNumber(at index: Int) -> Bool {
    guard index < units.count, case .character(let character) = units[index] else { return false }
    return character.isNumber
  }

  private mutating func take(while condition: (Character) -> Bool) -> String {
    var text = ""
    while position < units.count, case .character(let character) = units[position],
      condition(character)
    {
      text.append(character)
      position += 1
    }
    return text
  }

  private mutating func string(_ quote: Character) throws -> PredicateParser.Token {
    position += 1
    var text = ""
    var values: [String] = []
    var swift = ""
    while position < units.count {
      switch units[position] {
      case .value(let value):
        values.append(value)
        swift += "\\(\(value))"
      case .character(let character):
        if character == quote {
          position += 1
          if values.count == 1, text.isEmpty { return .value(values[0]) }
          return values.isEmpty ? .string(text) : .interpolated("\"\(swift)\"")
        }
        text.append(character)
        swift += String(PredicateParser.swift(String(character)).dropFirst().dropLast())
      }
      position += 1
    }
    throw PredicateProblem(reason: "a text in it has no end")
  }

  private mutating func placeholder() -> PredicateParser.Token {
    position += 1
    let letters = take { $0.isLetter || $0 == "@" }
    return letters == "K" ? .key : .argument
  }

  private mutating func symbol(_ first: Character) throws -> PredicateParser.Token {
    position += 1
    if position < units.count, case .character(let second) = units[position] {
      let both = String([first, second])
      if ["==", "!=", "<>", "<=", ">=", "=<", "=>", "&&", "||"].contains(both) {
        position += 1
        return .symbol(both)
      }
    }
    guard "=<>!()[]{},".contains(first) else {
      throw PredicateProblem(reason: "'\(first)' has no counterpart")
    }
    return .symbol(String(first))
  }
}
