// SPDX-License-Identifier: Apache-2.0

import CLibpqByHand
import Foundation
import Synchronization

/// The answers from libpq by hand, on the same tables: prepared statements, values in binary form, pipelines.
///
/// As many connections as ours, each used by a thread of its own; nobody waits on one of the threads that answer requests.
final class HandWrittenAnswers: Answers {
  private let connections: [LibpqConnection]
  private let free: Mutex<(idle: [Int], waiting: [CheckedContinuation<Int, Never>])>
  private let queue = DispatchQueue(label: "libpq", attributes: .concurrent)

  init(_ address: String, namespace: String, connections count: Int) throws {
    connections = try (0..<count).map { _ in try LibpqConnection(address, namespace) }
    free = Mutex((Array(0..<count), []))
  }

  private func with<R: Sendable>(_ body: @escaping @Sendable (LibpqConnection) throws -> R) async throws -> R {
    let index = await withCheckedContinuation { continuation in
      let index = free.withLock { free -> Int? in
        if let index = free.idle.popLast() { return index }
        free.waiting.append(continuation)
        return nil
      }
      if let index { continuation.resume(returning: index) }
    }
    defer {
      let next = free.withLock { free -> CheckedContinuation<Int, Never>? in
        if !free.waiting.isEmpty { return free.waiting.removeFirst() }
        free.idle.append(index)
        return nil
      }
      next?.resume(returning: index)
    }
    let connection = connections[index]
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body(connection) }) }
    }
  }

  func world() async throws -> WorldContent {
    let id = Row.random()
    return try await with { try $0.worlds([id])[0] }
  }

  func worlds(_ count: Int) async throws -> [WorldContent] {
    let ids = Row.random(count)
    return try await with { try $0.worlds(ids) }
  }

  func update(_ count: Int) async throws -> [WorldContent] {
    let ids = Row.random(count)
    return try await with { connection in
      let changed = try connection.worlds(ids).map { WorldContent(id: $0.id, randomNumber: Row.random()) }
      try connection.update(changed)
      return changed
    }
  }

  func fortunes() async throws -> [(id: Int, message: String)] { try await with { try $0.fortunes() } }
}

/// One connection, with its statements prepared.
final class LibpqConnection: @unchecked Sendable {
  // Unchecked: lent to one thread at a time.
  private let handle: OpaquePointer

  struct Failure: Error {
    let message: String
  }

  init(_ address: String, _ namespace: String) throws {
    guard let handle = PQconnectdb(address), PQstatus(handle) == CONNECTION_OK else {
      throw Failure(message: "The server cannot be reached.")
    }
    self.handle = handle
    for (name, text) in [
      ("world", "SELECT id, random_number FROM \(namespace).world WHERE id = $1::bigint"),
      ("fortunes", "SELECT id, message FROM \(namespace).fortune"),
      (
        "update",
        "UPDATE \(namespace).world AS w SET random_number = u.n FROM unnest($1::bigint[], $2::bigint[]) AS u(id, n) "
          + "WHERE w.id = u.id"
      ),
    ] {
      let result = PQprepare(handle, name, text, 0, nil)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
    }
  }

  private func failure() -> Failure { Failure(message: String(cString: PQerrorMessage(handle))) }

  private func integer(_ result: OpaquePointer?, _ row: Int32, _ column: Int32) -> Int {
    Int(Int64(bigEndian: UnsafeRawPointer(PQgetvalue(result, row, column)).loadUnaligned(as: Int64.self)))
  }

  private func send(_ name: String, _ parameters: [[UInt8]], isText: Bool = false) throws {
    let lengths = parameters.map { Int32($0.count) }
    let formats = parameters.map { _ in Int32(isText ? 0 : 1) }
    let pointers = parameters.map { parameter in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: parameter.count + 1)
      for (index, byte) in parameter.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[parameter.count] = 0
      return copy
    }
    defer { pointers.forEach { $0.deallocate() } }
    let values: [UnsafePointer<CChar>?] = pointers.map { UnsafePointer($0) }
    guard PQsendQueryPrepared(handle, name, Int32(parameters.count), values, lengths, formats, 1) == 1 else {
      throw failure()
    }
  }

  func worlds(_ ids: [Int]) throws -> [WorldContent] {
    guard PQenterPipelineMode(handle) == 1 else { throw failure() }
    defer { PQexitPipelineMode(handle) }
    for id in ids { try send("world", [withUnsafeBytes(of: Int64(id).bigEndian) { Array($0) }]) }
    guard PQpipelineSync(handle) == 1 else { throw failure() }
    var all: [WorldContent] = []
    for _ in ids {
      while let result = PQgetResult(handle) {
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) == 1 else { throw failure() }
        all.append(WorldContent(id: integer(result, 0, 0), randomNumber: integer(result, 0, 1)))
      }
    }
    PQclear(PQgetResult(handle))
    return all
  }

  func update(_ worlds: [WorldContent]) throws {
    func list(_ values: [Int]) -> [UInt8] { Array("{\(values.map(String.init).joined(separator: ","))}".utf8) }
    // In the order of the keys: two requests then lock rows in the same order.
    let sorted = worlds.sorted { $0.id < $1.id }
    try send("update", [list(sorted.map(\.id)), list(sorted.map(\.randomNumber))], isText: true)
    while let result = PQgetResult(handle) {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
    }
  }

  func fortunes() throws -> [(id: Int, message: String)] {
    try send("fortunes", [])
    var all: [(id: Int, message: String)] = []
    while let result = PQgetResult(handle) {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failure() }
      for row in 0..<PQntuples(result) {
        all.append((integer(result, row, 0), String(cString: PQgetvalue(result, row, 1))))
      }
    }
    return all
  }
}
