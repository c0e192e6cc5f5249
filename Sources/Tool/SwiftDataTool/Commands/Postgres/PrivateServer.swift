// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// A PostgreSQL server whose files and socket lie in one folder.
struct PrivateServer {
  let folder: URL
  private let programs: URL

  private var data: URL { folder.appending(path: "data") }
  private var socket: URL { folder.appending(path: "socket") }
  private var log: URL { folder.appending(path: "server.log") }

  /// A socket's address has this many bytes at most, in the systems that have least.
  private static let maximumSocketLength = 103

  init(folder: URL) throws {
    self.folder = folder
    programs = try Self.findPrograms()
  }

  /// Whether the server's files have been made.
  var exists: Bool { FileManager.default.fileExists(atPath: data.appending(path: "PG_VERSION").path) }

  /// Where it is reached, for `PostgresConfiguration(url:)` and for `psql`.
  var address: String {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "/-._~"))
    let host = socket.path.addingPercentEncoding(withAllowedCharacters: allowed) ?? socket.path
    return "postgres:///postgres?host=\(host)&user=postgres"
  }

  // MARK: Commands

  func isRunning() throws -> Bool {
    guard exists else { return false }
    let result = try run("pg_ctl", ["-D", data.path, "status"])
    switch result.status {
    case 0: return true
    case 3: return false
    default: throw failure("The server's state cannot be found out.", result.output)
    }
  }

  /// Starts the server unless it runs, and waits until it answers.
  func start(settings: [String]) throws {
    let longest = socket.appending(path: ".s.PGSQL.5432").path
    guard longest.utf8.count <= Self.maximumSocketLength else {
      throw StoreError(
        .invalidInput,
        "The path of the server's socket has \(longest.utf8.count) bytes; the system allows \(Self.maximumSocketLength).",
        file: folder.path, advice: "Choose a folder with a shorter path.")
    }
    if exists, try isRunning() { return }
    let present = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    guard exists || Set(present).isSubset(of: ["data", "socket", "server.log"]) else {
      throw StoreError(
        .alreadyExists, "The folder has other files, and no server.", file: folder.path,
        advice: "Name an empty folder, or one that is not there yet.")
    }
    do {
      try FileManager.default.createDirectory(at: socket, withIntermediateDirectories: true)
      // Who reaches the socket is let in without a password.
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: socket.path)
    } catch {
      throw StoreError(.notWritable, "The folder cannot be made: \(error)", file: folder.path)
    }
    try handOver()
    if !exists {
      let arguments = ["-D", data.path, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]
      let made = try run("initdb", arguments)
      guard made.status == 0 else { throw failure("The server's files cannot be made.", made.output) }
    }
    var options = "-c listen_addresses='' -c unix_socket_directories=\(Self.quoted(socket.path))"
    for setting in settings { options += " -c \(Self.quoted(setting))" }
    let arguments = ["-D", data.path, "-l", log.path, "-w", "-t", "60", "-o", options, "start"]
    let started = try run("pg_ctl", arguments)
    guard started.status == 0 else {
      let lines = (try? String(contentsOf: log, encoding: .utf8))?.split(separator: "\n").suffix(5) ?? []
      throw failure("The server does not start.", lines.joined(separator: "\n"))
    }
  }

  func stop() throws {
    let result = try run("pg_ctl", ["-D", data.path, "-m", "fast", "-w", "stop"])
    guard result.status == 0 else { throw failure("The server cannot be stopped.", result.output) }
  }

  private func failure(_ message: String, _ output: String) -> StoreError {
    let output = output.trimmingCharacters(in: .whitespacesAndNewlines)
    return StoreError(
      .invalidInput, output.isEmpty ? message : "\(message) PostgreSQL says:\n\(output)\n", file: folder.path,
      advice: "The server's log is \(log.path).")
  }

  /// As the shell that `pg_ctl` starts the server with reads it.
  private static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) } + "'"
  }

  // MARK: Programs

  private static func findPrograms() throws -> URL {
    let environment = ProcessInfo.processInfo.environment
    var places: [String] = []
    if let place = environment["POSTGRES_BIN"] {
      places = [place]
    } else {
      let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
      let numbers = versions.compactMap { Int($0) }.sorted(by: >)
      places = numbers.map { "/usr/lib/postgresql/\($0)/bin" }
      places += (14...19).reversed().flatMap {
        ["/usr/pgsql-\($0)/bin", "/opt/homebrew/opt/postgresql@\($0)/bin", "/usr/local/opt/postgresql@\($0)/bin"]
      }
      places += (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    }
    for place in places where FileManager.default.isExecutableFile(atPath: place + "/initdb") {
      return URL(fileURLWithPath: place)
    }
    throw StoreError(
      .fileNotFound, "There are no programs of a PostgreSQL server on this machine.", file: places.first ?? "initdb",
      advice: "Install them (Debian: apt-get install postgresql; macOS: brew install postgresql@16), or name their "
        + "folder in POSTGRES_BIN.")
  }

  /// PostgreSQL refuses to run as root: then it runs as one of these.
  private static let users = ["postgres", "nobody"]

  /// The user and the group that the server runs as; `nil` for the present one.
  private static let owner: (user: String, identifier: UInt32, group: UInt32)? = {
    guard geteuid() == 0 else { return nil }
    for name in users {
      if let entry = getpwnam(name) { return (name, entry.pointee.pw_uid, entry.pointee.pw_gid) }
    }
    return nil
  }()

  private func handOver() throws {
    guard let owner = Self.owner else { return }
    for place in [folder, socket] where chown(place.path, owner.identifier, owner.group) != 0 {
      throw StoreError(
        .notWritable, "The folder cannot be given to the user '\(owner.user)', as which the server runs.",
        file: place.path)
    }
    guard try execute(["test", "-x", folder.path]).status == 0 else {
      throw StoreError(
        .notWritable, "The user '\(owner.user)', as which the server runs, cannot reach the folder.", file: folder.path,
        advice: "Choose another one: a folder above it is closed to others.")
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    try execute([programs.appending(path: program).path] + arguments)
  }

  /// Runs a command as the server's user. What it says goes by a file: a server keeps what is open when it starts, and nobody
  /// would see the end of a pipe. Foundation's `Process` waits for such an end, too.
  private func execute(_ command: [String]) throws -> (status: Int32, output: String) {
    // The present folder may be closed to the server's user.
    var words = ["/bin/sh", "-c", "cd / && exec \"$@\"", "sh"]
    if let owner = Self.owner {
      words += ["setpriv", "--reuid", "\(owner.identifier)", "--regid", "\(owner.group)", "--clear-groups"]
    }
    words += command
    let file = FileManager.default.temporaryDirectory.appending(path: "swiftdata-postgres-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let status = try Self.spawn(words, output: file.path)
    return (status, (try? String(contentsOf: file, encoding: .utf8)) ?? "")
  }

  /// - Returns: The exit status; 128 and the number of the signal that ended the program.
  private static func spawn(_ words: [String], output: String) throws -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, words[0], &actions, nil, &arguments, &variables)
    guard code == 0 else {
      throw StoreError(
        .unreadable, "The program cannot be started: \(String(cString: strerror(code)))", file: words[0])
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else {
        throw StoreError(.unreadable, "The end of the program cannot be found out.", file: words[0])
      }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }
}
