// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing
import ToolSupport

struct Plot: Codable, Hashable, Sendable { var city: String }

@Model final class Piece {
  var year = 0
  var size = 0
  var name = ""
  var title = ""
  var note: String?
  var rank: Int?
  var price = 0.0
  var day = Date(timeIntervalSinceReferenceDate: 0)
  var due: Date?
  var isOpen = false
  var mark: Bool?
  var owner: Piece?
  @Relationship(inverse: \Piece.owner) var parts: [Piece] = []
  var words: [String] = []
  var table: [String: Int] = [:]
  var data = Data()
  var uuid = UUID()
  var other: UUID?
  var place = Plot(city: "")
  var home: Plot?
  init() {}
}

/// The nodes of predicates beside those of Foundation's own macro, since translators of others know these.
@Suite struct PredicateNodeTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// Where the trees differ on purpose.
  private static let differences: [String: String] = [
    // Fewer nodes, of the same kinds: what does not depend on the model is one value.
    "literal range": "RangeExpressionContains<Value<ClosedRange<Int>>, KeyPath<Variable<Piece>, Int>>",
    "literal half-open range": "RangeExpressionContains<Value<Range<Int>>, KeyPath<Variable<Piece>, Int>>",
    "negative literal": "Comparison<KeyPath<Variable<Piece>, Int>, Value<Int>>",
    "captured coalesce": "Equal<KeyPath<Variable<Piece>, Int>, Value<Int>>",
    // A range of bounds in the wrong order would end the program; comparisons are known to everybody.
    "range of values":
      "Conjunction<Comparison<KeyPath<Variable<Piece>, Int>, Value<Int>>, Comparison<KeyPath<Variable<Piece>, Int>, Value<Int>>>",
    "half-open range of values":
      "Conjunction<Comparison<KeyPath<Variable<Piece>, Int>, Value<Int>>, Comparison<KeyPath<Variable<Piece>, Int>, Value<Int>>>",
    "range of properties":
      "Conjunction<Comparison<Value<Int>, KeyPath<Variable<Piece>, Int>>, Comparison<Value<Int>, KeyPath<Variable<Piece>, Int>>>",
    // Integers that overflow would end the program.
    "add": "Comparison<CheckedArithmetic<KeyPath<Variable<Piece>, Int>, Value<Int>>, Value<Int>>",
    "add properties":
      "Comparison<CheckedArithmetic<KeyPath<Variable<Piece>, Int>, KeyPath<Variable<Piece>, Int>>, Value<Int>>",
    "subtract captured": "Equal<CheckedArithmetic<KeyPath<Variable<Piece>, Int>, Value<Int>>, Value<Int>>",
    "divide": "Equal<CheckedDivision<KeyPath<Variable<Piece>, Int>, Value<Int>>, Value<Int>>",
    "remainder": "Equal<CheckedDivision<KeyPath<Variable<Piece>, Int>, Value<Int>>, Value<Int>>",
    "minus": "Comparison<CheckedArithmetic<Value<Int>, KeyPath<Variable<Piece>, Int>>, Value<Int>>",
  ]

  /// Without modules and what all nodes have in front.
  private static func plain(_ shape: String) -> String {
    shape.replacing(#/\(extension in \w+\):/#, with: "")
      .replacing(
        #/(?:Foundation|FoundationEssentials|Swift|PredicateExpressions|CustomStoreTests|main|Trial)\./#, with: "")
  }

  @Test func treesAreThoseOfFoundation() throws {
    guard let compiler = SwiftCompiler() else {
      print("skipped: \(SwiftCompiler.absence)")
      return
    }
    let list = try String(contentsOf: Self.folder.appendingPathComponent("PredicateList.swift"), encoding: .utf8)
    let program = """
      import Foundation
      struct Plot: Codable, Hashable, Sendable { var city: String }
      final class Piece: Equatable, @unchecked Sendable {
        var year = 0
        var size = 0
        var name = ""
        var title = ""
        var note: String?
        var rank: Int?
        var price = 0.0
        var day = Date(timeIntervalSinceReferenceDate: 0)
        var due: Date?
        var isOpen = false
        var mark: Bool?
        var owner: Piece?
        var parts: [Piece] = []
        var words: [String] = []
        var table: [String: Int] = [:]
        var data = Data()
        var uuid = UUID()
        var other: UUID?
        var place = Plot(city: "")
        var home: Plot?
        init() {}
        static func == (lhs: Piece, rhs: Piece) -> Bool { lhs === rhs }
      }
      for (name, shape) in predicateShapes() { print("\\(name)\\t\\(shape)") }
      """
    let output = try compiler.output(
      of: [
        ("main.swift", program),
        ("List.swift", list.replacingOccurrences(of: "import SwiftData", with: "import Foundation")),
      ])
    let lines = output.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
    let theirs = Dictionary(uniqueKeysWithValues: lines.filter { $0.count == 2 }.map { ($0[0], Self.plain($0[1])) })
    let ours = predicateShapes()
    #expect(ours.count > 90 && ours.count == theirs.count)
    for (name, shape) in ours {
      let wanted = try #require(theirs[name], "\(name): \(output)")
      if let difference = Self.differences[name] {
        #expect(Self.plain(shape) == difference && difference != wanted, "\(name)")
      } else {
        #expect(Self.plain(shape) == wanted, "\(name)")
      }
    }
  }

  /// What the article tells writers of stores to translate is all that they meet.
  @Test func theArticleNamesEveryNode() throws {
    let article = Self.folder.appendingPathComponent(
      "../../../Sources/Engine/SwiftData/SwiftData.docc/WritingAStore.md"
    ).standardizedFileURL
    let text = try String(contentsOf: article, encoding: .utf8)
    let start = try #require(text.range(of: "Nodes that occur: ")).upperBound
    let end = try #require(text.range(of: "\n\n", range: start..<text.endIndex)).lowerBound
    let named = Set(text[start..<end].matches(of: #/`(\w+)`/#).map { String($0.output.1) })
    var met: Set<String> = []
    for (_, shape) in predicateShapes() {
      met.formUnion(shape.matches(of: #/PredicateExpressions\.(\w+)/#).map { String($0.output.1) })
    }
    #expect(met.subtracting(named) == [])
  }
}
