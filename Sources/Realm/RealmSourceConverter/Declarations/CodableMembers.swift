// SPDX-License-Identifier: Apache-2.0

import SourceText
import SwiftSyntax

/// What the compiler wrote for a class that was `Codable`, and does not write
/// for a model.
struct CodableMembers {
  private let type: RealmDeclaration
  private let plan: ConversionPlan
  private let source: PropertyConversion
  private let hasCodingKeys: Bool

  init(
    _ type: RealmDeclaration, _ plan: ConversionPlan, _ source: PropertyConversion, hasCodingKeys: Bool
  ) {
    self.type = type
    self.plan = plan
    self.source = source
    self.hasCodingKeys = hasCodingKeys
  }

  func members(_ declaration: ClassDeclSyntax, access: String) -> [[String]] {
    let names = Set(type.conformances.map(RealmNames.last))
    let decodes = !names.isDisjoint(with: ["Codable", "Decodable"])
    let encodes = !names.isDisjoint(with: ["Codable", "Encodable"])
    guard decodes || encodes else { return [] }
    let hasDecoder = type.initializers.contains("from")
    let hasEncoder = type.members.contains("encode")
    let keys = codingKeys(declaration)
    let properties = type.properties.filter { property in
      property.collection != .linking && property.type != nil
        && (keys.map { $0.contains(property.name) } ?? true)
    }
    var added: [[String]] = []
    if (decodes && !hasDecoder) || (encodes && !hasEncoder), !hasCodingKeys {
      let cases = properties.map { SwiftNames.escaped($0.name) }.joined(separator: ", ")
      guard !properties.isEmpty else { return emptyMembers(decodes && !hasDecoder, encodes && !hasEncoder, access) }
      added.append(["private enum CodingKeys: String, CodingKey {", "  case \(cases)", "}"])
    }
    if decodes, !hasDecoder { added.append(decoder(properties, access)) }
    if encodes, !hasEncoder { added.append(encoder(properties, access)) }
    return added
  }

  private var isSubclass: Bool { type.superclass != nil }

  private func emptyMembers(_ decodes: Bool, _ encodes: Bool, _ access: String) -> [[String]] {
    var added: [[String]] = []
    if decodes { added.append(["\(access)required init(from decoder: any Decoder) throws {}"]) }
    if encodes { added.append(["\(access)func encode(to encoder: any Encoder) throws {}"]) }
    return added
  }

  /// The cases of the class's own keys; `nil` if it has none here.
  private func codingKeys(_ declaration: ClassDeclSyntax) -> Set<String>? {
    let keys = declaration.memberBlock.members.lazy
      .compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { $0.name.text == "CodingKeys" }
    guard let keys else { return nil }
    return Set(
      keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
        .flatMap { $0.elements.map(\.name.text.trimmingBackticks) })
  }

  private func decoder(_ properties: [RealmPropertyDeclaration], _ access: String) -> [String] {
    var lines = ["\(access)required init(from decoder: any Decoder) throws {"]
    if isSubclass { lines.append("  try super.init(from: decoder)") }
    if !properties.isEmpty {
      lines.append("  let container = try decoder.container(keyedBy: CodingKeys.self)")
    }
    for property in properties {
      guard let type = valueType(property) else { continue }
      lines.append(
        type.hasSuffix("?")
          ? "  self.\(property.name) = try container.decodeIfPresent(\(type.dropLast()).self, forKey: .\(property.name))"
          : "  self.\(property.name) = try container.decode(\(type).self, forKey: .\(property.name))")
    }
    return lines + ["}"]
  }

  private func encoder(_ properties: [RealmPropertyDeclaration], _ access: String) -> [String] {
    var lines = ["\(access)func encode(to encoder: any Encoder) throws {"]
    if !properties.isEmpty {
      lines.append("  var container = encoder.container(keyedBy: CodingKeys.self)")
    }
    for property in properties {
      guard let type = valueType(property) else { continue }
      let function = type.hasSuffix("?") ? "encodeIfPresent" : "encode"
      lines.append("  try container.\(function)(self.\(property.name), forKey: .\(property.name))")
    }
    return lines + ["}"]
  }

  private func valueType(_ property: RealmPropertyDeclaration) -> String? {
    guard let type = property.type else { return nil }
    if property.collection == .set, case .toMany = plan.role(of: property.name, in: self.type.name) {
      return "[\(type)]"
    }
    if case .elements(let model) = plan.role(of: property.name, in: self.type.name) {
      return model.isDictionary ? "[String: \(model.target)]" : "[\(model.target)]"
    }
    return source.swiftType(property)?.replacingSuffix("!", "?")
  }
}
