// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import SwiftDataSyncCore

  /// What a request asks for.
  enum RequestKind: String, Hashable, Sendable, CaseIterable {
    case push, pull, snapshot, share, events, blob, cloudKit
    /// A message that could not be read.
    case unknown
  }

  /// What the log and the metrics say of a request: nothing of what it has.
  struct RequestRecord: Sendable {
    var kind: RequestKind
    var account: String?
    var zone: String?
    /// The version of its models that the device states.
    var schema: SchemaVersion?
    var received = 0
    var sent = 0
  }
#endif
