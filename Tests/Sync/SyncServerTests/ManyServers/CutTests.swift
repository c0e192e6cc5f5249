// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SwiftDataSyncPostgres
  import SwiftDataSyncServer
  import SyncSimulation
  import SyncStores
  import Testing

  extension ManyServersTests {
    /// Connections that are cut, and servers that stand still: what was uploaded is there once.
    @Suite(.enabled(if: PrivatePostgres.socketFolder != nil, "the server has no Unix socket"))
    struct CutTests {
      private func proxy() throws -> (proxy: CuttingProxy, address: String) {
        let folder = try #require(PrivatePostgres.socketFolder)
        let proxy = try CuttingProxy(server: "\(folder)/.s.PGSQL.5432")
        return (proxy, "postgres:///postgres?host=\(proxy.folder)&user=postgres")
      }

      /// The device is told to try again, and its repetition is answered as if nothing had happened.
      @Test(arguments: [CuttingProxy.Cut.before, .afterSending, .afterAnswer])
      func cutAtTheCommit(_ cut: CuttingProxy.Cut) throws {
        let (proxy, address) = try proxy()
        defer { proxy.stop() }
        let shared = SharedDatabase()
        let server = try shared.server(address: address)
        _ = try server.page(after: 0)
        let number = UniqueNumber(high: 1, low: 2)
        proxy.arm { $0.isCommit && $0.number > 2 ? cut : nil }
        let error = #expect(throws: ServerDatabaseError.self) { try server.insert(["a", "b"], number: number) }
        #expect(error?.reason == .inDoubt && proxy.hasCut)
        #expect(try server.insert(["a", "b"], number: number) == [1, 2])
        #expect(try server.page(after: 0).records.map(\.version) == [1, 2])
        #expect(try server.space(of: "ann").usage == server.countedUsage(of: "ann"))
        try server.close()
      }

      /// At whatever moment: what was answered is there, and what was repeated is there once.
      @Test(arguments: Seeds.all(2)) func cutsAtAnyMoment(seed: UInt64) throws {
        let (proxy, address) = try proxy()
        defer { proxy.stop() }
        let shared = SharedDatabase()
        let server = try shared.server(address: address)
        _ = try server.page(after: 0)
        var random = SeededRandom(seed)
        var (doubts, cuts) = (0, 0)
        for round in 0..<60 {
          let (number, moment) = (UniqueNumber(using: &random), 1 + random.below(9))
          let cut = [CuttingProxy.Cut.before, .afterSending, .afterAnswer][random.below(3)]
          proxy.arm { $0.number == moment ? cut : nil }
          var versions: [UInt64]?
          while versions == nil {
            do { versions = try server.insert(["\(round)"], number: number) } catch let error as ServerDatabaseError {
              guard error.reason == .inDoubt || error.reason == .unreachable else { throw error }
              doubts += 1
            }
          }
          if proxy.hasCut { cuts += 1 }
          proxy.disarm()
          try #require(versions == [UInt64(round + 1)], "seed \(seed), round \(round)")
        }
        #expect(cuts > 20, "seed \(seed): \(cuts) cuts")
        print("seed \(seed): \(cuts) cuts, \(doubts) of them in doubt")
        #expect(try server.page(after: 0).records.map(\.version) == Array(1...60))
        #expect(try server.space(of: "ann").usage == server.countedUsage(of: "ann"))
        try server.close()
      }

      /// A server that is stopped within a transaction keeps a zone from others until the database ends its connection. Its
      /// own upload, when it goes on, is done again.
      @Test func aServerThatStandsStill() async throws {
        let shared = SharedDatabase()
        var configuration = PostgresDatabase.Configuration(address: try #require(PrivatePostgres.address))
        configuration.schema = ServerStore.schema(shared.place)
        configuration.idleTimeout = 1
        let stopped = try PostgresDatabase(configuration)
        let server = try shared.server()
        _ = try server.page(after: 0)
        let (locked, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let counts = try await atOnce(2) { index -> Int in
          if index == 0 {
            var count = 0
            try stopped.write { db in
              count += 1
              _ = try db.rows("SELECT id FROM zone WHERE name = ?1 FOR UPDATE", ["main"])
              if count == 1 {
                locked.signal()
                goOn.wait()
              }
              _ = try db.rows("SELECT id FROM zone", [])
            }
            return count
          }
          locked.wait()
          defer { goOn.signal() }
          return try server.insert(["a"], number: UniqueNumber(high: 1, low: 1))?.count ?? 0
        }
        #expect(counts == [2, 1])
        try stopped.close()
        try server.close()
      }

      /// The database ends at once and begins again, while servers work with it.
      @Test func theDatabaseIsStartedAnew() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pg-\(UUID().uuidString.prefix(8))")
          .path
        defer { _ = PrivatePostgres.run("remove", folder: folder) }
        let address = try #require(PrivatePostgres.run("start", folder: folder))
        let shared = SharedDatabase()
        let servers = try (0..<2).map { _ in try shared.server(address: address) }
        _ = try servers[0].page(after: 0)
        let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let results = try await atOnce(3) { index -> Int in
          if index == 2 {
            for _ in 0..<2 { begun.wait() }
            _ = PrivatePostgres.run("stop", folder: folder)
            _ = PrivatePostgres.run("start", folder: folder)
            for _ in 0..<2 { ended.signal() }
            return 0
          }
          var random = SeededRandom(UInt64(index) + 1)
          var (round, wasThere) = (0, false)
          while true {
            if round == 20 { begun.signal() }
            // Some after it is there again.
            if !wasThere, round > 20, ended.wait(timeout: .now()) == .success { wasThere = true }
            let number = UniqueNumber(using: &random)
            var versions: [UInt64]?
            while versions == nil {
              do {
                versions = try servers[index].insert(["\(index)-\(round)"], number: number)
              } catch is ServerDatabaseError {
                Thread.sleep(forTimeInterval: 0.01)
              }
            }
            round += 1
            if wasThere { return round }
          }
        }
        let records = try servers[0].space(of: "ann").usage.records
        #expect(Int(records) == results.reduce(0, +))
        #expect(try servers[1].countedUsage(of: "ann").records == records)
        for server in servers { try server.close() }
      }
    }
  }
#endif
