// SPDX-License-Identifier: Apache-2.0

/// Writes that take back what they have done if they throw.
enum WriteText {
  static let writes = """
    extension ModelContext {
      /// Runs a block and saves; undoes everything that it has changed if it throws, or the save does.
      ///
      /// What was changed before, outside of a `write`, is saved first. In another `write` it is a part of that.
      @discardableResult
      func write<Result>(withoutNotifying tokens: [Any] = [], _ block: () throws -> Result) throws -> Result {
        let state = RealmWriteState.of(self)
        if state.isWriting { return try block() }
        beginWrite()
        do {
          // What is deleted by predicate is a part of the attempt, too.
          return try attempt {
            let result = try block()
            if state.isWriting { try commitWrite(withoutNotifying: tokens) }
            return result
          }
        } catch {
          cancelWrite()
          throw error
        }
      }

      /// Runs a block and saves, on the thread of the caller, before it returns.
      @discardableResult
      func asyncWrite<Result>(_ block: () throws -> Result) async throws -> Result { try write(block) }

      /// Runs a block and saves, at once; then says whether that was possible.
      func writeAsync(_ block: () -> Void, onComplete: ((Error?) -> Void)? = nil) {
        do {
          try write(block)
          onComplete?(nil)
        } catch {
          onComplete?(error)
          if onComplete == nil { fail(error) }
        }
      }

      /// Begins a write that `commitWrite` or `cancelWrite` ends.
      ///
      /// What was changed before is saved; if that fails, the write throws the error at its end.
      func beginWrite() {
        do {
          if hasChanges { try save() }
        } catch {
          fail(error)
        }
        RealmWriteState.of(self).isWriting = true
      }

      /// Saves what was changed since `beginWrite`.
      func commitWrite(withoutNotifying tokens: [Any] = []) throws {
        let state = RealmWriteState.of(self)
        do {
          if let error = state.failure ?? RealmWriteState.unsaid { throw error }
          deleteOrphans()
          // Blocks that are called now may write, too.
          state.isWriting = false
          for case let token as any RealmSilenced in tokens { token.isSilent = true }
          defer { for case let token as any RealmSilenced in tokens { token.isSilent = false } }
          try save()
        } catch {
          cancelWrite()
          throw error
        }
      }

      /// Takes back what was changed since `beginWrite`.
      func cancelWrite() {
        let state = RealmWriteState.of(self)
        state.isWriting = false
        state.failure = nil
        RealmWriteState.unsaid = nil
        rollback()
      }

      /// Whether a write has begun, and not ended.
      var isInWriteTransaction: Bool { RealmWriteState.of(self).isWriting }
    }
    """

  static let sequences = """
    extension ModelContext {
      /// Deletes several objects.
      func delete<S: Sequence>(_ objects: S) where S.Element: PersistentModel {
        for object in Array(objects) { delete(object) }
      }
    }
    """

  /// Embedded objects go when nothing leads to them any more.
  static func orphans(_ embedded: [(name: String, owners: [String])]) -> String {
    let known = embedded.filter { !$0.owners.isEmpty }
    guard !known.isEmpty else {
      return """
        extension ModelContext {
          fileprivate func deleteOrphans() {}
        }
        """
    }
    let tests = known.map { type in
      let condition = type.owners.map { "object.\($0) == nil" }.joined(separator: " && ")
      return "      if let object = object as? \(type.name), \(condition) { delete(object) }"
    }.joined(separator: "\n")
    return """
      extension ModelContext {
        /// Deletes embedded objects that were replaced or taken out: nothing has them any more.
        fileprivate func deleteOrphans() {
          for object in insertedModelsArray + changedModelsArray where !object.isDeleted {
      \(tests)
          }
        }
      }
      """
  }

  static func deleteAll(_ models: [String]) -> String {
    """
    extension ModelContext {
      /// Deletes all objects; an error is kept, and thrown by the next `write`.
      func deleteAll() {
        do {
          // Those of this write as well.
          for object in insertedModelsArray { delete(object) }
    \(models.map { "      try delete(model: \($0).self)" }.joined(separator: "\n"))
        } catch {
          fail(error)
        }
      }
    }
    """
  }

  static let state = """
    extension ModelContext {
      /// Keeps the first error of what does not throw, for the next `write`.
      fileprivate func fail(_ error: any Error) {
        let state = RealmWriteState.of(self)
        if state.failure == nil { state.failure = error }
        FileHandle.standardError.write(Data("RealmSupport: \\(error)\\n".utf8))
      }
    }

    /// What a write may leave without news of it.
    protocol RealmSilenced: AnyObject { var isSilent: Bool { get set } }

    /// The present activity of a context.
    private final class RealmWriteState {
      var isWriting = false
      var failure: (any Error)?
      /// The error of an object that is in no context yet.
      static var unsaid: (any Error)? {
        get { Thread.current.threadDictionary["RealmSupport.error"] as? any Error }
        set { Thread.current.threadDictionary["RealmSupport.error"] = newValue }
      }
      private weak var context: ModelContext?

      private init(_ context: ModelContext) { self.context = context }

      private static let lock = NSLock()
      nonisolated(unsafe) private static var states: [ObjectIdentifier: RealmWriteState] = [:]

      static func of(_ context: ModelContext) -> RealmWriteState {
        lock.lock()
        defer { lock.unlock() }
        let key = ObjectIdentifier(context)
        if let state = states[key], state.context === context { return state }
        states = states.filter { $0.value.context != nil }
        let state = RealmWriteState(context)
        states[key] = state
        return state
      }
    }
    """

  static let invalidated = """
    extension PersistentModel {
      /// Whether the object was deleted. Stays so after the save, and is `false` for an object that was never added.
      var isInvalidated: Bool {
        isDeleted || (modelContext == nil && persistentModelID.storeIdentifier != nil)
      }

      /// Whether another object, perhaps of another context, stands for the same row.
      func isSameObject(as other: (any PersistentModel)?) -> Bool { persistentModelID == other?.persistentModelID }
    }
    """

  static let references = """
    extension ModelContext {
      /// The object that a reference stands for, in this context; `nil` if it was deleted.
      func resolve(_ reference: PersistentIdentifier) -> (any PersistentModel)? {
        func found<T: PersistentModel>(_ object: T) -> T? {
          object.isDeleted ? nil : first(FetchDescriptor<T>(predicate: #Predicate { $0.persistentModelID == reference }))
        }
        return found(model(for: reference))
      }
    }
    """
}
