// SPDX-License-Identifier: Apache-2.0

/// A text as a key, compared by its bytes, as a database compares.
///
/// To Swift's strings, "é" in one and in two scalars is the same. To who gives accounts their names these are two
/// accounts, and the database has their zones apart.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: Self, b: Self) -> Bool { a.text.hasBytes(of: b.text) }

  package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
