// SPDX-License-Identifier: Apache-2.0

import XCTest

/// What `@Model` and `@ModelActor` say about a wrong declaration, and the way out they offer.
final class ModelDiagnosticTests: XCTestCase {
  func testStruct() {
    assertDiagnostics(
      "@Model struct Trip {}",
      .init(
        message: "'@Model' cannot be applied to struct type 'Trip'", line: 1, column: 8,
        fixIts: fix("Use 'class' instead of 'struct'")),
      fixed: "@Model class Trip {}")
  }

  func testEnumAndActor() {
    assertDiagnostics(
      "@Model enum Trip {}",
      .init(message: "'@Model' cannot be applied to enum type 'Trip'", line: 1, column: 8))
    assertDiagnostics(
      "@Model actor Trip {}",
      .init(message: "'@Model' cannot be applied to actor type 'Trip'", line: 1, column: 8))
  }

  func testMissingInitializer() {
    assertDiagnostics(
      """
      @Model
      final class Trip {
        var name: String
        var note: String?
        let day: Date
        var stops: [Stop] = []
      }
      """,
      .init(
        message: "@Model requires an initializer be provided for 'Trip'", line: 2, column: 13,
        fixIts: fix("Add an initializer")),
      fixed: """
        @Model
        final class Trip {
          var name: String
          var note: String?
          let day: Date
          var stops: [Stop] = []

          init(name: String, day: Date) {
            self.name = name
            self.day = day
          }
        }
        """)
  }

  func testInitializerIsNotMissed() {
    assertDiagnostics("@Model class Trip {}")
    assertDiagnostics(
      """
      @Model class Trip {
        var name = ""
        var note: String?
        var other: Optional<String>
        let day = Date()
        var computed: Int { 1 }
        static let all: [Trip] = []
      }
      """)
  }

  func testMissingInitializerOfSubclass() {
    assertDiagnostics("@Model class Late: Trip { var note: String? }", kind: .subclass)
    assertDiagnostics(
      """
      enum V1 {
        @Model class Late: Trip {
          var note: String
        }
      }
      """,
      .init(
        message: "@Model requires an initializer be provided for 'Late'", line: 2, column: 16,
        fixIts: fix("Add an initializer")),
      fixed: """
        enum V1 {
          @Model class Late: Trip {
            var note: String

            init(note: String) {
              self.note = note
              super.init()
            }
          }
        }
        """, kind: .subclass)
  }

  func testUnsupportedTypes() {
    for type in ["() -> Void", "(Int, String)", "any Codable", "[any Codable]", "Any?", "AnyObject"] {
      assertDiagnostics(
        """
        @Model class Trip {
          // A comment.
          var value: \(type)
          init() {}
        }
        """,
        .init(
          message:
            "Property 'value' has the type '\(type)', which cannot be persisted; mark it @Transient, or use a type that is Codable",
          line: 3, column: 7, fixIts: fix("Mark it '@Transient'")),
        fixed: """
          @Model class Trip {
            // A comment.
            @Transient var value: \(type)
            init() {}
          }
          """)
    }
    assertDiagnostics(
      #"@Model class Trip { @Attribute(.transformable(by: "n")) var a: any Sendable; init() {} }"#)
  }

  func testSeveralProperties() {
    assertDiagnostics(
      """
      @Model class Trip {
        var x, y: Int, z = 3
        init() {}
      }
      """,
      .init(
        message:
          "A persisted property needs a declaration of its own; write one 'var' for each property",
        line: 2, column: 7, fixIts: fix("Write one 'var' for each property")),
      fixed: """
        @Model class Trip {
          var x: Int
          var y: Int
          var z = 3
          init() {}
        }
        """)
  }

  func testTuplePattern() {
    assertDiagnostics(
      """
      @Model class Trip {
        var (x, y) = (1, 2)
        init() {}
      }
      """,
      .init(
        message:
          "A persisted property cannot be declared by a tuple pattern; declare each property by itself, or mark the declaration '@Transient'",
        line: 2, column: 7, fixIts: fix("Mark it '@Transient'")),
      fixed: """
        @Model class Trip {
          @Transient var (x, y) = (1, 2)
          init() {}
        }
        """)
  }

  func testObservers() {
    assertDiagnostics(
      "@Model class Trip { var name = 1 { didSet {} }; @Transient var other = 1 { didSet {} } }",
      .init(
        message:
          "'willSet' and 'didSet' of the persisted property 'name' do not run; do their work in a method",
        line: 1, column: 34, severity: .warning))
  }

  func testModelActor() {
    assertDiagnostics(
      "@ModelActor class Importer {}",
      .init(
        message: "'@ModelActor' cannot be applied to class type 'Importer'", line: 1, column: 1,
        fixIts: fix("Use 'actor' instead of 'class'")),
      fixed: "@ModelActor actor Importer {}")
  }
}
