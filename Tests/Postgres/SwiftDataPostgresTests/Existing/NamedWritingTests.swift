// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Changes of rows whose keys are UUIDs, texts or bytes.
  extension PostgresTests {
    @Suite(.needsICU) struct NamedWritingTests {
      private let fleet: NamedFleet

      init() throws { fleet = try NamedFleet() }

      private func container() throws -> ModelContainer { try fleet.container(NamedRowTests.schema) }
      private func context() throws -> ModelContext { ModelContext(try container()) }

      private func vessel(_ name: String, _ context: ModelContext) throws -> SeaVessel {
        try #require(try context.fetch(FetchDescriptor<SeaVessel>(predicate: #Predicate { $0.name == name })).first)
      }

      @discardableResult
      private func rows(_ sql: String) throws -> [[String?]] { try fleet.psql.run(sql) }

      @Test func newRowsAreWrittenWithWhatTheyLeadTo() throws {
        let context = try context()
        // In no good order, and every key is in two places.
        let sweden = SeaFlag(code: "SE", name: "Sweden")
        let home = SeaHarbour(code: "GOT", name: "Gothenburg", flagCode: sweden)
        let vessel = SeaVessel(name: "Dora", home: home)
        context.insert(SeaSailor(name: "Ulla", vessel: vessel))
        context.insert(SeaVoyage(vessel: vessel, to: home))
        context.insert(SeaDigest(seaDigestHash: Data([9, 0]), note: "n"))
        vessel.sister = try self.vessel("Anna", context)
        vessel.seaHarbours = [home] + (try context.fetch(FetchDescriptor<SeaHarbour>()).filter { $0.code == "KIE" })
        let tickets = [SeaTicket(buyer: "a", vessel: vessel), SeaTicket(number: "own", buyer: "b", vessel: vessel)]
        tickets.forEach { context.insert($0) }
        try context.save()
        #expect(
          try rows(
            """
            SELECT v.id::text, h.name, f.name, s.name, y.to_id, a.name, (SELECT string_agg(harbour_code, ',' ORDER BY 1)
            FROM sea_calls WHERE vessel_id = v.id), encode(d.hash, 'hex') FROM sea_vessel AS v
            JOIN sea_harbour AS h ON h.code = v.home_id JOIN sea_flag AS f ON f.code = h.flag_code
            JOIN sea_sailor AS s ON s.vessel_id = v.id JOIN sea_voyage AS y ON y.vessel_id = v.id
            JOIN sea_vessel AS a ON a.id = v.sister_id, sea_digest AS d WHERE v.name = 'Dora' AND d.note = 'n'
            """)
            == [
              [vessel.id.uuidString.lowercased(), "Gothenburg", "Sweden", "Ulla", "GOT", "Anna", "GOT,KIE", "0900"]
            ])
        // The server's default is the key of what has none.
        #expect(tickets.map(\.number) == ["T1", "own"])
        #expect(tickets[0].persistentModelID.stringRepresentation.contains("~T1~"))
        #expect(try rows("SELECT number, buyer FROM sea_ticket ORDER BY 2") == [["T1", "a"], ["own", "b"]])
        tickets[0].buyer = "c"
        try context.save()
        #expect(try rows("SELECT buyer FROM sea_ticket WHERE number = 'T1'") == [["c"]])
      }

      @Test func rowsAreChangedAndDeleted() throws {
        let context = try context()
        let anna = try vessel("Anna", context)
        let before = anna.lastSeen
        anna.tonnage = 101
        anna.home = try context.fetch(FetchDescriptor<SeaHarbour>()).first { $0.code == "CPH" }
        anna.seaHarbours = []
        try context.save()
        // A trigger sets what the object has not written.
        #expect(anna.lastSeen > before)
        #expect(
          try rows(
            "SELECT tonnage, home_id, (SELECT count(*) FROM sea_calls WHERE vessel_id = v.id) FROM sea_vessel AS v WHERE name = 'Anna'"
          )
            == [["101", "CPH", "0"]])
        // Another program changes the row.
        try rows("UPDATE sea_vessel SET tonnage = 7 WHERE name = 'Anna'")
        anna.name = "Annika"
        #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
        context.mergePolicy = .memoryWins
        anna.name = "Annika"
        try context.save()
        #expect(try rows("SELECT name, tonnage FROM sea_vessel WHERE id = '\(NamedFleet.anna)'") == [["Annika", "7"]])
        // Rules: sailors go with their vessel, others lose their sister.
        context.delete(anna)
        try context.save()
        #expect(try rows("SELECT count(*) FROM sea_sailor") == [["2"]])
        #expect(try rows("SELECT count(*) FROM sea_vessel WHERE sister_id IS NOT NULL") == [["0"]])
        let germany = try #require(try context.fetch(FetchDescriptor<SeaFlag>()).first { $0.code == "DE" })
        context.delete(germany)
        #expect(throws: SwiftDataError.deleteDenied) { try context.save() }
        context.rollback()
        // By a predicate, with the same rules.
        context.insert(SeaSailor(name: "x", vessel: try vessel("Berta", context)))
        try context.save()
        try context.delete(model: SeaVessel.self, where: #Predicate { $0.name == "Berta" })
        try context.save()
        #expect(try rows("SELECT name FROM sea_vessel") == [["Clara"]])
        #expect(try rows("SELECT name FROM sea_sailor") == [["Stine"]])
        #expect(try context.fetch(FetchDescriptor<SeaSailor>()).map(\.name) == ["Stine"])
      }

      @Test(arguments: [UniqueConflictPolicy.upsert, .keep, .refuse])
      func aKeyThatIsTaken(_ policy: UniqueConflictPolicy) throws {
        let context = try context()
        let known = try vessel("Anna", context)
        let again = SeaVessel(id: known.id, name: "Anna II", tonnage: 5)
        let flag = SeaFlag(code: "DE", name: "Deutschland")
        let new = SeaFlag(code: "NO", name: "Norway")
        [flag, new].forEach { context.insert($0) }
        context.insert(again)
        context.insert(SeaSailor(name: "Zoe", vessel: again))
        let harbour = SeaHarbour(code: "BRE", name: "Bremen", flagCode: flag)
        context.insert(harbour)
        guard policy != .refuse else {
          #expect(throws: SwiftDataError.uniqueConflict) { try context.save(onConflict: .refuse) }
          context.rollback()
          #expect(try rows("SELECT count(*) FROM sea_flag") == [["3"]])
          #expect(try vessel("Anna", context) === known)
          return
        }
        try context.save(onConflict: policy)
        #expect(
          try rows("SELECT v.name FROM sea_sailor AS s JOIN sea_vessel AS v ON v.id = s.vessel_id WHERE s.name = 'Zoe'")
            == [[policy == .keep ? "Anna" : "Anna II"]])
        #expect(
          try rows(
            "SELECT f.name FROM sea_harbour AS h JOIN sea_flag AS f ON f.code = h.flag_code WHERE h.code = 'BRE'")
            == [[policy == .keep ? "Germany" : "Deutschland"]])
        #expect(try rows("SELECT count(*) FROM sea_vessel") == [["3"]])
        #expect(try rows("SELECT count(*) FROM sea_flag") == [["4"]])
        #expect(try context.fetch(FetchDescriptor<SeaVessel>()).count == 3)
        #expect(known.name == (policy == .keep ? "Anna" : "Anna II"))
        // Two of one save are one row.
        context.insert(SeaFlag(code: "FI", name: "first"))
        context.insert(SeaFlag(code: "FI", name: "second"))
        try context.save()
        #expect(try rows("SELECT count(*) FROM sea_flag WHERE code = 'FI'") == [["1"]])
        #expect(try context.fetch(FetchDescriptor<SeaFlag>()).filter { $0.code == "FI" }.count == 1)
      }

      @Test func aKeyOfADeletedRowIsUsedAgain() throws {
        let context = try context()
        let other = ModelContext(context.container)
        let pirates = try #require(try context.fetch(FetchDescriptor<SeaFlag>()).first { $0.code == "p12" })
        let theirs = try #require(try other.fetch(FetchDescriptor<SeaFlag>()).first { $0.code == "p12" })
        context.delete(pirates)
        context.insert(SeaFlag(code: "p12", name: "New"))
        try context.save()
        #expect(try rows("SELECT name FROM sea_flag WHERE code = 'p12'") == [["New"]])
        let found = try #require(try context.fetch(FetchDescriptor<SeaFlag>()).first { $0.code == "p12" })
        #expect(found.name == "New")
        found.name = "Newer"
        try context.save()
        #expect(try other.fetch(FetchDescriptor<SeaFlag>()).filter { $0.code == "p12" }.map(\.name) == ["Newer"])
        #expect(theirs.isDeleted || theirs.name == "Newer")
        // A save that fails has changed nothing: the numbers are as before.
        context.insert(SeaFlag(code: "XX", name: "x"))
        context.insert(SeaHarbour(code: "low", name: "refused by the domain"))
        #expect(throws: SwiftDataError.self) { try context.save() }
        context.rollback()
        context.insert(SeaFlag(code: "XX", name: "y"))
        try context.save()
        #expect(try rows("SELECT name FROM sea_flag WHERE code = 'XX'") == [["y"]])
        #expect(try context.fetch(FetchDescriptor<SeaFlag>()).filter { $0.code == "XX" }.count == 1)
      }

      @Test func keysChange() throws {
        let context = try context()
        let pirates = try #require(try context.fetch(FetchDescriptor<SeaFlag>()).first { $0.code == "p12" })
        let former = pirates.persistentModelID
        pirates.code = "PIR"
        pirates.name = "Privateers"
        try context.save()
        #expect(try rows("SELECT name FROM sea_flag WHERE code = 'PIR'") == [["Privateers"]])
        #expect(pirates.persistentModelID.stringRepresentation.contains("~PIR~"))
        #expect(try context.fetch(FetchDescriptor<SeaFlag>()).contains { $0 === pirates })
        #expect(
          try context.fetch(FetchDescriptor<SeaFlag>(predicate: #Predicate { $0.persistentModelID == former })).isEmpty)
        pirates.name = "again"
        try context.save()
        #expect(try rows("SELECT name FROM sea_flag WHERE code = 'PIR'") == [["again"]])
        // Another row has the key.
        pirates.code = "DK"
        #expect(throws: SwiftDataError.uniqueConflict) { try context.save() }
        context.rollback()
        #expect(pirates.code == "PIR")
        #expect(pirates.persistentModelID.stringRepresentation.contains("~PIR~"))
        // Rows refer to it.
        let germany = try #require(try context.fetch(FetchDescriptor<SeaFlag>()).first { $0.code == "DE" })
        germany.code = "GER"
        #expect(throws: SwiftDataError.self) { try context.save() }
        context.rollback()
        #expect(try rows("SELECT count(*) FROM sea_flag WHERE code = 'DE'") == [["1"]])
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
          try context.update(SeaFlag.self, where: #Predicate { $0.code == "DK" }, .set(\.code, to: "D"))
        }
      }

      @Test func triggersChangeKeys() throws {
        let context = try context()
        let crier = SeaCrier(name: "ahoy", words: "w")
        context.insert(crier)
        try context.save()
        #expect(crier.name == "AHOY")
        #expect(crier.persistentModelID.stringRepresentation.contains("~AHOY~"))
        crier.words = "x"
        try context.save()
        #expect(try rows("SELECT name, words FROM sea_crier") == [["AHOY", "x"]])
        context.insert(SeaCrier(name: "a"))
        context.insert(SeaCrier(name: "b"))
        let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
        #expect(error?.explanation.contains("trigger") == true)
        context.rollback()
        context.insert(SeaCrier(name: "A"))
        context.insert(SeaCrier(name: "B"))
        try context.save()
        #expect(try rows("SELECT count(*) FROM sea_crier") == [["3"]])
      }

      /// A part of a row has the row's key, and is not the row.
      @Test func aPartHasTheKeyOfItsWhole() throws {
        let context = try context()
        let anna = try vessel("Anna", context)
        anna.tonnage = 7
        let paper = SeaPaper(vesselId: anna.id, text: "x")
        context.insert(paper)
        let other = ModelContext(context.container)
        other.insert(SeaPaper(vesselId: try vessel("Berta", other).id, text: "y"))
        try other.save()
        #expect(
          try vessel("Berta", other) === (try other.fetch(FetchDescriptor<SeaVessel>()).first { $0.name == "Berta" }))
        try context.save()
        #expect(try vessel("Anna", context) === anna)
        #expect(anna.seaSailors.count == 2)
        anna.id = UUID()
        let sailors = anna.seaSailors
        sailors.forEach { $0.vessel = nil }
        anna.seaVoyages.forEach { context.delete($0) }
        anna.seaHarbours = []
        anna.seaVessels = []
        // The part still refers to it, and nothing has been given another row's key.
        #expect(throws: SwiftDataError.self) { try context.save() }
        context.rollback()
        paper.text = "z"
        try context.save()
        #expect(try rows("SELECT text FROM sea_papers WHERE vessel_id = '\(NamedFleet.anna)'") == [["z"]])
        #expect(try rows("SELECT tonnage FROM sea_vessel WHERE id = '\(NamedFleet.anna)'") == [["7"]])
      }

      @Test func othersWrite() throws {
        let context = try context()
        #expect(try context.fetchCount(FetchDescriptor<SeaVessel>()) == 3)
        let first = SeaVessel(name: "one")
        context.insert(first)
        try rows("INSERT INTO sea_vessel (name, home_id) VALUES ('theirs', 'KIE')")
        try context.save()
        #expect(try context.fetch(FetchDescriptor<SeaVessel>()).count == 5)
        let theirs = try vessel("theirs", context)
        #expect(theirs.home?.name == "Kiel")
        try rows("DELETE FROM sea_vessel WHERE name = 'theirs'")
        theirs.tonnage = 3
        #expect(throws: SwiftDataError.self) { try context.save() }
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<SeaVessel>()) == 4)
        // Both insert the same key.
        let flag = SeaFlag(code: "NL", name: "ours")
        context.insert(flag)
        try rows("INSERT INTO sea_flag VALUES ('NL', 'theirs')")
        try context.save()
        #expect(try rows("SELECT name FROM sea_flag WHERE code = 'NL'") == [["ours"]])
        #expect(try context.fetch(FetchDescriptor<SeaFlag>()).filter { $0.code == "NL" }.count == 1)
      }

      @Test func changesAreUndone() throws {
        let context = try context()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        func group(_ body: () throws -> Void) rethrows {
          manager.beginUndoGrouping()
          try body()
          context.processPendingChanges()
          manager.endUndoGrouping()
        }
        let clara = try vessel("Clara", context)
        let (name, id) = (clara.name, clara.id)
        group {
          context.delete(clara)
          context.insert(SeaVessel(name: "new"))
        }
        try context.save()
        #expect(try rows("SELECT count(*) FROM sea_vessel WHERE name = 'Clara'") == [["0"]])
        manager.undo()
        try context.save()
        #expect(try rows("SELECT name FROM sea_vessel WHERE id = '\(id.uuidString)'") == [[name]])
        #expect(try rows("SELECT count(*) FROM sea_vessel WHERE name = 'new'") == [["0"]])
        manager.redo()
        try context.save()
        #expect(try rows("SELECT count(*) FROM sea_vessel WHERE id = '\(id.uuidString)'") == [["0"]])
        #expect(try context.fetch(FetchDescriptor<SeaVessel>()).map(\.name).sorted() == ["Anna", "Berta", "new"])
      }

      @Test func rowsAreWrittenInBulk() throws {
        let context = try context()
        let kiel = try #require(try context.fetch(FetchDescriptor<SeaHarbour>()).first { $0.code == "KIE" })
        let home = kiel.persistentModelID
        try context.insertRows(of: SeaVessel.self, from: 0..<50) { number, row in
          row.set(\.id, UUID())
          row.set(\.name, "v\(number)")
          row.set(\.tonnage, number)
          row.set(\.lastSeen, .distantPast)
          row.set(\.home, modelWith: home)
        }
        let vessel = try vessel("v7", context)
        let id = vessel.persistentModelID
        let before = context.container.statistics
        try context.insertRows(of: SeaTicket.self, from: 0..<30) { number, row in
          row.set(\.buyer, "b\(number)")
          row.set(\.vessel, modelWith: id)
        }
        // A statement for each row, and few for the keys.
        #expect((context.container.statistics - before).statements < 40)
        #expect(
          try rows(
            "SELECT count(*) FROM sea_ticket AS t JOIN sea_vessel AS v ON v.id = t.vessel_id WHERE v.name = 'v7'") == [
              ["30"]
            ])
        #expect(kiel.seaVessels.count == 51)
        try context.update(SeaVessel.self, where: #Predicate { $0.tonnage > 47 }, .set(\.name, to: "big"))
        #expect(try rows("SELECT count(*) FROM sea_vessel WHERE name = 'big'") == [["5"]])
        #expect(throws: SwiftDataError.uniqueConflict) {
          try context.insertRows(of: SeaFlag.self, from: ["DE"]) { code, row in
            row.set(\.code, code)
            row.set(\.name, "x")
          }
        }
      }
    }
  }
#endif
