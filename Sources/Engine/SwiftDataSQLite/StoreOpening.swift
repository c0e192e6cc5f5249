// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Opens a database and makes, checks or migrates the store in it.
struct StoreOpening {
  let version: StoreVersion
  /// Leads to the version, if the container has a plan.
  let plan: StagedMigration?
  let busyTimeout: Double

  private var file: URL? { version.file }
  private var isReadOnly: Bool { version.isReadOnly }

  init(version: StoreVersion, plan: StagedMigration?, busyTimeout: Double) {
    self.version = version
    self.plan = plan
    self.busyTimeout = busyTimeout
  }

  struct Opened {
    let database: SQLiteDatabase
    let fitting: StoreVersion.Fitting
  }

  private typealias Fitting = StoreVersion.Fitting

  func open() throws -> Opened {
    try prepareFile()
    let mayHaveFiles = !isReadOnly && file.map { ExternalFileSearch.mayHaveFiles($0) } ?? false
    let opened = try openWhenFree()
    if mayHaveFiles { try? ExternalFileSearch(opened.database)?.run(opened.database) }
    IndexRemarks.log(version.entities)
    return opened
  }

  private func openWhenFree() throws -> Opened {
    // Two processes that make one store at the same time wait for each other here; the one
    // that comes second finds the other's.
    let deadline = Date().addingTimeInterval(busyTimeout)
    var hasRunStages = false
    while true {
      do {
        return try attempt(&hasRunStages)
      } catch SwiftDataError.storeIsBusy where !hasRunStages && Date() < deadline {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  private func prepareFile() throws {
    guard let file else { return }
    if try FileCheck.check(file) == .database {
      if !isReadOnly { try FileCheck.checkWritable(file) }
      return
    }
    if isReadOnly {
      throw SwiftDataError(
        .loadIssueModelContainer, "There is no store to open for reading.", file: file,
        advice: "Check the path, or open the store with allowsSave: true to create it.")
    }
    do {
      try FileSync.makeFolder(file.deletingLastPathComponent())
    } catch {
      throw SwiftDataError(
        .loadIssueModelContainer, "The store's folder cannot be created.", file: file,
        advice: "Check the permissions of the folders above it.", underlying: error)
    }
  }

  private func attempt(_ hasRunStages: inout Bool) throws -> Opened {
    let database = try SQLiteDatabase(
      file: file, isReadOnly: isReadOnly, busyTimeout: busyTimeout)
    do {
      let fitting = isReadOnly ? try inspect(database) : try prepare(database, &hasRunStages)
      if !isReadOnly {
        try database.withWriter { try ExternalFunctions.watch(fitting.layout, on: $0) }
      }
      return Opened(database: database, fitting: fitting)
    } catch {
      try? database.close()
      throw error
    }
  }

  /// Opens for reading only: the store must fit as it is.
  private func inspect(_ database: SQLiteDatabase) throws -> Fitting {
    var contents = try database.read { try StoreContents($0) }
    let path = try stages(for: contents)
    if path == nil {
      let views = try version.views(for: contents)
      try database.addViews(views)
      contents.add(views)
    }
    let migration = path == nil ? try version.plan(for: contents) : nil
    guard let migration, migration.changesIndexesOnly,
      let identifier = contents.metadata?.identifier
    else {
      throw SwiftDataError(
        .storeIsReadOnly,
        "The store must be migrated to the schema first, but it was opened as read-only.",
        file: file, advice: "Open it once with allowsSave: true.")
    }
    return Fitting(
      layout: migration.target, identifier: identifier, tablesVersion: contents.tablesVersion,
      hashes: contents.metadata?.hashes ?? [:])
  }

  /// The stages that the store needs; `nil` if it has the schema, or if there
  /// is no plan with stages.
  func stages(for contents: StoreContents) throws -> StagePath? {
    guard let plan, plan.hasStages else { return nil }
    if contents.isEmpty {
      try plan.check(version)
      return nil
    }
    var known = contents
    return version.isKnown(&known) ? nil : try plan.path(from: contents, to: version)
  }

  private func prepare(_ database: SQLiteDatabase, _ hasRunStages: inout Bool) throws -> Fitting {
    let contents = try database.withWriter { try StoreContents($0) }
    let path = try stages(for: contents)
    try database.withWriter { writer in
      if contents.isEmpty {
        // Before the first page is written: afterwards these have no effect.
        try writer.executeOnce("PRAGMA page_size = 4096")
        try writer.executeOnce("PRAGMA auto_vacuum = INCREMENTAL")
      }
      if file != nil {
        try writer.executeOnce("PRAGMA journal_mode = WAL")
        try writer.executeOnce("PRAGMA synchronous = NORMAL")
      }
    }
    if !contents.isEmpty, path == nil {
      let migration = try version.plan(for: contents)
      if migration.isEmpty, let metadata = contents.metadata,
        !version.replacesModel(contents, migration),
        try version.isLeftAlone(contents, migration)
          || (!metadata.isOlder(than: version.schemaVersion)
            && database.withWriter { try SearchIndexes(migration.target).isCurrent($0) })
      {
        return Fitting(
          layout: migration.target, identifier: metadata.identifier,
          tablesVersion: contents.tablesVersion, hashes: metadata.hashes)
      }
    }
    return try database.write { writer in
      // Another process may have been faster.
      var current = try StoreContents(writer)
      if current.isEmpty { return try version.create(writer) }
      if let plan, let path = try stages(for: current) {
        hasRunStages = true
        try StageRunner(writer: writer, configuration: plan.configuration).run(path)
        current = try StoreContents(writer)
      }
      return try version.migrate(current, writer)
    }
  }
}
