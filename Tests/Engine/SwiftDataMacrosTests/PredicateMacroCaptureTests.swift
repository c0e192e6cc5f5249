// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosTestSupport
import XCTest

/// What statements, casts and code without the model in `#Predicate` expand to.
final class PredicateMacroCaptureTests: XCTestCase {
  func testCapturedCode() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { $0.date < Date.now && ids.contains($0.id) && $0.title == "\(first) \(last)" }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.date)
        let _3 = Foundation.PredicateExpressions.build_Comparison(lhs: _2, rhs: Foundation.PredicateExpressions.build_Arg(Date.now), op: .lessThan)
        let _4 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.id)
        let _5 = Foundation.PredicateExpressions.build_contains(Foundation.PredicateExpressions.build_Arg(ids), _4)
        let _6 = Foundation.PredicateExpressions.build_Conjunction(lhs: _3, rhs: _5)
        let _7 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.title)
        let _8 = Foundation.PredicateExpressions.build_Equal(lhs: _7, rhs: Foundation.PredicateExpressions.build_Arg("\(first) \(last)"))
        let _9 = Foundation.PredicateExpressions.build_Conjunction(lhs: _6, rhs: _8)
        return _9
        })
      """#)
  }

  func testCapturedUnwrap() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { from == nil || $0.year > offset(from!) }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.year)
        let _4 = Foundation.PredicateExpressions.build_Comparison(lhs: _2, rhs: Foundation.PredicateExpressions.build_ForcedUnwrap(Foundation.PredicateExpressions.build_Arg((from).map { _3 in
                  offset(_3)
                })), op: .greaterThan)
        let _5 = Foundation.PredicateExpressions.build_Disjunction(lhs: Foundation.PredicateExpressions.build_Arg(from == nil), rhs: _4)
        return _5
        })
      """#)
  }

  func testIfLet() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { if let notes = $0.notes { notes == name } else { false } }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.notes)
        let _4 = Foundation.PredicateExpressions.build_flatMap(_2, { notes in
          let _3 = Foundation.PredicateExpressions._equal(lhs: notes, rhs: Foundation.PredicateExpressions.build_Arg(name))
          return _3
        })
        let _5 = Foundation.PredicateExpressions.build_NilCoalesce(lhs: _4, rhs: Foundation.PredicateExpressions.build_Arg(false))
        return _5
        })
      """#)
  }

  func testStatements() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { song in
          let title = song.title
          guard let artist = song.artist else { return false }
          return title == artist.name
        }
        """#,
      #"""
      Foundation.Predicate<Song>({ song in
        let _1 = Foundation.PredicateExpressions._keyPath(root: song, keyPath: \.title)
        let _2 = Foundation.PredicateExpressions._keyPath(root: song, keyPath: \.artist)
        let _5 = Foundation.PredicateExpressions.build_flatMap(_2, { artist in
          let _3 = Foundation.PredicateExpressions._keyPath(root: artist, keyPath: \.name)
          let _4 = Foundation.PredicateExpressions._equal(lhs: _1, rhs: _3)
          return _4
        })
        let _6 = Foundation.PredicateExpressions.build_NilCoalesce(lhs: _5, rhs: Foundation.PredicateExpressions.build_Arg(false))
        return _6
        })
      """#)
  }

  func testFirstMatch() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Album> { $0.songs.first(where: { $0.isFavorite }) != nil }
        """#,
      #"""
      Foundation.Predicate<Album>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.songs)
        let _5 = Foundation.PredicateExpressions.build_contains(_2, where: { _3 in
          let _4 = Foundation.PredicateExpressions._keyPath(root: _3, keyPath: \.isFavorite)
          return _4
        })
        return _5
        })
      """#)
  }

  func testCasts() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { $0.media is Movie && ($0.media as? Movie)?.minutes == 90 }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.media)
        let _3 = Foundation.PredicateExpressions.TypeCheck<_, Movie>(_2)
        let _4 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.media)
        let _5 = Foundation.PredicateExpressions.ConditionalCast<_, Movie>(_4)
        let _8 = Foundation.PredicateExpressions.build_flatMap(_5, { _6 in
          let _7 = Foundation.PredicateExpressions._keyPath(root: _6, keyPath: \.minutes)
          return _7
        })
        let _9 = Foundation.PredicateExpressions.build_Equal(lhs: _8, rhs: Foundation.PredicateExpressions.build_Arg(90))
        let _10 = Foundation.PredicateExpressions.build_Conjunction(lhs: _3, rhs: _9)
        return _10
        })
      """#)
  }

  func testNoModel() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { _ in true }
        """#,
      #"""
      Foundation.Predicate<Song>({ _ in
        return Foundation.PredicateExpressions.build_Arg(true)
        })
      """#)
  }

  func testRanges() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { (from...to).contains($0.year) && (1...5).contains($0.rating) }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions.build_ClosedRange(lower: Foundation.PredicateExpressions.build_Arg(from), upper: Foundation.PredicateExpressions.build_Arg(to))
        let _3 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.year)
        let _4 = Foundation.PredicateExpressions.build_contains(_2, _3)
        let _5 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.rating)
        let _6 = Foundation.PredicateExpressions.build_contains(Foundation.PredicateExpressions.build_Arg((1 ... 5)), _5)
        let _7 = Foundation.PredicateExpressions.build_Conjunction(lhs: _4, rhs: _6)
        return _7
        })
      """#)
  }

  func testNamesInUse() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { $0.title == _1 }
        """#,
      #"""
      Foundation.Predicate<Song>({ __1 in
        let __2 = Foundation.PredicateExpressions._keyPath(root: __1, keyPath: \.title)
        let __3 = Foundation.PredicateExpressions._equal(lhs: __2, rhs: Foundation.PredicateExpressions.build_Arg(_1))
        return __3
        })
      """#)
  }

  func testEmptyList() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Album> { ($0.more ?? []).contains { $0.isFavorite } }
        """#,
      #"""
      Foundation.Predicate<Album>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.more)
        let _3 = Foundation.PredicateExpressions.build_NilCoalesce(lhs: _2, rhs: Foundation.PredicateExpressions._emptyLiteral())
        let _6 = Foundation.PredicateExpressions.build_contains(_3, where: { _4 in
          let _5 = Foundation.PredicateExpressions._keyPath(root: _4, keyPath: \.isFavorite)
          return _5
        })
        return _6
        })
      """#)
  }
}
