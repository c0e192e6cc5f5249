// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosTestSupport
import XCTest

/// What `#Predicate` says about statements and operators that have no form in a predicate.
final class PredicateMacroStatementDiagnosticTests: XCTestCase {
  func testSwitchExpression() {
    assertPredicateDiagnostics(
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
    assertPredicateDiagnostics(
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
    assertPredicateDiagnostics(
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
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { if $0.isFavorite { true } }
        """#,
      DiagnosticSpec(
        message:
          "'if' in a predicate needs an 'else', so that every case has a value",
        line: 1, column: 20))
  }

  func testIdentity() {
    assertPredicateDiagnostics(
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
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song>(isRock)
        """#,
      DiagnosticSpec(
        message:
          "'#Predicate' needs a closure: the condition is read from its text",
        line: 1, column: 18))
  }

  func testFunctionArgument() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Album> { $0.songs.contains(where: isRock) }
        """#,
      DiagnosticSpec(
        message:
          "A predicate needs a closure or a key path here: it cannot look into a function value",
        line: 1, column: 46))
  }

  func testArrayOfValues() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { [$0.title, $0.genre].contains(name) }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot make an array of values of the model; compare them with '||' or '&&'",
        line: 1, column: 20))
  }

  func testWeakCapture() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { [weak self] song in song.title == self?.name }
        """#,
      DiagnosticSpec(
        message:
          "'weak' has no use in a predicate: captured values are read once, when it is made",
        line: 1, column: 21))
  }

  func testAssignment() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { $0.title = name }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot assign; use '==' to compare",
        line: 1, column: 29))
  }

  func testEmptyBody() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { song in }
        """#,
      DiagnosticSpec(
        message:
          "A predicate must end with a value",
        line: 1, column: 28))
  }
}
