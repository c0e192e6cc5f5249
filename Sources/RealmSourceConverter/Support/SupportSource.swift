import SourceText

/// Something that converted sources need, and that is generated once.
enum SupportPart: Hashable {
  /// Only `import SwiftData`.
  case swiftData
  /// The context of the thread, for `Realm()`.
  case current
  /// The first object of a fetch.
  case first
  /// Several objects at once, for `add` and `delete`.
  case collections
  case deleteAll
  case anyValue
  case objectID
}

/// Writes the file that converted sources share.
struct SupportSource {
  static let fileName = "RealmSupport.swift"

  /// The text; `nil` if nothing is needed.
  static func text(_ needs: Set<SupportPart>, models: [String]) -> String? {
    var parts: [String] = []
    if needs.contains(.current) { parts += [container(models), current] }
    var extensions: [String] = []
    if needs.contains(.first) { extensions.append(first) }
    if needs.contains(.collections) { extensions.append(collections) }
    if needs.contains(.deleteAll) { extensions.append(deleteAll(models)) }
    if !extensions.isEmpty {
      parts.append("extension ModelContext {\n" + extensions.joined(separator: "\n\n") + "\n}")
    }
    if needs.contains(.objectID) { parts.append(objectID) }
    if needs.contains(.anyValue) { parts.append(anyValue) }
    guard !parts.isEmpty else { return nil }
    return """
      // What the converted sources share. Written by 'swiftdata realm convert'.

      import Foundation
      import SwiftData

      \(parts.joined(separator: "\n\n"))

      """
  }

  private static func container(_ models: [String]) -> String {
    let list = models.map { "    \($0).self" }.joined(separator: ",\n")
    return """
      extension ModelContainer {
        /// The container of the app, in place of Realm's default configuration.
        static let app = Result {
          try ModelContainer(
            for: Schema([
      \(list.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
            ]))
        }
      }
      """
  }

  private static let current = """
    extension ModelContext {
      /// The context of the current thread, as `Realm()` was the realm of it.
      ///
      /// On the main thread this is the one that views have.
      static func current() throws -> ModelContext {
        let container = try ModelContainer.app.get()
        if Thread.isMainThread {
          nonisolated(unsafe) var context: ModelContext?
          MainActor.assumeIsolated { context = container.mainContext }
          if let context { return context }
        }
        let key = "RealmSupport.context"
        if let context = Thread.current.threadDictionary[key] as? ModelContext { return context }
        let context = ModelContext(container)
        Thread.current.threadDictionary[key] = context
        return context
      }
    }
    """

  private static let first = """
      /// The first object of a fetch, which fetches no others.
      func first<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> T? {
        var descriptor = descriptor
        descriptor.fetchLimit = 1
        return try fetch(descriptor).first
      }
    """

  private static let collections = """
      /// Inserts several objects.
      func insert<S: Sequence>(_ objects: S) where S.Element: PersistentModel {
        for object in objects { insert(object) }
      }

      /// Deletes several objects.
      func delete<S: Sequence>(_ objects: S) where S.Element: PersistentModel {
        for object in Array(objects) { delete(object) }
      }
    """

  private static func deleteAll(_ models: [String]) -> String {
    """
      /// Deletes all objects.
      func deleteAll() {
        do {
    \(models.map { "      try delete(model: \($0).self)" }.joined(separator: "\n"))
        } catch {
          assertionFailure("\\(error)")
        }
      }
    """
  }

  private static let objectID = """
    /// Makes values as Realm's ObjectId: 24 hexadecimal digits, of which the first tell the time.
    enum ObjectID {
      static func generate() -> String {
        let seconds = UInt32(truncatingIfNeeded: Int64(Date().timeIntervalSince1970))
        let bytes = (0..<8).map { _ in UInt8.random(in: 0...255) }
        let time = (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * UInt32($0))) }
        return (time + bytes).map {
          let digits = String($0, radix: 16)
          return digits.count == 1 ? "0" + digits : digits
        }.joined()
      }
    }
    """

  private static let anyValue = AnyValueSource.text(
    named: "RealmAny",
    members: """
        /// Realm's names of the same.
        static var none: RealmAny { .null }
        static func objectId(_ value: String) -> RealmAny { .objectID(value) }
        static func decimal128(_ value: Decimal) -> RealmAny { .decimal(value) }
      """)
}
