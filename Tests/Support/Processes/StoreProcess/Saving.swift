// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData

@Model
final class Memo {
  var text: String
  init(_ text: String) { self.text = text }
}

@Model
final class Account {
  var mail: String
  init(_ mail: String) { self.mail = mail }
}

private func several(_ folder: URL) throws -> ModelContainer {
  try ModelContainer(
    for: Schema([Memo.self, Account.self]),
    configurations: [
      ModelConfiguration("memos", schema: Schema([Memo.self]), url: folder.appendingPathComponent("memos.store")),
      ModelConfiguration(
        "accounts", schema: Schema([Account.self]), url: folder.appendingPathComponent("accounts.store")),
    ])
}

/// Lets no file of this process grow beyond a length in bytes; `nil` for no limit.
private func limitFiles(to length: Int?) {
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  limit.rlim_cur = length.map { rlim_t($0) } ?? limit.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
}

/// Makes the log of the memos longer than that of the accounts.
///
/// - Returns: How long it is.
private func lengthen(_ folder: URL, _ context: ModelContext) throws -> Int {
  for number in 0..<40 { context.insert(Memo("\(number) " + String(repeating: "x", count: 20_000))) }
  try context.save()
  let log = folder.appendingPathComponent("memos.store-wal")
  return try log.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
}

/// A seed over two stores of which one commits, and the other finds no room to; then two more attempts, with room.
func seedOne(_ folder: URL) throws {
  signal(SIGXFSZ, SIG_IGN)
  let container = try several(folder)
  let length = try lengthen(folder, ModelContext(container))
  func sow() throws -> Bool {
    try container.seed("all") { context in
      context.insert(Memo("new"))
      if try context.fetchCount(FetchDescriptor<Account>()) == 0 { context.insert(Account("new")) }
    }
  }
  func stored() throws -> String {
    let fresh = ModelContext(container)
    return "\(try fresh.fetchCount(FetchDescriptor<Memo>())) + \(try fresh.fetchCount(FetchDescriptor<Account>()))"
  }
  limitFiles(to: length)
  do { say("sown: \(try sow())") } catch {
    let text = (error as? SwiftDataError)?.explanation ?? "\(error)"
    say("saved already: \(text.contains("Saved already: accounts."))")
  }
  limitFiles(to: nil)
  say(try stored())
  for _ in 1...2 { say("sown: \(try sow()), stored \(try stored())") }
}

/// A save over two stores of which one commits, and the other finds no room to.
func commitOne(_ folder: URL, rollsBack: Bool) throws {
  signal(SIGXFSZ, SIG_IGN)
  let container = try several(folder)
  let context = ModelContext(container)
  let length = try lengthen(folder, context)
  let (memo, account) = (Memo("new"), Account("new"))
  context.insert(memo)
  context.insert(account)
  limitFiles(to: length)
  do {
    try context.save()
    say("saved both")
  } catch {
    let text = (error as? SwiftDataError)?.explanation ?? "\(error)"
    say("refused by memos: \(text.contains("“memos”")), saved already: \(text.contains("Saved already: accounts."))")
  }
  limitFiles(to: nil)
  func state() throws -> String {
    let fresh = ModelContext(container)
    return "pending \(context.insertedModelsArray.map { "\(type(of: $0))" }), stored "
      + "\(try fresh.fetchCount(FetchDescriptor<Memo>())) + \(try fresh.fetchCount(FetchDescriptor<Account>()))"
  }
  say(try state())
  if rollsBack { context.rollback() } else { try context.save() }
  say(try state())
  account.mail = "changed"
  try context.save()
  say(try ModelContext(container).fetch(FetchDescriptor<Account>()).map(\.mail).joined(separator: " "))
}

