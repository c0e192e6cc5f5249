// SPDX-License-Identifier: Apache-2.0

import XCTest

/// What `@Model` says of properties that it cannot store as they are, and the way out it offers.
final class PropertyKindDiagnosticTests: XCTestCase {
  func testLazyProperty() {
    assertDiagnostics(
      "@Model class Trip {\n  lazy var count = 5\n  @Transient lazy var cache = 5\n}",
      .init(
        message: "The lazy property 'count' cannot be persisted; mark it '@Transient', or remove 'lazy'",
        line: 2, column: 3, fixIts: fix("Mark it '@Transient'")),
      fixed: "@Model class Trip {\n  @Transient lazy var count = 5\n  @Transient lazy var cache = 5\n}")
  }

  func testWeakProperty() {
    assertDiagnostics(
      "@Model class Trip {\n  // A comment.\n  weak var next: Trip?\n  @Transient weak var cache: Trip?\n}",
      .init(
        message:
          "'weak' has no effect on the persisted property 'next'; remove it, or mark the property '@Transient'",
        line: 3, column: 3, severity: .warning, fixIts: fix("Remove 'weak'")),
      fixed: "@Model class Trip {\n  // A comment.\n  var next: Trip?\n  @Transient weak var cache: Trip?\n}")
    assertDiagnostics(
      "@Model class Trip { unowned(unsafe) var next: Trip; init() {} }",
      .init(
        message:
          "'unowned(unsafe)' has no effect on the persisted property 'next'; remove it, or mark the property '@Transient'",
        line: 1, column: 21, severity: .warning, fixIts: fix("Remove 'unowned(unsafe)'")))
  }

  func testPropertyWrapper() {
    assertDiagnostics(
      "@Model class Trip {\n  @Published var count = 1\n  @Transient @Published var local = 1\n}",
      .init(
        message:
          "'@Published' cannot wrap the persisted property 'count', whose value the store keeps; remove the wrapper, or mark the property '@Transient'",
        line: 2, column: 3, fixIts: fix("Remove '@Published'")),
      fixed: "@Model class Trip {\n  var count = 1\n  @Transient @Published var local = 1\n}")
  }

  /// It may be another macro: the storage keeps out of the way of a wrapper's.
  func testUnknownAttribute() {
    assertExpansion(
      of: "@Model class Trip { @Shown var count: Int = 1; @MainActor var name = \"\" }",
      contains: "private var _$_count: SwiftData._StoredAttribute<Int>", "self._$_count = .absent",
      "builder.attribute(\"count\", \\Trip._$_count)", "private var _name:")
  }

  func testMetatype() {
    assertDiagnostics(
      "@Model class Trip { var kind: Trip.Type?; init() {} }",
      .init(
        message:
          "Property 'kind' has the type 'Trip.Type?', which cannot be persisted; mark it @Transient, or use a type that is Codable",
        line: 1, column: 25, fixIts: fix("Mark it '@Transient'")))
  }

  func testRelationshipCounts() {
    let message = "No number of models is at least 3 and at most 2; exchange the limits"
    assertDiagnostics(
      "@Relationship(minimumModelCount: 3, maximumModelCount: 2) var stops: [Stop]",
      .init(message: message, line: 1, column: 1))
    assertDiagnostics(
      "@Relationship(minimum: 3, maximum: 2) var stops: [Stop]",
      .init(message: message, line: 1, column: 1))
    for limits in ["minimum: 3", "minimum: 3, maximum: 0", "minimum: 2, maximum: 2", "minimum: least, maximum: 1"] {
      assertDiagnostics("@Relationship(\(limits)) var stops: [Stop]")
    }
  }

  func testConstraintOfWhatIsNotPersisted() {
    assertDiagnostics(
      #"""
      @Model class Trip {
        #Index<Trip>([\.name], [\.name, \.upper])
        #Unique<Trip>([\Trip.note])
        var name = ""
        var upper: String { name }
        @Transient var note = ""
      }
      """#,
      .init(
        message: "'#Index' cannot index 'upper', which is not persisted; name persisted properties of 'Trip'",
        line: 2, column: 35),
      .init(
        message: "'#Unique' cannot hold unique 'note', which is not persisted; name persisted properties of 'Trip'",
        line: 3, column: 18))
  }

  /// What the compiler refuses in the macro's arguments is not repeated in the expansion.
  func testCopiesOfWrongArguments() {
    assertExpansion(
      of: #"""
        @Model class Trip {
          #Index<Trip>([\.missing])
          @Relationship(deleteRule: .cascade, inverse: \.trip) var stops: [Stop] = []
          @Attribute(.transformable, originalName: "c") var color: Color
          init() {}
        }
        """#,
      contains: #"[\Trip.persistentModelID]), of: Trip.self)"#, "_$m=_$R(deleteRule: .cascade)",
      #"_$m=_$A(originalName: "c")"#, #"builder.transformable("color""#,
      excludes: "missing", "inverse")
    assertExpansion(
      of: #"@Model class Sub: Trip { #Index<Sub>([\.inherited]) }"#, contains: #"Index<Sub>([\.inherited])"#)
  }

  func testModelActorWithoutValue() {
    assertDiagnostics(
      "@ModelActor actor Importer {\n  let badge: Int\n  var count = 0\n  var name: String?\n  @Wrapped var other: Int\n}",
      .init(
        message:
          "'init(modelContainer:)', which '@ModelActor' adds, gives 'badge' no value; give it a default value, or write 'init(modelContainer:)' yourself",
        line: 2, column: 7))
    assertDiagnostics(
      "@ModelActor actor Importer { let badge: Int; init(modelContainer: ModelContainer) { badge = 1 } }")
  }

  func testModelsThatCannotBe() {
    assertDiagnostics(
      "@Model class Holder<Value: Codable> { var value: Value; init() {} }",
      .init(
        message:
          "'@Model' cannot be applied to the generic class 'Holder': a store has one table for a class; write a class for each type of value",
        line: 1, column: 20))
    assertDiagnostics(
      "struct Outer<Value> {\n  @Model class Inner { var name = \"\" }\n}",
      .init(
        message:
          "'@Model' cannot be applied to 'Inner' in a generic type: a store has one table for a class; declare the class outside",
        line: 2, column: 16))
    assertDiagnostics(
      "func make() {\n  @Model class Local { var name = \"\" }\n}",
      .init(
        message: "'@Model' cannot be applied to the local class 'Local'; declare the class outside of the function",
        line: 2, column: 16))
    assertExpansion(
      of: "struct Outer<Value> {\n  @Model class Inner { var name = \"\" }\n}", excludes: "_$storage", "_name")
    assertDiagnostics("enum Version1 {\n  @Model class Trip { var name = \"\" }\n}")
  }

  func testCapitalizedNames() {
    assertExpansion(
      of: #"@Model class Trip { var ID = ""; let Root: Int; init() {} }"#,
      contains: #"keypath: \Trip.self.ID"#, #"builder.constant("Root", \Trip.self.Root)"#, #"\Trip._ID"#)
  }
}
