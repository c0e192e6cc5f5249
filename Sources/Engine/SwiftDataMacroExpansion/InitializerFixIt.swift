// SPDX-License-Identifier: Apache-2.0

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension ModelClass {
  /// The stored properties that an initializer must give a value, with their types.
  var initialValues: [(identifier: String, type: String)] {
    variables.flatMap { variable -> [(identifier: String, type: String)] in
      switch variable.propertyKind {
      case .persisted: break
      case .notStored, .transient, .unsupported: return []
      }
      return variable.bindings.compactMap { binding in
        guard binding.initializer == nil, let type = binding.writtenType,
          let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
          variable.isConstant || type.optionalWrapped == nil
        else { return nil }
        return (pattern.identifier.trimmed.text, type.storageSource)
      }
    }
  }
}

/// A fix-it that writes a memberwise initializer at the end of the class body.
func initializerFix(for model: ModelClass) -> FixIt {
  let values = model.initialValues
  let block = model.declaration.memberBlock
  let outer = model.declaration.leadingTrivia.indentation.description
  let inner =
    block.members.first.map { $0.leadingTrivia.indentation.description } ?? outer + "  "
  let step = inner.hasPrefix(outer) ? String(inner.dropFirst(outer.count)) : "  "
  let parameters = values.map { "\($0.identifier): \($0.type)" }.joined(separator: ", ")
  var lines = values.map { "\(inner)\(step)self.\($0.identifier) = \($0.identifier)" }
  if model.superclass != nil { lines.append("\(inner)\(step)super.init()") }
  let body = lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: "\n"))\n\(inner)}"

  var fixed = block
  let gap = block.members.isEmpty ? "\n" : "\n\n"
  let initializer: DeclSyntax = "\(raw: gap)\(raw: inner)init(\(raw: parameters)) \(raw: body)"
  fixed.members.append(MemberBlockItemSyntax(decl: initializer))
  if !block.rightBrace.leadingTrivia.contains(where: \.isNewline) {
    fixed.rightBrace.leadingTrivia = .newline + model.declaration.leadingTrivia.indentation
  }
  return .replace("add-initializer", "Add an initializer", block, with: fixed)
}
