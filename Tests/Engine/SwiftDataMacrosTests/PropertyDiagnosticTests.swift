// SPDX-License-Identifier: Apache-2.0

import XCTest

/// What the property macros say about wrong use, and the way out they offer.
final class PropertyDiagnosticTests: XCTestCase {
  func testTransientWithoutDefault() {
    let values = [
      "Int": "0", "Double": "0.0", "Bool": "false", "String": "\"\"", "[Int]": "[]",
      "[String: Int]": "[:]", "Set<Int>": "[]", "UUID": "UUID()", "Date": "Date()",
    ]
    for (type, value) in values {
      assertDiagnostics(
        "@Transient var tag: \(type) // note",
        .init(
          message: "@Transient requires non-optional property 'tag' to have a default value",
          line: 1, column: 16, fixIts: fix("Add the default value '\(value)'")),
        fixed: "@Transient var tag: \(type) = \(value) // note")
    }
    assertDiagnostics(
      "@Transient var tag: Color",
      .init(
        message: "@Transient requires non-optional property 'tag' to have a default value",
        line: 1, column: 16))
  }

  func testTransientThatIsFine() {
    for property in [
      "var a: Int?", "var a: Int??", "var a: Int!", "var a = 1", "var a: Int { 1 }",
      "static var a: Int", "lazy var a: Int = 1", "var a: Optional<Int>", "let a: Int",
    ] {
      assertDiagnostics("@Transient \(property)")
    }
  }

  func testAttributeOfWrongDeclaration() {
    assertDiagnostics(
      """
      @Attribute(.unique)
      var count: Int { 3 }
      """,
      .init(
        message: "'@Attribute' cannot be applied to computed property 'count'", line: 1, column: 1,
        fixIts: fix("Remove '@Attribute'")),
      fixed: "\nvar count: Int { 3 }")
    assertDiagnostics(
      "@Attribute static var count = 3",
      .init(
        message: "'@Attribute' cannot be applied to static property 'count'", line: 1, column: 1,
        fixIts: fix("Remove '@Attribute'")),
      fixed: "static var count = 3")
    assertDiagnostics(
      "@Relationship lazy var other = Trip()",
      .init(
        message: "'@Relationship' cannot be applied to lazy property 'other'", line: 1, column: 1,
        fixIts: fix("Remove '@Relationship'")),
      fixed: "lazy var other = Trip()")
    assertDiagnostics(
      "@Attribute func count() {}",
      .init(
        message: "'@Attribute' can only be applied to a stored property; it has no effect here",
        line: 1, column: 1, severity: .warning, fixIts: fix("Remove '@Attribute'")),
      fixed: "func count() {}")
    assertDiagnostics(
      """
      class Trip {
        var stop: Stop?
        @Relationship(inverse: \\Stop.trip)

        init() {}
      }
      """,
      .init(
        message: "'@Relationship' can only be applied to a stored property; it has no effect here",
        line: 3, column: 3, severity: .warning, fixIts: fix("Remove '@Relationship'")),
      fixed: """
        class Trip {
          var stop: Stop?

          init() {}
        }
        """)
  }

  func testBothMacros() {
    assertDiagnostics(
      "@Attribute @Relationship var other: Trip?",
      .init(
        message: "A property cannot have both '@Attribute' and '@Relationship'", line: 1,
        column: 12, fixIts: fix("Remove '@Relationship'")),
      fixed: "@Attribute var other: Trip?")
  }

  func testRelationshipOfValue() {
    assertDiagnostics(
      "@Relationship(deleteRule: .cascade) var names: [String]?",
      .init(
        message:
          "'@Relationship' requires a model type, but 'names' has the type '[String]?'; use '@Attribute' or no macro",
        line: 1, column: 1, fixIts: fix("Remove '@Relationship'")),
      fixed: "var names: [String]?")
    // Models called Date exist.
    assertDiagnostics(
      "@Relationship var day: Date",
      .init(
        message:
          "'@Relationship' requires a model type, but 'day' has the type 'Date'; use '@Attribute' or no macro",
        line: 1, column: 1, severity: .warning, fixIts: fix("Remove '@Relationship'")))
    assertDiagnostics("@Relationship var friends: [Character]")
  }

  func testUniqueArray() {
    assertDiagnostics(
      "@Attribute(.unique) var names: [String]",
      .init(
        message:
          "'@Attribute(.unique)' on an array compares whole arrays; a unique value should be a single value",
        line: 1, column: 1, severity: .warning))
  }

  func testConstraintOutsideOfModel() {
    assertDiagnostics(
      #"struct Trip { #Unique<Trip>([\.name]) }"#,
      .init(
        message: "'#Unique' can only be used in the body of a class marked with '@Model'", line: 1,
        column: 15))
    assertDiagnostics(
      #"#Index<Trip>([\.name])"#,
      .init(
        message: "'#Index' can only be used in the body of a class marked with '@Model'", line: 1,
        column: 1))
  }
}
