// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataSyncCore
  import SwiftDataSyncServer
  import SyncSimulation
  import SyncStores
  import Synchronization
  import Testing

  extension ManyServersTests {
    /// What several servers do at the same time is as if one had done it after the other.
    @Suite struct OrderTests {
      /// Eight servers upload into one zone, and a ninth asks for what is new all the time: it never misses a number.
      @Test(arguments: Seeds.all(2)) func pullsMissNothing(seed: UInt64) async throws {
        let shared = SharedDatabase()
        let servers = try (0..<8).map { _ in try shared.server() }
        let reader = try shared.server()
        _ = try reader.page(after: 0)
        let isDone = Atomic(false)
        let reading = Task {
          try await atOnce(1) { _ -> [UInt64] in
            var seen: [UInt64] = []
            var last: UInt64 = 0
            while true {
              let wasDone = isDone.load(ordering: .acquiring)
              let page = try reader.page(after: last, limit: 7)
              seen += page.records.map(\.version)
              last = page.through
              if wasDone, !page.hasMore, page.records.isEmpty { return seen }
            }
          }.first ?? []
        }
        let counts = try await atOnce(8) { index in
          var random = SeededRandom(seed &* 100 &+ UInt64(index))
          var count = 0
          for round in 0..<25 {
            let names = (0...random.below(4)).map { "\(index)-\(round)-\($0)" }
            let versions = try servers[index].insert(names, number: UniqueNumber(using: &random))
            #expect(versions?.count == names.count, "seed \(seed), server \(index), round \(round)")
            count += names.count
          }
          return count
        }
        isDone.store(true, ordering: .releasing)
        let seen = try await reading.value
        #expect(seen == Array(1...UInt64(counts.reduce(0, +))), "seed \(seed)")
        #expect(try reader.countedUsage(of: "ann") == reader.space(of: "ann").usage)
        for server in servers + [reader] { try server.close() }
      }

      /// Two uploads into two zones do not take the same room.
      @Test func quotasHold() async throws {
        let shared = SharedDatabase()
        let servers = try (0..<4).map { _ in try shared.server(quota: AccountQuota(records: 30)) }
        for zone in 0..<4 { _ = try servers[0].page(after: 0, zone: "zone \(zone)") }
        let taken = try await atOnce(4) { index in
          var random = SeededRandom(UInt64(index))
          return try (0..<20).count { round in
            try servers[index].insert(["\(round)"], zone: "zone \(index)", number: UniqueNumber(using: &random)) != nil
          }
        }
        #expect(taken.reduce(0, +) == 30, "\(taken)")
        #expect(try servers[0].space(of: "ann").usage.records == 30)
        #expect(try servers[0].countedUsage(of: "ann").records == 30)
        for server in servers { try server.close() }
      }

      /// Of many that want to be the first, one is.
      @Test func oneInvitationForOneAccount() async throws {
        let shared = SharedDatabase()
        let servers = try (0..<6).map { _ in try shared.server() }
        let zone = ServerShare.name(UniqueNumber(high: 1, low: 1))
        let secret = String(repeating: "s", count: 40)
        @Sendable func ask(_ server: SyncDatabase, _ account: String, _ command: ShareCommand) throws -> ShareAnswer? {
          let request = SyncRequest(account: account, token: "", zone: zone, body: .share(command))
          guard case .shared(let answer) = try server.answer(request, now: 50).body else { return nil }
          return answer
        }
        _ = try ask(servers[0], "ann", .create(root: nil, title: "Songs"))
        let invitation = ShareInvitation(
          number: UniqueNumber(high: 3, low: 4), account: nil, right: .write, expires: nil, isPublic: false)
        _ = try ask(servers[0], "ann", .invite(invitation, secret: secret))
        let answers = try await atOnce(6) { index in try ask(servers[index], "member \(index)", .accept(secret: secret))
        }
        let accepted = answers.count { if case .shares(_, accepted: .some) = $0 { true } else { false } }
        #expect(accepted == 1, "\(answers)")
        #expect(try servers[0].shares(of: nil).first?.members.count == 1)
        for server in servers { try server.close() }
      }

      /// A name of a share is one share's, whoever makes it at the same moment.
      @Test func oneShareOfAName() async throws {
        let shared = SharedDatabase()
        let servers = try (0..<6).map { _ in try shared.server() }
        let zone = ServerShare.name(UniqueNumber(high: 7, low: 7))
        let made = try await atOnce(6) { index in
          let request = SyncRequest(
            account: "account \(index)", token: "", zone: zone, body: .share(.create(root: nil, title: "t")))
          guard case .shared(.shares) = try servers[index].answer(request, now: 1).body else { return false }
          return true
        }
        #expect(made.count { $0 } == 1, "\(made)")
        #expect(try servers[0].shares(of: nil).count == 1)
        for server in servers { try server.close() }
      }

      /// Servers that begin together make the tables once, and a zone that all ask for first. Again and again, as they must
      /// meet for it.
      @Test(arguments: 1...8) func serversThatBeginTogether(_ round: Int) async throws {
        let shared = SharedDatabase()
        let heads = try await atOnce(8) { _ in
          let server = try shared.server(connections: 1)
          defer { try? server.close() }
          return try server.page(after: 0).through
        }
        #expect(heads == Array(repeating: 0, count: 8))
        let server = try shared.server()
        #expect(try server.summaries().count == 1)
        try server.close()
      }

      /// Zones are restored, erased and tidied up while others upload into them.
      @Test func administratorsBesideDevices() async throws {
        let shared = SharedDatabase()
        let servers = try (0..<4).map { _ in try shared.server() }
        for zone in ["a", "b"] { _ = try servers[0].page(after: 0, zone: zone) }
        _ = try await atOnce(4) { index in
          var random = SeededRandom(UInt64(index) + 10)
          for round in 0..<12 {
            switch index {
            case 0, 1:
              let zone = index == 0 ? "a" : "b"
              #expect(
                try servers[index].insert(["\(round)"], zone: zone, number: UniqueNumber(using: &random)) != nil)
            case 2: _ = try servers[index].restore(account: "ann", zones: nil, to: 500, now: 2_000)
            default:
              try servers[index].compact(before: 400)
              _ = try servers[index].erase(account: "eve")
            }
          }
          return true
        }
        #expect(try servers[0].summaries().map(\.records) == [12, 12])
        #expect(try servers[0].countedUsage(of: "ann") == servers[0].space(of: "ann").usage)
        for server in servers { try server.close() }
      }
    }
  }
#endif
