import Foundation
import SwiftData
import Testing

/// Checks what predicates match, in the three places that have to agree: rows
/// of a store, unsaved models of a context, and `Predicate.evaluate`.
///
/// ```swift
/// let probe = try PredicateProbe<Track>(for: Track.self, by: \.title) { context in
///   context.insert(Track(title: "One"))
/// }
/// try probe.expect(#Predicate<Track> { $0.title == "One" }, ["One"])
/// ```
struct PredicateProbe<T: PersistentModel> {
  private let saved: ModelContainer
  private let pending: ModelContext
  private let name: (T) -> String

  /// - Parameters:
  ///   - types: The models of the store.
  ///   - name: What a model is called in the expectations.
  ///   - fill: Inserts the models; called once for each place.
  init(
    for types: any PersistentModel.Type..., by name: @escaping (T) -> String,
    fill: (ModelContext) throws -> Void
  ) throws {
    let schema = Schema(types)
    func container() throws -> ModelContainer {
      try ModelContainer(
        for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
    self.name = name
    saved = try container()
    let context = ModelContext(saved)
    try fill(context)
    try context.save()
    pending = ModelContext(try container())
    try fill(pending)
  }

  /// Expects the models with the given names, in any order, and no other.
  func expect(
    _ predicate: Predicate<T>, _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let expected = expected.sorted()
    let descriptor = FetchDescriptor<T>(predicate: predicate)
    let context = ModelContext(saved)
    #expect(
      try context.fetch(descriptor).map(name).sorted() == expected, "rows of the store",
      sourceLocation: sourceLocation)
    #expect(
      try context.fetchCount(descriptor) == expected.count, "counted by the store",
      sourceLocation: sourceLocation)
    #expect(
      try pending.fetch(descriptor).map(name).sorted() == expected, "unsaved models",
      sourceLocation: sourceLocation)
    #expect(
      try context.fetch(FetchDescriptor<T>()).filter { try predicate.evaluate($0) }
        .map(name).sorted() == expected, "evaluated one by one",
      sourceLocation: sourceLocation)
  }
}
