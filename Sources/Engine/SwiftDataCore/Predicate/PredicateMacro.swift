// SPDX-License-Identifier: Apache-2.0

import Foundation

// The parameter pack is what makes this macro win over Foundation's, whose declaration differs by the constraint only.
// With a plain generic parameter the compiler takes Foundation's as soon as an operand becomes an optional (measured
// on 6.3.1: `$0.note == text`).
//
// The pack is also what makes long conditions slow: its element is bound after the operators have been chosen, and
// Foundation's declaration is tried whatever ours has found. Nothing that a module can declare keeps it out: a module's
// macro shadows another's only in its own files, a macro cannot be disfavoured, and one macro cannot declare another.

/// A condition on models, for fetching, counting and deleting.
///
///     let rock = #Predicate<Song> { $0.genre == "Rock" && $0.year > from }
///     let songs = try context.fetch(FetchDescriptor(predicate: rock))
///
/// For models this macro replaces Foundation's and returns the same `Foundation.Predicate`. It accepts everything that
/// Foundation's does, and also
/// - `hasPrefix`, `hasSuffix`, `lowercased()`, `uppercased()`, `trimmingCharacters(in:)`,
///   `localizedStandardContains`, `localizedCompare`, `caseInsensitiveCompare` and `other.evaluate($0)`;
/// - implicit members: `$0.state == .done`;
/// - any Swift expression without the model: `$0.date < Date.now`, `$0.name == "\(first) \(last)"`. Its value is
///   taken once, where the predicate is made;
/// - a value compared with an optional of its type: `$0.name == selection?.name`;
/// - a captured model: `$0.album == album`, and key paths of generic code: `$0[keyPath: path]`;
/// - `first(where:) != nil` and `count(where:)`;
/// - `let` for parts that occur more than once, `guard`, and `if` with or without `else`.
///
/// A long condition compiles fastest with a typed parameter, `#Predicate { (song: Song) in … }`: the compiler then
/// knows the properties while it chooses the operators. The article on predicates shows how to achieve this for all
/// predicates of a module.
///
/// Code that the store cannot run is a compile-time error at that place.
@freestanding(expression)
public macro Predicate<each T: PersistentModel>(_ body: (repeat each T) -> Bool)
  -> Foundation.Predicate<repeat each T> =
  #externalMacro(module: "SwiftDataMacros", type: "ModelPredicateMacro")
