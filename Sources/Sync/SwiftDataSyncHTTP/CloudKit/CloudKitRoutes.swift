// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import NIOPosix
  import SecureHashes
  import SwiftDataCloudKitWeb

  /// CloudKit's web protocol beside that of sync.
  package struct CloudKitRoutes: Sendable {
    package let service: CloudKitService
    /// What `ckAPIToken` must be; nil: nobody asks.
    package var apiToken: String?
    /// Where clients reach the server, if a proxy is in front of it; nil: as they say in `Host`.
    package var address: String?
    /// Where people sign in; nil: nowhere, they are given tokens.
    package var signIn: String?
    /// The most bytes of an asset.
    package var assetBytes = 256 << 20
    /// How long a courier waits for changes before it says that there are none.
    package var courierPatience: Duration = .seconds(30)
    let tokens: WebAuthTokens
    let couriers = Couriers()

    /// Where requests wait for each other, if an index is made anew. They hold up no device, which other threads answer.
    static let threads: NIOThreadPool = {
      let threads = NIOThreadPool(numberOfThreads: 4)
      threads.start()
      return threads
    }()

    package init(service: CloudKitService) {
      self.service = service
      tokens = WebAuthTokens(areSingleUse: service.quirks.webAuthTokensAreSingleUse)
    }

    /// Whether an API token is the right one, in a time that says nothing of it.
    func accepts(apiToken given: String?) -> Bool {
      guard let apiToken else { return true }
      guard let given else { return false }
      return SHA2.sha256(Array(given.utf8)) == SHA2.sha256(Array(apiToken.utf8))
    }

    /// Operations that are documented as questions; clients ask them with `POST`, too.
    static func isQuestion(_ operation: String) -> Bool {
      ["zones/list", "subscriptions/list", "users/current", "users/caller", "users/discover"].contains {
        operation.hasSuffix($0)
      }
    }

    static let parameters: Set<String> = ["ckAPIToken", "ckWebAuthToken", "getCurrentSyncToken", "remapEnums"]
  }
#endif
