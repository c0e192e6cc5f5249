// SPDX-License-Identifier: Apache-2.0

#if Web
  import ServiceLifecycle

  /// Closes the pages that nobody uses, and all of them when the host ends.
  struct Sweeper: Service {
    let store: SessionStore
    var pause: Duration = .seconds(5)

    func run() async throws {
      try? await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
          try await Task.sleep(for: pause)
          await store.sweep()
        }
      }
      await store.closeAll()
    }
  }
#endif
