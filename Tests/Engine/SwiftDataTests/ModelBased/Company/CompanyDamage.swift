// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData

/// What a mistake of the library could leave behind, done to the file behind everybody's back. The trial must notice
/// each: else it would notice nothing.
enum CompanyDamage: String, CaseIterable {
  /// A milestone belongs to another project, of which a context that has loaded both does not know.
  case movedMilestone
  /// A predecessor of a successor that has another one.
  case oneSidedSuccessor
  /// A milestone's project does not exist.
  case missingProject
  /// A row is gone, and the history does not say so.
  case unrecordedDeletion
  /// The history has an insertion twice.
  case repeatedInsertion
  /// A large value has lost its file.
  case lostFile
  /// The index has no words any more.
  case emptyIndex

  var expected: Set<CompanyFailure.Kind> {
    switch self {
    case .movedMilestone: [.context]
    case .oneSidedSuccessor: [.store]
    case .missingProject: [.context, .integrity]
    case .unrecordedDeletion: [.context, .history]
    case .repeatedInsertion: [.history]
    case .lostFile: [.context, .files, .integrity]
    case .emptyIndex: [.search, .integrity]
    }
  }

  /// - Returns: Whether the file had what it takes.
  func inflict(on machine: CompanyMachine) throws -> Bool {
    guard let folder = machine.store.folder else { return false }
    let queue = try DatabaseQueue(path: folder.file("company.store").path)
    defer { try? queue.close() }
    return try queue.write { try inflict(on: $0, machine) }
  }

  private func inflict(on database: Database, _ machine: CompanyMachine) throws -> Bool {
    switch self {
    case .movedMilestone:
      try database.execute(
        sql: """
          UPDATE ZMILESTONE SET ZPROJECT = (SELECT max(Z_PK) FROM ZPROJECT)
          WHERE Z_PK = (SELECT min(Z_PK) FROM ZMILESTONE WHERE ZPROJECT < (SELECT max(Z_PK) FROM ZPROJECT))
          """)
    case .oneSidedSuccessor:
      try database.execute(
        sql: """
          UPDATE ZPROJECT SET ZPREDECESSOR = NULL
          WHERE Z_PK = (SELECT min(Z_PK) FROM ZPROJECT WHERE ZPREDECESSOR IS NOT NULL)
          """)
    case .missingProject:
      try database.execute(sql: "UPDATE ZMILESTONE SET ZPROJECT = 99999 WHERE ZPROJECT IS NOT NULL")
    case .unrecordedDeletion:
      try database.execute(sql: "DELETE FROM ZMILESTONE WHERE Z_PK = (SELECT min(Z_PK) FROM ZMILESTONE)")
    case .repeatedInsertion:
      try database.execute(sql: "UPDATE ACHANGE SET ZCHANGETYPE = 0 WHERE ZCHANGETYPE = 1")
    case .lostFile: return try loseFile(machine)
    case .emptyIndex:
      let index = "OSD_SEARCH_ZPROJECT_FTS"
      try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
      return try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT * FROM ZPROJECT WHERE ZNOTES LIKE 'word%')")
        == true
    }
    return database.changesCount > 0
  }

  private func loseFile(_ machine: CompanyMachine) throws -> Bool {
    let context = ModelContext(machine.containers[0])
    let sizes = Set(try context.fetch(FetchDescriptor<Company.Project>()).compactMap(\.document?.count))
    guard let files = machine.files else { return false }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? [] {
      let file = files.appendingPathComponent(name)
      let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
      guard let size, sizes.contains(size) else { continue }
      try FileManager.default.removeItem(at: file)
      return true
    }
    return false
  }
}
