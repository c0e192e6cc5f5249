// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import SwiftSyntax

/// The targets of Package.swift, as they are written.
struct PackageManifest {
  struct Target {
    let name: String
    var folder: String
    /// Those of this package.
    var targets: Set<String> = []
    /// Other packages.
    var packages: Set<String> = []
  }

  /// Those with sources in `Sources`.
  let targets: [Target]
  /// The rooms in `Sources`, in their order.
  let rooms: [String]
  /// The targets of the products that are libraries.
  let libraries: Set<String>

  init(_ text: String) {
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(Parser.parse(source: text))
    let places = Dictionary(uniqueKeysWithValues: finder.rooms.flatMap { room, names in names.map { ($0, room) } })
    targets = finder.targets.map { target in
      var target = target
      if let room = places[target.name] { target.folder = "\(room)/\(target.name)" }
      return target
    }.filter { $0.folder.hasPrefix("Sources/") }
    rooms = finder.rooms.map(\.name).filter { $0.hasPrefix("Sources/") }
    libraries = finder.libraries
  }

  private final class Finder: SyntaxVisitor {
    var targets: [Target] = []
    var rooms: [(name: String, targets: [String])] = []
    var libraries: Set<String> = []

    /// An element of `rooms`.
    override func visit(_ node: DictionaryElementSyntax) -> SyntaxVisitorContinueKind {
      if let name = Self.string(node.key), let targets = node.value.as(ArrayExprSyntax.self) {
        rooms.append((name, targets.elements.compactMap { Self.string($0.expression) }))
      }
      return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if Self.name(of: node) == "library" {
        let argument = node.arguments.first { $0.label?.text == "targets" }
        libraries.formUnion(
          argument?.expression.as(ArrayExprSyntax.self)?.elements.compactMap { Self.string($0.expression) } ?? [])
        return .skipChildren
      }
      let kinds = ["target", "executableTarget", "macro", "systemLibrary"]
      if ["testTarget", "plugin"].contains(Self.name(of: node)) { return .skipChildren }
      guard let name = Self.name(of: node), kinds.contains(name),
        let target = Self.string(node, "name")
      else { return .visitChildren }
      var result = Target(name: target, folder: Self.string(node, "path") ?? "")
      for argument in node.arguments where argument.label?.text == "dependencies" {
        for element in argument.expression.as(ArrayExprSyntax.self)?.elements ?? [] {
          if let text = Self.string(element.expression) {
            result.targets.insert(text)
          } else if let call = element.expression.as(FunctionCallExprSyntax.self),
            let package = Self.string(call, "package")
          {
            result.packages.insert(package)
          } else if let call = element.expression.as(FunctionCallExprSyntax.self),
            Self.name(of: call) == "target", let target = Self.string(call, "name")
          {
            // Under a condition.
            result.targets.insert(target)
          }
        }
      }
      targets.append(result)
      return .skipChildren
    }

    private static func name(of call: FunctionCallExprSyntax) -> String? {
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    private static func string(_ call: FunctionCallExprSyntax, _ label: String) -> String? {
      call.arguments.first { $0.label?.text == label }.flatMap { string($0.expression) }
    }

    private static func string(_ expression: ExprSyntax) -> String? {
      expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    }
  }
}
