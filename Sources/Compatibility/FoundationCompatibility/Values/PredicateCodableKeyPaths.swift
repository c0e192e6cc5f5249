// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  /// Names the key paths of a type by which archived predicates may refer to it, as Foundation declares it on Apple's
  /// platforms.
  ///
  /// ```swift
  /// extension Trip: PredicateCodableKeyPathProviding {
  ///   static var predicateCodableKeyPaths: [String: PartialKeyPath<Trip>] { ["name": \Trip.name] }
  /// }
  /// ```
  ///
  /// Elsewhere Foundation does not archive predicates: sources that conform compile, and a store's own translator can
  /// look up the names.
  public protocol PredicateCodableKeyPathProviding {
    /// The key paths by the names that archives have for them.
    static var predicateCodableKeyPaths: [String: PartialKeyPath<Self>] { get }
  }
#endif
