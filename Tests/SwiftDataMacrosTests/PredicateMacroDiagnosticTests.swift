import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import SwiftSyntaxMacrosTestSupport
import XCTest

@testable import SwiftDataMacros

/// What `#Predicate` says about bodies that no store can evaluate, and where.
final class PredicateMacroDiagnosticTests: XCTestCase {
  private func assertDiagnostics(
    of source: String, _ diagnostics: DiagnosticSpec..., fixed: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    assertMacroExpansion(
      source, expandedSource: source, diagnostics: diagnostics,
      macros: ["Predicate": ModelPredicateMacro.self], fixedSource: fixed,
      indentationWidth: .spaces(2), file: file, line: line)
  }

  func testUnsupportedMethod() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { $0.title.lowercased(with: locale) == name }
        """#,
      DiagnosticSpec(
        message:
          "The function 'lowercased(with:)' is not supported in a predicate; use 'lowercased()', or 'localizedStandardContains' for a search",
        line: 1, column: 29,
        fixIts: [FixItSpec(message: "Use 'lowercased()'")]),
      fixed: #"""
        #Predicate<Song> { $0.title.lowercased() == name }
        """#)
  }

  func testRenamedMethod() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { $0.title.localizedCaseInsensitiveContains(name) }
        """#,
      DiagnosticSpec(
        message:
          "The function 'localizedCaseInsensitiveContains(_:)' is not supported in a predicate; use 'localizedStandardContains'",
        line: 1, column: 29,
        fixIts: [FixItSpec(message: "Use 'localizedStandardContains'")]),
      fixed: #"""
        #Predicate<Song> { $0.title.localizedStandardContains(name) }
        """#)
  }

  func testMap() {
    assertDiagnostics(
      of: #"""
        #Predicate<Album> { $0.songs.map { $0.title }.contains(name) }
        """#,
      DiagnosticSpec(
        message:
          "The function 'map(_:)' is not supported in a predicate; use 'contains(where:)', 'allSatisfy' or 'filter'; on an optional, use '?.' or 'flatMap'",
        line: 1, column: 30))
  }

  func testReduce() {
    assertDiagnostics(
      of: #"""
        #Predicate<Album> { $0.songs.reduce(0) { $0 + $1.plays } > 5 }
        """#,
      DiagnosticSpec(
        message:
          "The function 'reduce(_:_:)' is not supported in a predicate; use 'min()', 'max()', or 'filter { … }.count'",
        line: 1, column: 30))
  }

  func testCustomMethod() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { $0.matches(filter: x) && $0.isRecent() }
        """#,
      DiagnosticSpec(
        message:
          "The function 'matches(filter:)' is not supported in a predicate",
        line: 1, column: 23),
      DiagnosticSpec(
        message:
          "The function 'isRecent()' is not supported in a predicate",
        line: 1, column: 48))
  }

  func testFreeFunction() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { isRock($0.genre) }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot call 'isRock' with values of the model; write the condition here, or compute what it needs before",
        line: 1, column: 20))
  }

  func testInitializer() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { Double($0.year) > 5 }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot call 'Double' with values of the model; write the condition here, or compute what it needs before",
        line: 1, column: 20))
  }

  func testCalendar() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { Calendar.current.isDate($0.date, inSameDayAs: day) }
        """#,
      DiagnosticSpec(
        message:
          "The function 'isDate(_:inSameDayAs:)' is not supported in a predicate; compute the first and the last moment, and compare with '>=' and '<'",
        line: 1, column: 37))
  }

  func testInterpolation() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { "\($0.title)" == name }
        """#,
      DiagnosticSpec(
        message:
          "A string with a value of the model in it cannot be computed by the store; compare its parts",
        line: 1, column: 20))
  }

  func testConcatenation() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { $0.first + " " + $0.last == name }
        """#,
      DiagnosticSpec(
        message:
          "Strings of the model cannot be joined by the store; compare them one by one",
        line: 1, column: 35))
  }

  func testTuple() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { ($0.year, $0.plays) == (1, 2) }
        """#,
      DiagnosticSpec(
        message:
          "Tuples are not supported in a predicate; compare their elements",
        line: 1, column: 20))
  }

  func testSwitchExpression() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { song in
          switch song.kind {
          case .done: true
          default: false
          }
        }
        """#,
      DiagnosticSpec(
        message:
          "'switch' is not supported in a predicate; use 'if', 'else' or '?:'",
        line: 2, column: 3))
  }

  func testVariable() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { song in
          var title = song.title
          return title == name
        }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot declare variables",
        line: 2, column: 3,
        fixIts: [FixItSpec(message: "Use 'let'")]),
      fixed: #"""
        #Predicate<Song> { song in
          let title = song.title
          return title == name
        }
        """#)
  }

  func testLoop() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { song in
          for name in names { print(name) }
          return true
        }
        """#,
      DiagnosticSpec(
        message:
          "'for' is not supported in a predicate",
        line: 2, column: 3))
  }

  func testMissingElse() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { if $0.isFavorite { true } }
        """#,
      DiagnosticSpec(
        message:
          "'if' in a predicate needs an 'else', so that every case has a value",
        line: 1, column: 20))
  }

  func testIdentity() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { $0.artist === artist }
        """#,
      DiagnosticSpec(
        message:
          "The operator '===' is not supported in a predicate; use '=='",
        line: 1, column: 30,
        fixIts: [FixItSpec(message: "Use '=='")]),
      fixed: #"""
        #Predicate<Song> { $0.artist == artist }
        """#)
  }

  func testFunctionValue() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song>(isRock)
        """#,
      DiagnosticSpec(
        message:
          "'#Predicate' needs a closure: the condition is read from its text",
        line: 1, column: 18))
  }

  func testFunctionArgument() {
    assertDiagnostics(
      of: #"""
        #Predicate<Album> { $0.songs.contains(where: isRock) }
        """#,
      DiagnosticSpec(
        message:
          "A predicate needs a closure or a key path here: it cannot look into a function value",
        line: 1, column: 46))
  }

  func testArrayOfValues() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { [$0.title, $0.genre].contains(name) }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot make an array of values of the model; compare them with '||' or '&&'",
        line: 1, column: 20))
  }

  func testWeakCapture() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { [weak self] song in song.title == self?.name }
        """#,
      DiagnosticSpec(
        message:
          "'weak' has no use in a predicate: captured values are read once, when it is made",
        line: 1, column: 21))
  }

  func testAssignment() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { $0.title = name }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot assign; use '==' to compare",
        line: 1, column: 29))
  }

  func testEmptyBody() {
    assertDiagnostics(
      of: #"""
        #Predicate<Song> { song in }
        """#,
      DiagnosticSpec(
        message:
          "A predicate must end with a value",
        line: 1, column: 28))
  }
}
