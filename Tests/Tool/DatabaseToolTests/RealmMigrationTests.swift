// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import RealmWriting
  import SwiftData
  import SwiftDataPostgres
  import Testing
  import ToolSupport

  /// The counterparts of ``LargeRealm``'s classes.
  @Model final class Artist {
    var name: String = ""
    var rank: Int = 0
    @Relationship(inverse: \Track.artist) var tracks: [Track] = []

    init() {}
  }

  @Model final class Track {
    @Attribute(.unique) var id: String
    var title: String = ""
    var note: String = ""
    var seconds: Double = 0
    var plays: Int = 0
    var isFavorite: Bool = false
    var added: Date = Date.distantPast
    var artist: Artist?
    @Relationship(inverse: \Track.previous) var next: Track?
    var previous: [Track] = []

    init(id: String) { self.id = id }
  }

  /// `swiftdata realm migrate` into a database.
  @Suite(.enabled(if: DatabaseServer.address != nil, "There is no PostgreSQL server.")) struct RealmMigrationTests {
    private let count = 2_500
    private let namespace = "r_" + UUID().uuidString.prefix(8).lowercased()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "realm-database-\(UUID().uuidString)")

    private func prepared() throws -> ModelContainer {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try LargeRealm.write(tracks: count, to: folder.appending(path: "default.realm"))
      let schema = Schema([Artist.self, Track.self])
      return try ModelContainer(
        for: schema,
        configurations: [
          PostgresConfiguration(url: try #require(DatabaseServer.address), schema: schema, namespace: namespace)
        ])
    }

    private func migrate(_ options: String..., command: String = "migrate", as user: String = "postgres") throws
      -> Tool.Result
    {
      let file = folder.appending(path: "default.realm").path
      let address = (DatabaseServer.address ?? "").replacing("user=postgres", with: "user=\(user)")
      return try Tool.run(["realm", command, file, "--to", address] + options)
    }

    @Test func objectsGoIntoADatabase() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let context = ModelContext(try prepared())
      // Keys that are taken already: those of the database are others than the file's.
      let passing = (0..<7).map { Track(id: "passing \($0)") }
      for track in passing { context.insert(track) }
      try context.save()
      for track in passing { context.delete(track) }
      try context.save()

      let result = try migrate("--namespace", namespace)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.contains("has been compared with the file"), "\(result.output)")
      let tracks = try context.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.added)]))
      #expect(tracks.count == count)
      #expect(try context.fetchCount(FetchDescriptor<Artist>()) == LargeRealm.artists(count))
      for (number, track) in tracks.enumerated() {
        #expect(track.id == LargeRealm.id(number) && track.title == LargeRealm.title(number))
        #expect(track.note == LargeRealm.note(number) && track.plays == number % 1_000)
        #expect(track.artist?.name == "Artist \(number % LargeRealm.artists(count))")
        #expect(track.next === (number + 1 < count ? tracks[number + 1] : nil))
      }
      // Transactions of other tests delay the history.
      var transactions: [DefaultHistoryTransaction] = []
      let end = Date() + 60
      while transactions.count < 3, Date() < end {
        transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      }
      #expect(transactions.last?.author == "swiftdata realm migrate")
      #expect(transactions.last?.changes.count == count + LargeRealm.artists(count))
      context.insert(Track(id: "new"))
      try context.save()

      // A second time, everything would be there twice.
      let again = try migrate("--namespace", namespace)
      #expect(again.code == 2 && again.errors.contains("has rows already"), "\(again.output)\(again.errors)")
      #expect(try context.fetchCount(FetchDescriptor<Track>()) == count + 1)
    }

    @Test func whatTheDatabaseChangesIsNotStored() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let context = ModelContext(try prepared())
      try DatabaseServer.run(
        sql: """
          CREATE FUNCTION \(namespace).shout() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN NEW.title := 'THE TITLE'; RETURN NEW; END $$;
          CREATE TRIGGER shout BEFORE INSERT ON \(namespace).track FOR EACH ROW WHEN (NEW.plays = 3)
            EXECUTE FUNCTION \(namespace).shout();
          """)
      let refused = try migrate("--namespace", namespace)
      #expect(refused.code == 2)
      #expect(refused.errors.contains("3 objects are not the same in the database"), "\(refused.errors)")
      #expect(refused.errors.contains("(title)") && !refused.errors.contains("THE TITLE"), "\(refused.errors)")
      #expect(try context.fetchCount(FetchDescriptor<Track>()) == 0)
      let stored = try migrate("--namespace", namespace, "--no-verify")
      #expect(stored.code == 0, "\(stored.errors)")
      #expect(try context.fetchCount(FetchDescriptor<Track>()) == count)
      #expect(try context.fetchCount(FetchDescriptor<Track>(predicate: #Predicate { $0.title == "THE TITLE" })) == 3)
    }

    /// Else their objects would be there twice.
    @Test(.enabled(if: DatabaseServer.address?.contains("user=postgres") == true, "the server is not private"))
    func rowsThatPoliciesHideAreNoEmptyTable() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      let context = ModelContext(try prepared())
      context.insert(Artist())
      try context.save()
      try DatabaseServer.run(
        sql: """
          DO $$ BEGIN CREATE ROLE realm_clerk LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
          GRANT USAGE ON SCHEMA \(namespace) TO realm_clerk;
          GRANT ALL ON ALL TABLES IN SCHEMA \(namespace) TO realm_clerk;
          GRANT ALL ON ALL SEQUENCES IN SCHEMA \(namespace) TO realm_clerk;
          ALTER TABLE \(namespace).artist ENABLE ROW LEVEL SECURITY;
          CREATE POLICY nobody ON \(namespace).artist USING (false) WITH CHECK (true);
          """)
      let refused = try migrate("--namespace", namespace, as: "realm_clerk")
      #expect(refused.code == 2 && refused.errors.contains("row security"), "\(refused.output)\(refused.errors)")
      #expect(try context.fetchCount(FetchDescriptor<Artist>()) == 1)
      #expect(try context.fetchCount(FetchDescriptor<Track>()) == 0)
    }

    /// While a file is read, the database waits for nobody.
    @Test func sessionsAreOpenedAgain() throws {
      let session = try DatabaseSession(url: try #require(DatabaseServer.address), namespace: namespace)
      session.close()
      #expect(throws: SwiftDataError.self) { try session.rows("SELECT 1") }
      try session.reopen()
      #expect(try session.rows("SELECT 1").count == 1)
    }

    @Test func whatOnlyFilesHaveIsRefused() throws {
      defer { try? FileManager.default.removeItem(at: folder) }
      _ = try prepared()
      for result in [try migrate("--rollback"), try migrate("--finish"), try migrate(command: "verify")] {
        #expect(result.code == 2 && result.errors.contains("works on files only"), "\(result.errors)")
      }
      // There is no store.
      let nothing = try migrate("--namespace", "no_such")
      #expect(nothing.code == 2 && nothing.errors.contains("--namespace"), "\(nothing.errors)")
    }
  }
#endif
