// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import SwiftData
import SwiftDataObservability
import Testing

#if Observability
  import InMemoryTracing
  import MetricsTestKit
  import Tracing
#endif

/// Keeps what it is told.
private final class Recorder: StoreActivityObserver {
  let statements = Collected<StatementActivity>()
  let saves = Collected<SaveActivity>()
  let conflicts = Collected<ConflictActivity>()
  let retries = Collected<RetryActivity>()
  let loads = Collected<FaultEvent>()

  func didRun(_ statement: StatementActivity) { statements.append(statement) }
  func didSave(_ save: SaveActivity) { saves.append(save) }
  func didConflict(_ conflict: ConflictActivity) { conflicts.append(conflict) }
  func didRetry(_ retry: RetryActivity) { retries.append(retry) }
  func didLoadLazily(_ event: FaultEvent) { loads.append(event) }
}

/// Keeps the messages.
private struct Handler: LogHandler {
  let messages: Collected<String>
  var metadata: Logging.Logger.Metadata = [:]
  var logLevel = Logging.Logger.Level.trace

  subscript(metadataKey key: String) -> Logging.Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    messages.append("\(event.level) \(event.message) \(details)")
  }
}

@Suite struct ObservabilityTests {
  @Test func observersAreToldWithoutValues() throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    context.insert(Album("Secret", year: 1971))
    try context.save()
    let recorder = Recorder()
    container.activityObservers = [recorder]
    context.author = "me"
    context.insert(Album("Blue"))
    try context.save()
    _ = try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.title == "Secret" && $0.year > 1970 }))
    _ = try context.query("SELECT count(*) FROM \(Album.self) WHERE ZTITLE = 'Secret'", as: Int.self)

    #expect(recorder.saves.all.count == 1)
    let save = try #require(recorder.saves.all.first)
    #expect(save.inserted == 1 && save.updated == 0 && save.author == "me" && save.attempts == 1 && save.error == nil)
    let selects = recorder.statements.all.filter { $0.verb == "SELECT" && $0.shape.contains("ZALBUM") }
    #expect(selects.contains { $0.rows == 1 && $0.store == "default" })
    #expect(recorder.statements.all.allSatisfy { !$0.shape.contains("Secret") && !$0.shape.contains("1970") })
    #expect(recorder.statements.all.contains { $0.verb == "COMMIT" })

    container.activityObservers = []
    let count = recorder.statements.all.count
    _ = try context.titles()
    #expect(recorder.statements.all.count == count)
  }

  @Test func conflictsRetriesAndFailuresAreTold() throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let recorder = Recorder()
    container.activityObservers = [recorder]
    let context = ModelContext(container)
    let album = Album("Blue")
    context.insert(album)
    try context.save()
    let program = ModelContext(try folder.container())
    let theirs = try #require(try program.fetch(FetchDescriptor<Album>()).first)
    theirs.year = 1
    try program.save()
    album.year = 2
    #expect(failure { try context.save() } == .optimisticLockFailure)
    #expect(recorder.retries.all.map(\.rows) == [1])
    #expect(recorder.retries.all.first?.entity == "Album")
    let conflict = try #require(recorder.conflicts.all.first)
    #expect(conflict.kind == .bothChanged && conflict.entity == "Album" && conflict.policy == .error)
    #expect(conflict.properties.contains("year"))
    let last = try #require(recorder.saves.all.last)
    #expect(last.error as? SwiftDataError == .optimisticLockFailure && last.attempts == 2)
  }

  @Test func theLogHasCodesAndNoValues() throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    for number in 0..<30 {
      Song("Secret \(number)").album = {
        let a = Album("Secret \(number)"); context.insert(a); return a
      }()
    }
    try context.save()
    let messages = Collected<String>()
    let logger = Logging.Logger(label: "test") { _ in Handler(messages: messages) }
    var limits = LoggingObserver.Limits()
    limits.statement = .zero
    limits.save = .zero
    limits.lazyLoads = 3
    container.activityObservers = [LoggingObserver(logger, limits: limits)]
    let other = ModelContext(container)
    let ids = try other.fetchIdentifiers(FetchDescriptor<Album>())
    for id in ids { _ = (other.model(for: id) as? Album)?.title }
    other.insert(Album("New"))
    try other.save()
    container.validate(Album.self) { _ in throw SwiftDataError(.modelValidationFailure, "Never.") }
    other.insert(Album("Newer"))
    #expect(failure { try other.save() } == .modelValidationFailure)
    let codes = Set(messages.all.compactMap { $0.split(separator: " ").dropFirst().first })
    #expect(codes.isSuperset(of: ["SD101", "SD102", "SD104"]), "\(codes)")
    #expect(codes.contains("SD301"), "\(codes)")
    #expect(messages.all.allSatisfy { !$0.contains("Secret") })
  }

  #if Observability
    @Test func metricsAreCountedAndTimed() throws {
      let metrics = TestMetrics()
      let container = try memoryContainer()
      container.activityObservers = [MetricsObserver(factory: metrics)]
      let context = ModelContext(container)
      context.insert(Album("Blue"))
      try context.save()
      _ = try context.titles()
      let saves = try metrics.expectCounter("swiftdata.saves", [("result", "saved")])
      #expect(saves.values == [1])
      let selects = try metrics.expectTimer(
        "swiftdata.statement.duration", [("store", "default"), ("verb", "SELECT")])
      #expect(!selects.values.isEmpty)
    }

    @Test func waitsAndLagsAreMetrics() throws {
      let metrics = TestMetrics()
      let observer = MetricsObserver(factory: metrics)
      observer.didWait(WaitActivity(store: "shop", duration: .milliseconds(3)))
      observer.didLag(LagActivity(store: "shop", transactions: 7))
      #expect(try metrics.expectTimer("swiftdata.connection.wait", [("store", "shop")]).values == [3_000_000])
      #expect(try metrics.expectGauge("swiftdata.history.lag", [("store", "shop")]).values == [7])
    }

    @Test func spansHaveTheStatementWithoutValues() throws {
      let tracer = InMemoryTracer()
      InstrumentationSystem.bootstrap(tracer)
      let container = try memoryContainer()
      container.activityObservers = [TracingObserver()]
      let context = ModelContext(container)
      context.insert(Album("Secret"))
      try context.save()
      _ = try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.title == "Secret" }))
      let spans = tracer.finishedSpans
      #expect(spans.contains { $0.operationName == "swiftdata.save" })
      let select = try #require(
        spans.first { $0.operationName == "swiftdata.select" && "\($0.attributes)".contains("ZALBUM") })
      #expect(!"\(select.attributes)".contains("Secret"))
    }
  #endif
}
