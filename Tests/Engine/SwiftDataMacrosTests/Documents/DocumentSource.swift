// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// A source file made of blocks: declarations in a type `NAMEExamples`, statements in one function, where
/// each block can use and redeclare what the blocks before it have declared.
///
/// The function belongs to the main actor, as the code of a `main.swift` does. A block that declares a type again, such as
/// its next version, gets a type of its own for its declarations.
struct DocumentSource {
  private var imports: [String] = []
  private var members: [String] = []
  private var outside: [String] = []
  private var statements: [String] = []
  private var depth = 0
  private var declared: Set<String> = []
  private let name: String
  private let isExtension: Bool
  private let function: String

  /// - Parameters:
  ///   - name: The name of the document: `NAMEExamples` is the type that declarations are nested in.
  ///   - isExtension: Whether another source declares that type.
  ///   - function: The name of the function with the statements.
  init(_ name: String, isExtension: Bool = false, function: String = "examples") {
    // Not that of the module, which an article can have.
    self.name = name + "Examples"
    self.isExtension = isExtension
    self.function = function
  }

  /// - Parameters:
  ///   - block: What to add.
  ///   - file: The file that it is of, for diagnostics.
  ///   - hasDeclarations: Whether to add its types and functions too, which another source may have.
  mutating func add(_ block: Document.Block, of file: String, hasDeclarations: Bool = true) {
    let tree = Parser.parse(source: block.text)
    let converter = SourceLocationConverter(fileName: file, tree: tree)
    statements.append("do {")
    depth += 1
    var own: [String] = []
    let names = tree.statements.compactMap { $0.item.asProtocol(NamedDeclSyntax.self)?.name.text }
    let isAgain = !declared.isDisjoint(with: names)
    // What types of other modules are made to conform to cannot be nested either.
    let extendsOthers = tree.statements.contains { item in
      guard let type = item.item.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription else { return false }
      return !declared.union(names).contains(type)
    }
    for item in tree.statements {
      let line = block.line + item.startLocation(converter: converter).line - 1
      let text =
        "#sourceLocation(file: \"\(file)\", line: \(line))\n\(item.trimmedDescription)\n#sourceLocation()"
      switch item.item {
      case .decl(let declaration):
        let alias = declaration.as(TypeAliasDeclSyntax.self)
        if declaration.is(ImportDeclSyntax.self) || declaration.is(IfConfigDeclSyntax.self)
          || alias?.modifiers.isEmpty == false
        {
          // A private alias is for extensions, too, which do not see the members of the type around.
          imports.append(text)
        } else if let declaration = declaration.as(ExtensionDeclSyntax.self) {
          // Extensions cannot be nested.
          let type = declaration.extendedType.trimmedDescription
          outside.append(
            declared.union(names).contains(type)
              ? text.replacingOccurrences(
                of: "extension \(type)", with: "extension \(name).\(type)") : text)
        } else if declaration.is(ProtocolDeclSyntax.self), extendsOthers {
          outside.append(text)
        } else if declaration.is(VariableDeclSyntax.self) {
          statements.append(text)
        } else if let function = declaration.as(FunctionDeclSyntax.self) {
          let start = function.trimmed.with(\.body, nil).trimmedDescription
          let member = start.replacingOccurrences(
            of: "func \(function.name.text)", with: "static func \(function.name.text)")
          own.append(text.replacingOccurrences(of: start, with: member))
        } else {
          own.append(text)
        }
      default: statements.append(text)
      }
    }
    guard hasDeclarations else { return }
    members += isAgain ? ["enum Again\(depth) {"] + own + ["}"] : own
    declared.formUnion(names)
  }

  var text: String {
    """
    import SwiftData
    \(imports.joined(separator: "\n"))
    \(isExtension ? "extension" : "enum") \(name) {
    \(members.joined(separator: "\n"))
    @MainActor static func \(function)() async throws {
    \(statements.joined(separator: "\n"))
    \(String(repeating: "}\n", count: depth))
    }
    }
    \(outside.joined(separator: "\n"))

    """
  }
}
