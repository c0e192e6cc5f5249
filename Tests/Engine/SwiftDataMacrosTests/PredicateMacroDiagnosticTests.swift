// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosTestSupport
import XCTest

/// What `#Predicate` says about functions and values that no store can evaluate, and where.
final class PredicateMacroDiagnosticTests: XCTestCase {
  func testUnsupportedMethod() {
    assertPredicateDiagnostics(
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
    assertPredicateDiagnostics(
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
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Album> { $0.songs.map { $0.title }.contains(name) }
        """#,
      DiagnosticSpec(
        message:
          "The function 'map(_:)' is not supported in a predicate; use 'contains(where:)', 'allSatisfy' or 'filter'; on an optional, use '?.' or 'flatMap'",
        line: 1, column: 30))
  }

  func testReduce() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Album> { $0.songs.reduce(0) { $0 + $1.plays } > 5 }
        """#,
      DiagnosticSpec(
        message:
          "The function 'reduce(_:_:)' is not supported in a predicate; use 'min()', 'max()', or 'filter { … }.count'",
        line: 1, column: 30))
  }

  func testCustomMethod() {
    assertPredicateDiagnostics(
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
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { isRock($0.genre) }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot call 'isRock' with values of the model; write the condition here, or compute what it needs before",
        line: 1, column: 20))
  }

  func testInitializer() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { Double($0.year) > 5 }
        """#,
      DiagnosticSpec(
        message:
          "A predicate cannot call 'Double' with values of the model; write the condition here, or compute what it needs before",
        line: 1, column: 20))
  }

  func testCalendar() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { Calendar.current.isDate($0.date, inSameDayAs: day) }
        """#,
      DiagnosticSpec(
        message:
          "The function 'isDate(_:inSameDayAs:)' is not supported in a predicate; compute the first and the last moment, and compare with '>=' and '<'",
        line: 1, column: 37))
  }

  func testInterpolation() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { "\($0.title)" == name }
        """#,
      DiagnosticSpec(
        message:
          "A string with a value of the model in it cannot be computed by the store; compare its parts",
        line: 1, column: 20))
  }

  func testConcatenation() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { $0.first + " " + $0.last == name }
        """#,
      DiagnosticSpec(
        message:
          "Strings of the model cannot be joined by the store; compare them one by one",
        line: 1, column: 35))
  }

  func testTuple() {
    assertPredicateDiagnostics(
      of: #"""
        #Predicate<Song> { ($0.year, $0.plays) == (1, 2) }
        """#,
      DiagnosticSpec(
        message:
          "Tuples are not supported in a predicate; compare their elements",
        line: 1, column: 20))
  }
}