/// An autosave of the main context while somebody else has locked the store, and afterwards.
@MainActor
func autosave(_ file: URL) throws {
  let container = try ModelContainer(for: Memo.self, configurations: ModelConfiguration(url: file))
  let context = container.mainContext
  var configuration = Configuration()
  configuration.allowsUnsafeTransactions = true
  let other = try DatabaseQueue(path: file.path, configuration: configuration)
  func wait(until isDone: () -> Bool) {
    while !isDone() { _ = RunLoop.main.run(mode: .default, before: Date().addingTimeInterval(0.02)) }
  }
  try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
  context.insert(Memo("new"))
  wait { context.autosaveError != nil }
  say("unsaved: \(context.hasChanges)")
  try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
  // Nothing changes here meanwhile.
  wait { !context.hasChanges }
  say(
    "saved \(try ModelContext(container).fetchCount(FetchDescriptor<Memo>())), error: \(context.autosaveError != nil)")
}

/// Ends before the main queue has had a turn.
@MainActor
func changeAndExit(_ file: URL) throws {
  let container = try ModelContainer(for: Memo.self, configurations: ModelConfiguration(url: file))
  container.mainContext.insert(Memo("at the end"))
  exit(0)
}

/// Ends within a transaction, after a change that came before it.
@MainActor
func exitWithinTransaction(_ file: URL) throws {
  let container = try ModelContainer(for: Memo.self, configurations: ModelConfiguration(url: file))
  let before = Memo("before")
  container.mainContext.insert(before)
  try container.mainContext.transaction {
    before.text = "half"
    container.mainContext.insert(Memo("half"))
    exit(0)
  }
}

/// A child of one of the test's threads has inherited that these are blocked.
func unblockSignals() {
  var signals = sigset_t()
  sigemptyset(&signals)
  for number in [SIGTERM, SIGINT] { sigaddset(&signals, number) }
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

/// What a handler of signals may touch.
nonisolated(unsafe) private var signalPipe: [Int32] = [-1, -1]

/// Ends in a way of its own when it is told to, with a last save, as a server does.
///
/// - Parameters:
///   - way: How it hears of the signal: by a `source` of Dispatch or a `handler`; or it does not want to (`ignore`).
///   - isFirst: Whether it listens before the container does.
@MainActor
func endGracefully(_ file: URL, by way: String, isFirst: Bool) throws {
  let container = try ModelContainer(for: Memo.self, configurations: ModelConfiguration(url: file))
  unblockSignals()
  func end(_ last: String) {
    say("ending")
    let context = ModelContext(container)
    context.insert(Memo(last))
    do { try context.save() } catch { say("error: \(error)") }
    exit(0)
  }
  var sources: [any DispatchSourceProtocol] = []
  func listen() {
    switch way {
    case "source":
      let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { end("last") } }
      #if canImport(Darwin)
        signal(SIGTERM, SIG_IGN)
      #endif
      source.resume()
      sources.append(source)
    case "handler":
      _ = pipe(&signalPipe)
      let source = DispatchSource.makeReadSource(fileDescriptor: signalPipe[0], queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { end("last") } }
      source.resume()
      sources.append(source)
      signal(SIGTERM) { _ in _ = write(signalPipe[1], "x", 1) }
    default: signal(SIGTERM, SIG_IGN)
    }
  }
  if isFirst { listen() }
  container.saveOnTermination()
  if !isFirst { listen() }
  let input = DispatchSource.makeReadSource(fileDescriptor: 0, queue: .main)
  input.setEventHandler {
    MainActor.assumeIsolated {
      if readLine() != nil { end("asked") }
    }
  }
  container.mainContext.insert(Memo("at the end"))
  say("changed")
  // The autosave would come in the next turn; it is the signal that is to save.
  _ = readLine()
  // What is said from now on is not in the buffer of standard input already.
  say("listening")
  input.resume()
  sources.append(input)
  dispatchMain()
}

/// Is about to be ended by a signal, with a change that waits for the main queue's turn.
@MainActor
func changeAndWait(_ file: URL, savesOnTermination: Bool) throws {
  let container = try ModelContainer(for: Memo.self, configurations: ModelConfiguration(url: file))
  unblockSignals()
  if savesOnTermination { container.saveOnTermination() }
  container.mainContext.insert(Memo("at the end"))
  say("changed")
  _ = readLine()
  dispatchMain()
}
