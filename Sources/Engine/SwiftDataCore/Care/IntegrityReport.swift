// SPDX-License-Identifier: Apache-2.0

/// The findings of ``ModelContainer/integrityCheck()``.
public struct IntegrityReport: Sendable, Hashable, CustomStringConvertible {
  /// One thing that is wrong.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a problem.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// SQLite finds the file damaged. Restore it from a backup.
      case damagedFile
      /// Rows refer to rows that are not there. Reading the relationship gives `nil`, or fewer models.
      case missingDestination
      /// Rows of a one-to-one relationship do not lead to each other. Assign one of them anew.
      case brokenInverse
      /// The file of a large value is missing. Its value is read as `nil`.
      case missingExternalFile
      /// The counter of keys is lower than a key that is in use, so that a key of a deleted row may come again.
      case loweredCounter
      /// A custom store has found a problem: ``DataStoreCare/findProblems()``.
      case custom
    }

    /// The kind of the problem.
    public let kind: Kind
    /// The name of the store's configuration.
    public let store: String
    /// The entity concerned, if it is known.
    public let entity: String?
    /// The property concerned, if it is known.
    public let property: String?
    /// How many rows or files are concerned.
    public let count: Int
    /// An explanation of the problem. Contains no stored values.
    public let explanation: String

    package init(
      _ kind: Kind, store: String, entity: String? = nil, property: String? = nil, count: Int = 1, _ explanation: String
    ) {
      self.kind = kind
      self.store = store
      self.entity = entity
      self.property = property
      self.count = count
      self.explanation = explanation
    }

    /// The store, the place and the explanation.
    public var description: String {
      let place = [entity, property].compactMap(\.self).joined(separator: ".")
      return "\(store)\(place.isEmpty ? "" : ", \(place)"): \(explanation)"
    }
  }

  /// The problems, store by store.
  public let problems: [Problem]
  /// The names of the configurations whose stores were not looked at: custom ones that are no ``DataStoreCare``.
  public var leftOut: [String] = []
  /// Whether nothing is.
  public var isSound: Bool { problems.isEmpty }

  /// One problem a line.
  public var description: String {
    let found = isSound ? "no problems" : problems.map(\.description).joined(separator: "\n")
    return leftOut.isEmpty ? found : "\(found)\nnot checked: \(leftOut.joined(separator: ", "))"
  }
}

extension ModelContainer {
  /// Looks for damage in all stores of the container, without changing anything.
  ///
  /// ```swift
  /// let report = try await container.integrityCheck()
  /// if !report.isSound { print(report) }
  /// ```
  ///
  /// SQLite reads every page and compares tables and indexes. The check also finds relationships to missing rows,
  /// missing files of large values, and key counters that are too low. It reads each store at one moment, and other
  /// contexts and processes can write. `swiftdata check` checks more, also in stores of other programs, and can repair
  /// a copy.
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Throws: ``SwiftDataError`` if a store cannot be read at all; `CancellationError` if the task is cancelled.
  public func integrityCheck() async throws -> IntegrityReport {
    try await LongWork().run { work in
      let stores = try CareStores(self).require("checked")
      var problems = try stores.rows.flatMap { try $0.store.findProblems($0.name, work) }
      for (name, store) in stores.custom {
        problems += try store.findProblems().map { IntegrityReport.Problem(.custom, store: name, $0) }
      }
      return IntegrityReport(problems: problems, leftOut: stores.leftOut)
    }
  }

  /// Rewrites the stores without gaps, and returns the space of deleted models to the disk.
  ///
  /// A store does not shrink on its own, because later insertions fill the gaps. So this is worth its time after very
  /// many deletions. It needs free space for a second copy of the largest store, and other saves wait.
  ///
  /// Custom stores that do not conform to ``DataStoreCare`` are left unchanged.
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Returns: By how many bytes the stores have shrunk.
  /// - Throws: ``SwiftDataError/storeIsBusy`` if another program is writing; ``SwiftDataError/storeIsFull`` if there is
  ///   no space for the copy; `CancellationError` if the task is cancelled. The stores are then as before.
  @discardableResult
  public func vacuum() async throws -> Int64 {
    try await LongWork().run { work in
      try self.core.saveGate.withLock(.vacuum) {
        let stores = try CareStores(self).require("compacted")
        let bytes = try stores.rows.reduce(0) { try $0 + $1.store.compact(work) }
        return try stores.custom.reduce(bytes) { try $0 + $1.store.compact() }
      }
    }
  }
}
