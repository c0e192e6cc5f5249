// SPDX-License-Identifier: Apache-2.0

import SwiftDataSync

/// A status in a few words.
struct SyncSummary {
  let title: String
  /// The name of a symbol.
  let image: String
  /// What to do, or why it is so.
  let advice: String?

  /// What only the user can change comes first.
  init(_ status: SyncStatus) {
    if status.isUpdateNeeded {
      self.init("Update needed", "arrow.down.app", status.lastError?.advice ?? "Update the app to sync again.")
    } else if status.lastError == .signInNeeded {
      self.init("Sign in needed", "person.crop.circle.badge.exclamationmark", "Sign in to sync again.")
    } else if status.isSyncing {
      self.init("Syncing", "arrow.triangle.2.circlepath", nil)
    } else if let error = status.lastError, error.isOffline {
      self.init("Offline", "wifi.slash", error.advice)
    } else if let error = status.lastError {
      self.init("Not synced", "exclamationmark.triangle", error.advice)
    } else if status.isPaused {
      self.init("Paused", "pause.circle", nil)
    } else if status.lastSuccess == nil {
      self.init("Not synced yet", "circle.dashed", nil)
    } else if status.pendingUploads > 0 || status.pendingDownloads > 0 {
      self.init("Waiting", "clock", nil)
    } else {
      self.init("Up to date", "checkmark.circle", nil)
    }
  }

  private init(_ title: String, _ image: String, _ advice: String?) {
    (self.title, self.image, self.advice) = (title, image, advice)
  }
}

extension SyncError {
  fileprivate var advice: String {
    let text = description
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  fileprivate var isOffline: Bool {
    switch self {
    case .unreachable, .timedOut, .tryLater: true
    default: false
    }
  }
}
