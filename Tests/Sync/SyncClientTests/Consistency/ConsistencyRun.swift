// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SyncConsistency
  import SyncSimulation
  import SyncStores

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Devices that work on the same registers, offline and online, while processes and networks fail; then all is
  /// healed, and what they have read and written is judged.
  struct ConsistencyRun {
    var seed: UInt64
    var devices = 5
    var keys = 10
    /// How often something goes wrong.
    var rounds = 10
    /// How many lines the histories grow by while it does.
    var pace = 200
    /// Rules that the devices do not follow.
    var rules: [String] = []

    struct Outcome: Sendable {
      var check: ConsistencyCheck
      var faults: [Nemesis.Fault: Int] = [:]
      var rounds = Rounds()
      var trouble: [String] = []
      /// Where the histories are, if something is wrong.
      var evidence: String?
    }

    /// On a thread of its own: what waits here must not keep other tests waiting.
    func outcome() async throws -> Outcome {
      try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try perform() }) }.start()
      }
    }

    /// Over a database there are two servers.
    private func servers() throws -> [RunningServer] {
      let address = NamespaceNetwork.isThere ? NamespaceNetwork.serverAddress : "127.0.0.1"
      let first = try RunningServer("--requests", "1000000", "--address", address)
      return ServerStore.isFile ? [first] : [first, try RunningServer(besides: first)]
    }

    private func perform() throws -> Outcome {
      let servers = try servers()
      let folder = servers[0].folder
      func device(_ client: Int) throws -> RegisterDevice {
        try RegisterDevice(
          client, of: devices + 2, server: servers[client % servers.count], in: folder, keys: keys, seed: seed,
          rules: rules)
      }
      let all = try (1...devices).map(device)
      try all[0].perform("make")
      for device in all { try device.perform("sync") }
      for device in all { try device.run() }
      var nemesis = Nemesis(seed: seed)
      for _ in 0..<rounds {
        try nemesis.begin(all, servers)
        try wait(for: pace * nemesis.factor, of: all)
        try nemesis.end(all, servers)
        // So that they meet again, now and then.
        try wait(for: pace / 2, of: all)
      }
      for device in all { try device.stop() }
      // What one of them uploads the others load, and what they merge of it they upload.
      for _ in 0..<4 { for device in all { try device.perform("sync") } }
      // Has nothing but what the server has.
      let reader = try device(devices + 1)
      try reader.perform("sync")
      var ends: [String: [String: Int]] = [:]
      for device in all { ends["device \(device.client)"] = try device.readAll() }
      ends["the server"] = try reader.readAll()
      let history = try (all + [reader]).flatMap { try $0.history() }
      let check = ConsistencyCheck(history, ends: ends)
      var outcome = Outcome(
        check: check, faults: nemesis.counts, rounds: Self.sum(all.map(\.rounds)),
        trouble: all.flatMap(\.trouble))
      if !check.violations.isEmpty, rules.isEmpty { outcome.evidence = try keep(history, all) }
      return outcome
    }

    /// Nobody has done anything for minutes.
    private struct Standstill: Error {}

    /// Until the devices have done something: not for a time.
    private func wait(for count: Int, of devices: [RegisterDevice]) throws {
      func progress() throws -> Int { try devices.reduce(0) { $0 + (try $1.progress()) } }
      let start = try progress()
      var (last, since) = (start, Date())
      while last < start + count {
        usleep(5_000)
        let now = try progress()
        if now > last { (last, since) = (now, Date()) }
        if since.timeIntervalSinceNow < -180 { throw Standstill() }
      }
    }

    private static func sum(_ rounds: [Rounds]) -> Rounds {
      rounds.reduce(into: Rounds()) { sum, next in
        sum.done += next.done
        sum.failed += next.failed
        sum.crowded += next.crowded
      }
    }

    private func keep(_ history: [Transaction], _ devices: [RegisterDevice]) throws -> String {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "consistency-\(seed)-\(UUID().uuidString.prefix(6)).txt")
      let lines = history.sorted { $0.begin < $1.begin }.map { "\($0.begin)-\($0.end ?? 0) \($0.text)" }
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      return file.path
    }
  }
#endif
