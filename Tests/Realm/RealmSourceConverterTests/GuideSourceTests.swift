// SPDX-License-Identifier: Apache-2.0

import RealmSourceConverter
import Testing
import ToolSupport

/// The Realm blocks of “realm-to-swiftdata-migration”, converted: they become what the guide writes beside them.
@Suite("realm-to-swiftdata-migration › sources")
struct GuideSourceTests {
  private func convert(_ text: String) -> RealmConversion {
    RealmSourceConverter([RealmSource(path: "App.swift", text: text)]).convert()
  }

  private func compile(_ conversion: RealmConversion) throws {
    guard let compiler = SwiftCompiler() else {
      print("skipped: \(SwiftCompiler.absence)")
      return
    }
    #expect(try compiler.errors(in: conversion.files.map { ($0.path, $0.text) }) == [])
  }

  @Test("RealmTrack: a model with a primary key and indexes")
  func models() throws {
    let conversion = convert(
      """
      import RealmSwift

      class RealmTrack: Object {
        @Persisted(primaryKey: true) var id: String
        @Persisted var title: String
        @Persisted var artist: String
        @Persisted var duration: TimeInterval
        @Persisted var genre: String?
        @Persisted(indexed: true) var releaseDate: Date
      }

      // REALM: One-to-Many
      class RealmAlbum: Object {
        @Persisted(primaryKey: true) var id: String
        @Persisted var title: String
        @Persisted var tracks: List<RealmTrack>
      }
      """)
    let text = conversion.files[0].text
    for line in [
      "final class RealmTrack {", "@Attribute(.unique) var id: String = \"\"", "var genre: String?",
      "#Index<RealmTrack>([\\.releaseDate])", "// REALM: One-to-Many",
    ] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
    #expect(!text.contains("RealmSwift") && !text.contains("@Persisted"))
    try compile(conversion)
  }

  @Test("RealmDataManager: work on queues")
  func threading() throws {
    let conversion = convert(
      """
      import Foundation
      import RealmSwift

      class RealmTrack: Object {
        @Persisted(primaryKey: true) var id: String
      }

      class RealmDataManager {
        func updateUI(tracks: [RealmTrack]) {}
        func fetchTracksOnBackground() {
          DispatchQueue.global().async {
            let realm = try! Realm() // Must get Realm on each thread
            let tracks = realm.objects(RealmTrack.self)
            DispatchQueue.main.async {
              self.updateUI(tracks: Array(tracks))
            }
          }
        }
        func saveTrackOnBackground(_ track: RealmTrack) {
          DispatchQueue.global().async {
            let realm = try! Realm()
            try! realm.write {
              realm.add(track)
            }
          }
        }
      }
      """)
    #expect(!conversion.files[0].text.contains("Realm()"))
    try compile(conversion)
    let audit = conversion.audit
    #expect(audit.threading.count == 2)
    #expect(audit.usage["writes"] == 1)
  }

  @Test("Realm Sync: found by the audit, and left")
  func sync() {
    let conversion = convert(
      """
      import RealmSwift

      let config = Realm.Configuration(
        syncConfiguration: SyncConfiguration(user: app.currentUser!)
      )
      """)
    #expect(!conversion.audit.sync.isEmpty)
    #expect(conversion.files[0].text.contains("TODO(realm)"))
  }

  /// “# 1. Audit Realm usage”
  @Test("Quick commands: the audit as a document")
  func audit() {
    let audit = convert(
      """
      import RealmSwift
      class RealmTrack: Object { @Persisted(primaryKey: true) var id: String }
      class RealmAlbum: Object { @Persisted var tracks: List<RealmTrack> }
      """
    ).audit
    for part in ["## Types", "| RealmTrack |", "## Relationships", "## Threads", "## Sync", "## Effort"] {
      #expect(audit.markdown.contains(part))
    }
  }
}
