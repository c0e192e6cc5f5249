// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a view is evaluated: what `_printChanges()` prints.
@MainActor enum ChangeReport {
  /// What a node remembers of the last time.
  final class Memory {
    var counts: [String: Int]?
  }

  /// `ContentView: @self, _count changed.` for the node that is being evaluated; nil if none is.
  static func line(_ type: Any.Type) -> String? {
    guard let node = MainTurn.reader?.node else { return nil }
    let memory = node.remember { Memory() }
    let counts = node.propertyChanges
    defer { memory.counts = Dictionary(counts.map { ($0.name, $0.count) }) { $1 } }
    var reasons: [String] = []
    if let last = memory.counts {
      if node.wasHandedAnother { reasons.append("@self") }
      reasons += counts.filter { last[$0.name] != $0.count }.map(\.name)
      // An object or a query that was read, or the environment.
      if reasons.isEmpty { reasons.append("@dependencies") }
    } else {
      reasons = ["@self", "@identity"] + counts.map(\.name)
    }
    return "\(type): \(reasons.joined(separator: ", ")) changed."
  }
}

extension View {
  /// Prints why the view is evaluated: for use within `body`, while one looks for what is evaluated too often.
  ///
  /// ```swift
  /// var body: some View {
  ///   let _ = Self._printChanges()
  ///   Text(title)
  /// }
  /// ```
  ///
  /// `@self` means that the view around it has made another one, `@identity` that it is new, a name such as `_count` that
  /// a property was set. `@dependencies` is anything else that it has read: an object, a query, the environment.
  public static func _printChanges() { if let line = ChangeReport.line(Self.self) { print(line) } }

  /// Logs why the view is evaluated, as `_printChanges()` prints it, to the standard error.
  public static func _logChanges() { if let line = ChangeReport.line(Self.self) { Diagnostics.note(line) } }
}
