// SPDX-License-Identifier: Apache-2.0

import CrossProcessModels
import Foundation
import GRDB
import SwiftData

/// A second process for tests of what programs see of each other.

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// Does what lines of the input say, and says when it is done.
func serve(_ container: ModelContainer) throws {
  let context = ModelContext(container)
  context.author = "other"
  func book(_ number: Substring) throws -> Book? {
    let number = Int(number) ?? 0
    return try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == number })).first
  }
  say("ready")
  while let line = readLine() {
    let words = line.split(separator: " ")
    switch words.first {
    case "insert": context.insert(Book(Int(words[1]) ?? 0, title: String(words[2])))
    case "title": try book(words[1])?.title = String(words[2])
    case "blurb": try book(words[1])?.blurb = String(words[2])
    case "delete": if let book = try book(words[1]) { context.delete(book) }
    case "note": context.insert(Note(String(words[1])))
    default: return
    }
    try context.save()
    say("done \(DispatchTime.now().uptimeNanoseconds)")
  }
}

/// Changes a row as a program does that knows nothing of histories.
func change(_ file: URL, _ sql: String) throws {
  let queue = try DatabaseQueue(path: file.path)
  try queue.inDatabase { try $0.execute(sql: sql) }
  say("done")
}

/// Random operations, whose deeds go to a file.
func work(_ container: ModelContainer, _ seed: UInt64, _ count: Int, _ log: URL) throws {
  var work = Work(99, seed: seed, container)
  let context = ModelContext(container)
  context.mergePolicy = .error
  for _ in 0..<count {
    do { try work.step(context) { _ in } } catch SwiftDataError.storeIsBusy { context.rollback() }
  }
  try JSONEncoder().encode(work.deeds).write(to: log)
  say("worked")
}

@ModelActor
actor Saver {
  /// Saves batch after batch, and says each that is saved.
  func save(_ index: Int, size: Int) throws {
    for number in 1... {
      let batch = index * 1_000_000 + number
      for part in 0..<size { modelContext.insert(Part(batch: batch, number: part)) }
      // A row of the last batch with it: what is updated is whole, too.
      if number > 1 {
        let last = batch - 1
        for part in try modelContext.fetch(FetchDescriptor<Part>(predicate: #Predicate { $0.batch == last })) {
          part.text = "done"
        }
      }
      try modelContext.save()
      say("\(batch)")
    }
  }
}

func saveForever(_ container: ModelContainer, _ first: Int, _ count: Int, _ size: Int) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for index in first..<first + count {
      group.addTask { try await Saver(modelContainer: container).save(index, size: size) }
    }
    try await group.waitForAll()
  }
}

/// Observes a store, and says what it takes while nothing happens.
@MainActor
func idle(_ container: ModelContainer) throws {
  let results = try ResultsObserver<Book, Never>(modelContext: container.mainContext)
  let history = try HistoryObserver(modelContainer: container)
  say("ready")
  while readLine() != nil {
    // 0: of this process.
    var usage = rusage()
    getrusage(0, &usage)
    let time = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let micro = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
    say("\(time * 1_000_000 + Int(micro)) µs, \(usage.ru_nvcsw) switches, \(history.eventCounter) events")
  }
  _ = results
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
  say("usage: CrossProcessWorker serve|unrecorded|sql|work|save|idle FILE …")
  exit(2)
}
let file = URL(fileURLWithPath: arguments[2])
func number(_ position: Int, _ otherwise: Int) -> Int {
  arguments.count > position ? Int(arguments[position]) ?? otherwise : otherwise
}
do {
  switch arguments[1] {
  case "serve": try serve(Live.container(file))
  case "unrecorded": try serve(Live.container(file, keepsHistory: false))
  case "sql": try change(file, arguments[3])
  case "work":
    try work(
      Live.container(file), UInt64(number(3, 1)), number(4, 100), URL(fileURLWithPath: arguments[5]))
  case "save": try await saveForever(Live.container(file), number(3, 1), number(4, 4), number(5, 20))
  case "idle": try idle(Live.container(file))
  case "later": try later(file)
  default: say("unknown: \(arguments[1])")
  }
} catch {
  say("error: \(error)")
  exit(1)
}
