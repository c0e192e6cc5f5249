// SPDX-License-Identifier: Apache-2.0

import SwiftDataSync
import SwiftDataUI

/// What could not be synced, while the rest goes on.
struct SetAsideSection: View {
  let items: [SetAsideItem]
  let discard: @MainActor (SetAsideItem) -> Void
  let retry: @MainActor () -> Void
  @State private var discarded: SetAsideItem?

  var body: some View {
    Section("Not synced") {
      // Records of two models may have one name.
      ForEach(items, id: \.self) { item in
        VStack(alignment: .leading) {
          Text(item.modelName)
          Text(item.reason).font(.footnote)
          if item.isOwnChange {
            Button("Discard", role: .destructive) { discarded = item }
              .accessibilityLabel("Discard the change of \(item.modelName)")
          }
        }
      }
      Button("Retry") { retry() }.accessibilityLabel("Retry all that was not synced")
    }
    .confirmationDialog(
      "Discard the change? The object will be as the server has it.",
      isPresented: Binding(get: { discarded != nil }, set: { if !$0 { discarded = nil } }), titleVisibility: .visible
    ) {
      Button("Discard the change", role: .destructive) {
        if let discarded { discard(discarded) }
        discarded = nil
      }
    }
  }
}

extension SetAsideItem {
  /// Whether it is a change of this device that the server does not take: only those can be taken back.
  fileprivate var isOwnChange: Bool { cause == .refusedByServer || cause == .accountIsFull }
}
