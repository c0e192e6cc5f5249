// SPDX-License-Identifier: Apache-2.0

import SwiftSyntaxMacrosTestSupport
import XCTest

/// What operators, chains and closures in `#Predicate` expand to.
final class PredicateMacroTests: XCTestCase {
  func testEquality() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { $0.title == name }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.title)
        let _3 = Foundation.PredicateExpressions._equal(lhs: _2, rhs: Foundation.PredicateExpressions.build_Arg(name))
        return _3
        })
      """#)
  }

  func testLiteralsStayInTheCall() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { song in song.rating > 4 && song.kind == .done }
        """#,
      #"""
      Foundation.Predicate<Song>({ song in
        let _1 = Foundation.PredicateExpressions._keyPath(root: song, keyPath: \.rating)
        let _2 = Foundation.PredicateExpressions.build_Comparison(lhs: _1, rhs: Foundation.PredicateExpressions.build_Arg(4), op: .greaterThan)
        let _3 = Foundation.PredicateExpressions._keyPath(root: song, keyPath: \.kind)
        let _4 = Foundation.PredicateExpressions.build_Equal(lhs: _3, rhs: Foundation.PredicateExpressions.build_Arg(.done))
        let _5 = Foundation.PredicateExpressions.build_Conjunction(lhs: _2, rhs: _4)
        return _5
        })
      """#)
  }

  func testInferredModel() {
    assertPredicateExpansion(
      of: #"""
        #Predicate { $0.notes == nil || !$0.isFavorite }
        """#,
      #"""
      Foundation.Predicate({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.notes)
        let _3 = Foundation.PredicateExpressions._equal(lhs: _2, rhs: Foundation.PredicateExpressions.build_NilLiteral())
        let _4 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.isFavorite)
        let _5 = Foundation.PredicateExpressions.build_Negation(_4)
        let _6 = Foundation.PredicateExpressions.build_Disjunction(lhs: _3, rhs: _5)
        return _6
        })
      """#)
  }

  func testTypedParameter() {
    assertPredicateExpansion(
      of: #"""
        #Predicate { (song: Song) in song.year + 1 >= from }
        """#,
      #"""
      Foundation.Predicate({ (song: Foundation.PredicateExpressions.Variable<Song>) in
        let _1 = Foundation.PredicateExpressions._keyPath(root: song, keyPath: \.year)
        let _2 = Foundation.PredicateExpressions._arithmetic(lhs: _1, rhs: Foundation.PredicateExpressions.build_Arg(1), op: .add)
        let _3 = Foundation.PredicateExpressions.build_Comparison(lhs: _2, rhs: Foundation.PredicateExpressions.build_Arg(from), op: .greaterThanOrEqual)
        return _3
        })
      """#)
  }

  func testOptionalChain() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { $0.artist?.label?.name == name }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.artist)
        let _5 = Foundation.PredicateExpressions.build_flatMap(_2, { _3 in
          let _4 = Foundation.PredicateExpressions._keyPath(root: _3, keyPath: \.label)
          return _4
        })
        let _8 = Foundation.PredicateExpressions.build_flatMap(_5, { _6 in
          let _7 = Foundation.PredicateExpressions._keyPath(root: _6, keyPath: \.name)
          return _7
        })
        let _9 = Foundation.PredicateExpressions._equal(lhs: _8, rhs: Foundation.PredicateExpressions.build_Arg(name))
        return _9
        })
      """#)
  }

  func testOptionalCall() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Song> { $0.notes?.hasPrefix(name) ?? false }
        """#,
      #"""
      Foundation.Predicate<Song>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.notes)
        let _5 = Foundation.PredicateExpressions.build_flatMap(_2, { _3 in
          let _4 = Foundation.PredicateExpressions.build_hasPrefix(_3, Foundation.PredicateExpressions.build_Arg(name))
          return _4
        })
        let _6 = Foundation.PredicateExpressions.build_NilCoalesce(lhs: _5, rhs: Foundation.PredicateExpressions.build_Arg(false))
        return _6
        })
      """#)
  }

  func testNestedClosures() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Album> { album in album.songs.contains { $0.title == album.title } }
        """#,
      #"""
      Foundation.Predicate<Album>({ album in
        let _1 = Foundation.PredicateExpressions._keyPath(root: album, keyPath: \.songs)
        let _6 = Foundation.PredicateExpressions.build_contains(_1, where: { _2 in
          let _3 = Foundation.PredicateExpressions._keyPath(root: _2, keyPath: \.title)
          let _4 = Foundation.PredicateExpressions._keyPath(root: album, keyPath: \.title)
          let _5 = Foundation.PredicateExpressions._equal(lhs: _3, rhs: _4)
          return _5
        })
        return _6
        })
      """#)
  }

  func testKeyPathClosure() {
    assertPredicateExpansion(
      of: #"""
        #Predicate<Album> { $0.songs.filter(\.isFavorite).count > 2 }
        """#,
      #"""
      Foundation.Predicate<Album>({ _1 in
        let _2 = Foundation.PredicateExpressions._keyPath(root: _1, keyPath: \.songs)
        let _5 = Foundation.PredicateExpressions.build_filter(_2, { _3 in
          let _4 = Foundation.PredicateExpressions._keyPath(root: _3, keyPath: \.isFavorite)
          return _4
        })
        let _6 = Foundation.PredicateExpressions._keyPath(root: _5, keyPath: \.count)
        let _7 = Foundation.PredicateExpressions.build_Comparison(lhs: _6, rhs: Foundation.PredicateExpressions.build_Arg(2), op: .greaterThan)
        return _7
        })
      """#)
  }
}
