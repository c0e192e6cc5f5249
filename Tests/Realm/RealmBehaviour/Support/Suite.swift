import Foundation
import SwiftData

private let schema = Schema([
  Person.self, Dog.self, Photo.self, Fan.self, Album.self, Note.self, Legacy.self, PersonDogsElement.self,
  PersonPetsElement.self, AlbumPhotosElement.self, AlbumNamedElement.self, LegacyChildrenElement.self,
])

/// Scripts that were written for Realm, and what they have found.
public final class Suite {
  /// One script.
  public struct Script: Sendable {
    public let name: String
    /// The page of Realm's documentation that says what comes out.
    public let page: String
    let run: @Sendable (ModelContext, Check) throws -> Void
  }

  public private(set) var scripts: [Script] = []

  func add(
    _ name: String, page: String, _ run: @escaping @Sendable (ModelContext, Check) throws -> Void
  ) {
    scripts.append(Script(name: name, page: page, run: run))
  }

  /// All of them.
  public static let all: [Script] = {
    let suite = Suite()
    objectScripts(suite)
    collectionScripts(suite)
    writeScripts(suite)
    upsertScripts(suite)
    createScripts(suite)
    queryScripts(suite)
    formatScripts(suite)
    orderScripts(suite)
    lifeScripts(suite)
    notificationScripts(suite)
    threadScripts(suite)
    return suite.scripts
  }()

  /// Runs a script with a store of its own.
  ///
  /// - Returns: what was not as expected.
  public static func run(_ script: Script) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("behaviour-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(schema: schema, url: folder.appendingPathComponent("a.store")))
    let check = Check(container)
    let context = ModelContext(container)
    do {
      try script.run(context, check)
    } catch {
      check.failures.append("threw \(error)")
    }
    if check.count == 0 { check.failures.append("nothing was compared") }
    return check.failures
  }
}

/// Compares what a script finds with what Realm finds.
// Its scripts use it from one thread after the other.
final class Check: @unchecked Sendable {
  fileprivate(set) var failures: [String] = []
  fileprivate var count = 0
  private let container: ModelContainer

  init(_ container: ModelContainer) { self.container = container }

  /// Realm's result, as text, and this one's.
  func callAsFunction(_ found: some Any, _ expected: String, line: Int = #line) {
    count += 1
    let found = "\(found)"
    if found != expected { failures.append("line \(line): found \(found), not \(expected)") }
  }

  /// Something that throws at Realm.
  func fails(line: Int = #line, _ body: () throws -> Void) {
    count += 1
    do {
      try body()
      failures.append("line \(line): did not fail")
    } catch {}
  }

  /// The rows of a class, embedded ones too, as they are saved.
  func rows<T: PersistentModel>(_ type: T.Type) -> [T] { (try? reopened().fetch(FetchDescriptor<T>())) ?? [] }

  /// Another context of the same store: what is saved, and nothing else.
  func reopened() -> ModelContext { ModelContext(container) }
}

/// What a script throws itself.
struct ScriptError: Error {}
