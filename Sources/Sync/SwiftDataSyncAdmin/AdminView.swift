// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataUI

/// The page of a server's administrator: accounts, their zones, devices and shares, and conflicts.
package struct AdminView: View {
  private let server: AdminServer

  package init(server: AdminServer) { self.server = server }

  package var body: some View {
    NavigationStack {
      AccountList(server: server)
        .navigationDestination(for: AdminPlace.self) { place in
          switch place {
          case .account(let name): AccountView(server: server, account: name)
          case .record(let account, let zone, let record):
            RecordView(server: server, account: account, zone: zone, record: record)
          }
        }
    }
    .alert(
      "This was not done",
      isPresented: Binding(get: { server.failure != nil }, set: { if !$0 { server.failure = nil } })
    ) {
      Button("OK") {}
    } message: {
      Text(server.failure ?? "")
    }
  }
}

/// What one can go to; its code is in the address of the page, so that a reload comes back to it.
enum AdminPlace: Hashable, Codable {
  case account(String)
  case record(account: String, zone: String, RecordID)
}

/// What has been read, or why it could not be.
struct AnswerView<Value, Content: View>: View {
  let answer: Answer<Value>
  @ViewBuilder let content: (Value) -> Content

  var body: some View {
    switch answer {
    case .loading: ProgressView()
    case .failed(let text): Label(text, systemImage: "exclamationmark.triangle")
    case .value(let value): content(value)
    }
  }
}

/// Reads when the view appears, after each change, and from time to time: devices upload meanwhile. Of a large database, that
/// takes a twentieth of the time at most.
struct Reading: ViewModifier {
  let server: AdminServer
  var id = ""
  let read: @MainActor () async -> Void

  func body(content: Content) -> some View {
    content.task(id: "\(server.revision) \(id)") {
      while !Task.isCancelled {
        let start = ContinuousClock.now
        await read()
        try? await Task.sleep(for: max(.seconds(5), start.duration(to: .now) * 20))
      }
    }
  }
}
