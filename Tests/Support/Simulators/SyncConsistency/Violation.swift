// SPDX-License-Identifier: Apache-2.0

/// What a history shows that causal consistency, atomic transactions or convergence exclude.
package struct Violation: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, CaseIterable, Sendable {
    /// The history itself is not one that can be judged: two writers of one version, for instance.
    case unusable
    /// A value was read that nobody has written.
    case thinAir
    /// A value was read whose save had thrown.
    case abortedRead
    /// A transaction depends on itself, by what was read and the order of its client.
    case circularCausality
    /// A client does not see what it has written.
    case readYourWrites
    /// A client sees less than it has seen before.
    case monotonicReads
    /// A write of a client is seen without an earlier one of the same client.
    case monotonicWrites
    /// A write is seen without what its client had read before.
    case writesFollowReads
    /// A part of a transaction is seen without the rest of it.
    case atomicity
    /// A transaction is seen without one that it depends on, by several of these ways.
    case causality
    /// A version is older than one that its writer knew.
    case versionOrder
    /// An acknowledged write is not there at the end, nor a larger one.
    case lostWrite
    /// In the end, not all have the same.
    case divergence
  }

  package var kind: Kind
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  package var description: String { "\(kind.rawValue): \(text)" }
}
