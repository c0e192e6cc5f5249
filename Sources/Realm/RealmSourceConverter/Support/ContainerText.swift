// SPDX-License-Identifier: Apache-2.0

/// The container of the app, and the context of the thread.
enum ContainerText {
  static func container(_ models: [String]) -> String {
    let list = models.map { "        \($0).self" }.joined(separator: ",\n")
    return """
      extension ModelContainer {
        /// The container of the app, in place of Realm's default configuration.
        ///
        /// Tests and previews may put another one into its place; nothing has been opened then.
        static var app: Result<ModelContainer, any Error> {
          get { other ?? standard }
          set { other = newValue }
        }
        nonisolated(unsafe) private static var other: Result<ModelContainer, any Error>?
        private static let standard: Result<ModelContainer, any Error> = Result {
          try ModelContainer(
            for: Schema([
      \(list.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            ]))
        }
      }
      """
  }

  static func current(_ name: String) -> String {
    """
    extension ModelContext {
      /// The context of the current thread, as `Realm()` was the realm of it.
      ///
      /// On the main thread this is the one that views have.
      static func \(name)() throws -> ModelContext {
        let container = try ModelContainer.app.get()
        if Thread.isMainThread {
          nonisolated(unsafe) var context: ModelContext?
          MainActor.assumeIsolated { context = container.mainContext }
          if let context { return context }
        }
        let key = "RealmSupport.context"
        if let context = Thread.current.threadDictionary[key] as? ModelContext,
          context.container === container
        {
          return context
        }
        let context = ModelContext(container)
        Thread.current.threadDictionary[key] = context
        return context
      }
    }
    """
  }
}
