// SPDX-License-Identifier: Apache-2.0

import SwiftDataSync
import SwiftDataUI

/// Shows how far sync is, and what could not be synced: sections for a list or a form.
///
/// ```swift
/// Form {
///   if let sync = container.sync { SyncStatusView(sync) }
/// }
/// ```
///
/// It follows the status by itself. What the server has refused can be discarded or tried again.
public struct SyncStatusView: View {
  private let sync: ModelSync
  @State private var failure: String?

  /// Shows the status of this sync.
  public init(_ sync: ModelSync) { self.sync = sync }

  /// The status, and what was set aside.
  public var body: some View {
    let status = sync.status
    let summary = SyncSummary(status)
    Section("Sync") {
      Label(summary.title, systemImage: summary.image)
      if let advice = summary.advice { Text(advice).font(.footnote) }
      if let date = status.lastSuccess {
        LabeledContent("Last synced") { Text(date, style: .relative) }
      }
      if status.pendingUploads > 0 { LabeledContent("To upload", value: "\(status.pendingUploads)") }
      if status.pendingDownloads > 0 { LabeledContent("To download", value: "\(status.pendingDownloads)") }
      Button("Sync now") { perform { try await sync.syncNow() } }.disabled(status.isSyncing)
      if let failure, failure != summary.advice { Text(failure).font(.footnote) }
    }
    if !status.setAside.isEmpty { SetAsideSection(items: status.setAside, discard: discard, retry: retry) }
  }

  private func discard(_ item: SetAsideItem) { perform { try await sync.discard(item) } }

  private func retry() { perform { try await sync.retrySetAside() } }

  /// What fails is said until something succeeds.
  private func perform(_ action: @escaping @Sendable () async throws -> Void) {
    Task {
      do {
        try await action()
        failure = nil
      } catch {
        failure = "\(error)"
      }
    }
  }
}
