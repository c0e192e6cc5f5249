// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SyncSimulation
  import Testing

  /// A client that shares no line with ours, written from the page of the protocol, on a real server.
  @Suite struct PythonClientTests {
    static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }

    private func start(_ server: ServerProcess, page: Int, schema: String? = nil) throws -> SecondProcess {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Python/sync_client.py")
      return try SecondProcess(
        executable: URL(fileURLWithPath: try #require(Self.python)),
        arguments: ["-B", script.path, server.address, "ann", "second", "main", "\(page)"] + [schema].compactMap { $0 })
    }

    private func answer(_ python: SecondProcess, _ command: [String: Any]) throws -> NSDictionary {
      let text = try JSONSerialization.data(withJSONObject: command)
      let line = try #require(python.ask(String(decoding: text, as: UTF8.self)))
      return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
    }

    private func ask(_ python: SecondProcess, _ command: [String: Any]) throws -> NSDictionary {
      let answer = try answer(python, command)
      #expect(answer["error"] == nil, "\(command): \(answer["error"] ?? "")")
      return answer
    }

    /// Who states no version, or an earlier one, hears which one is wanted.
    @Test(.enabled(if: python != nil, "there is no Python")) func aLeastVersionIsThatOfThePage() throws {
      let server = try ServerProcess("--least-schema", "2.1")
      for schema in [nil, "2.0.9"] {
        let python = try start(server, page: 100, schema: schema)
        let error = try answer(python, ["sync": true])["error"] as? String ?? ""
        #expect(error.contains("status 426") && error.contains(#""leastSchema":"2.1.0""#), "\(error)")
        #expect(python.finish() == 0)
      }
      let pythons = [try start(server, page: 100, schema: "2.1"), try start(server, page: 100, schema: "10")]
      _ = try ask(pythons[0], ["insert": ["Item", "1"], "fields": ["title": "t"]])
      for python in pythons { _ = try ask(python, ["sync": true]) }
      #expect((try ask(pythons[1], ["dump": true])["records"] as? NSDictionary)?.count == 1)
      for python in pythons { #expect(python.finish() == 0) }
    }

    private func settle(
      _ server: ServerProcess, _ devices: inout [Device], _ pythons: [SecondProcess]
    ) async throws {
      for _ in 0..<4 {
        for index in devices.indices { try await devices[index].sync(server) }
        for python in pythons { _ = try ask(python, ["sync": true]) }
      }
    }

    /// `SWIFTDATA_TEST_SEED` repeats some, separated by commas.
    static let seeds: [UInt64] = {
      let named = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED", default: ""].split(separator: ",")
        .compactMap { UInt64($0) }
      return named.isEmpty ? Array(1...6) : named
    }()

    @Test(.enabled(if: python != nil, "there is no Python"), arguments: seeds)
    func itConvergesWithOurs(seed: UInt64) async throws {
      let server = try ServerProcess()
      var devices = [Device(node: 1), Device(node: 2)]
      let pythons = [try start(server, page: 1 + Int(seed % 3)), try start(server, page: 100)]
      var random = SeededRandom(seed)
      var number = 0
      func name() -> String {
        number += 1
        return "\(number) é 🏝 \\ \""
      }
      for round in 0..<30 {
        for _ in 0..<3 {
          try change(&devices[random.below(2)], &random, name())
          try change(pythons[random.below(2)], &random, name())
        }
        if random.chance(50) { try await devices[random.below(2)].sync(server) }
        if random.chance(50) { _ = try ask(pythons[random.below(2)], ["sync": true]) }
        if round == 10 || round == 20 { try server.killAndRestart() }
      }
      try await settle(server, &devices, pythons)
      let expected = try devices[0].dump()
      #expect((expected["records"] as? NSDictionary)?.count ?? 0 > 5, "seed \(seed)")
      for dump in try [devices[1].dump()] + pythons.map({ try ask($0, ["dump": true]) }) {
        #expect(dump == expected, "seed \(seed): \(difference(dump, expected))")
      }
      for device in devices { #expect(device.zone.dirty.isEmpty, "seed \(seed)") }
      for python in pythons { #expect(python.finish() == 0) }
    }

    /// Large values go beside their records, in parts, and count in checksums.
    @Test(.enabled(if: python != nil, "there is no Python")) func largeValuesAreThoseOfThePage() async throws {
      let server = try ServerProcess()
      let (first, second) = (try start(server, page: 100), try start(server, page: 1))
      let bytes = Data((0..<5_300).map { UInt8(truncatingIfNeeded: $0 &* 7) }).base64EncodedString()
      let text = String(repeating: "é🏝\0", count: 700)
      let item = ["Item", "1"]
      _ = try ask(first, ["insert": item, "fields": ["title": "a"]])
      _ = try ask(first, ["set": item, "field": "owner", "large": ["bytes": bytes]])
      _ = try ask(first, ["set": item, "field": "title", "large": ["text": text]])
      for python in [first, second] { _ = try ask(python, ["sync": true]) }
      #expect(try ask(second, ["large": item, "field": "owner"]) == ["bytes": bytes])
      #expect(try ask(second, ["large": item, "field": "title"]) == ["text": text])
      // To another record: the server has it already, and who sends the name has not loaded the bytes.
      let value = try #require(try ask(second, ["dump": true])["records"] as? [String: [String: Any]])["Item:1"]
      let owner = try #require((value?["fields"] as? [String: Any])?["owner"])
      _ = try ask(second, ["insert": ["Item", "2"], "fields": ["owner": owner]])
      for python in [second, first] { _ = try ask(python, ["sync": true]) }
      var device = Device(node: 1)
      try await device.sync(server)
      let expected = try device.dump()
      #expect((expected["records"] as? NSDictionary)?.count == 2)
      for python in [first, second] {
        let dump = try ask(python, ["dump": true])
        #expect(dump == expected, "\(difference(dump, expected))")
        #expect(python.finish() == 0)
      }
    }

    /// The first record that differs.
    private func difference(_ a: NSDictionary, _ b: NSDictionary) -> String {
      guard let first = a["records"] as? NSDictionary, let second = b["records"] as? NSDictionary else { return "" }
      for key in Set(first.allKeys.map { "\($0)" }).union(second.allKeys.map { "\($0)" }).sorted() {
        let (one, other) = (first[key] as? NSDictionary, second[key] as? NSDictionary)
        if one != other { return "\(key): \(one ?? [:]) and \(other ?? [:])" }
      }
      return "checksums \(a["checksum"] ?? "") and \(b["checksum"] ?? "")"
    }

    /// Some edit of our device.
    private func change(_ device: inout Device, _ random: inout SeededRandom, _ name: String) throws {
      let visible = device.zone.rows.filter { $0.value.isAlive }.keys.sorted()
      func some(_ type: String) -> RecordID? {
        let found = visible.filter { $0.type == type }
        return found.isEmpty ? nil : found[random.below(found.count)]
      }
      switch random.below(8) {
      case 0: try device.edit(.insert(RecordID("Item", name), ["title": .text(name), "extra": .real(.nan)]))
      case 1:
        let tag = SyncValue.text("tag \(random.below(3))")
        let isThere = device.zone.rows.contains { $0.value.isAlive && $0.value.local?.fields["name"]?.value == tag }
        if !isThere { try device.edit(.insert(RecordID("Tag", name), ["name": tag, "color": .text(name)])) }
      case 2: try some("Item").map { try device.edit(.set($0, field: "title", .text(name))) }
      case 3: try some("Item").map { try device.edit(.set($0, field: "extra", .integer(Int64(random.below(99))))) }
      case 4, 5:
        if let item = some("Item"), let tag = some("Tag") {
          try device.edit(.link(item, relationship: "tags", tag))
        }
      case 6:
        if let item = some("Item"), let other = some("Item"), item != other {
          try device.edit(.set(item, field: "other", .reference(other)))
        }
      default:
        guard let id = visible.isEmpty ? nil : visible[random.below(visible.count)] else { return }
        for other in visible where other != id {
          guard let local = device.zone.rows[other]?.local, local.refers(to: id) else { continue }
          for (field, register) in local.fields where register.value == .reference(id) {
            try device.edit(.set(other, field: field, .null))
          }
          for (name, set) in local.links where set.targets.contains(id) {
            try device.edit(.unlink(other, relationship: name, id))
          }
        }
        try device.edit(.delete(id))
      }
    }

    /// Some edit of a Python device.
    private func change(_ python: SecondProcess, _ random: inout SeededRandom, _ name: String) throws {
      let dump = try ask(python, ["dump": true])
      let visible = (dump["records"] as? [String: Any] ?? [:]).keys.sorted()
      func some(_ type: String) -> [String]? {
        let found = visible.filter { $0.hasPrefix(type + ":") }
        return found.isEmpty ? nil : [type, String(found[random.below(found.count)].dropFirst(type.count + 1))]
      }
      switch random.below(7) {
      case 0: _ = try ask(python, ["insert": ["Item", name], "fields": ["title": name, "owner": ["bytes": "AAE="]]])
      case 1:
        let tag = "tag \(random.below(3))"
        let isThere = (dump["records"] as? [String: [String: Any]] ?? [:]).contains {
          ($0.value["fields"] as? [String: Any])?["name"] as? String == tag
        }
        if !isThere { _ = try ask(python, ["insert": ["Tag", name], "fields": ["name": tag, "color": name]]) }
      case 2: if let item = some("Item") { _ = try ask(python, ["set": item, "field": "title", "value": name]) }
      case 3:
        if let item = some("Item") {
          _ = try ask(python, ["set": item, "field": "extra", "value": ["uuid": UUID().uuidString.lowercased()]])
        }
      case 4, 5:
        if let item = some("Item"), let tag = some("Tag") {
          _ = try ask(python, ["link": item, "as": "tags", "to": tag])
        }
      default:
        if let id = random.chance(50) ? some("Item") : some("Tag") { _ = try ask(python, ["delete": id]) }
      }
    }
  }
#endif
