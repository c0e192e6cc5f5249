// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncServer
import SwiftDataUI

/// The tokens of a user's devices. A new one is shown once: the database has its hash only.
struct DeviceSection: View {
  let server: AdminServer
  let account: String
  let tokens: [ServerToken]
  @State private var device = ""
  @State private var issued: String?
  @State private var revoking: ServerToken?

  var body: some View {
    Section("Devices") {
      ForEach(tokens, id: \.number) { token in
        HStack {
          LabeledContent(token.device, value: description(token))
          Button("Revoke", role: .destructive) { revoking = token }
        }
      }
      if tokens.isEmpty { Text("No device has a token.") }
      TextField("Device", text: $device)
      Button("Issue token") { issue() }.disabled(device.isEmpty)
      if let issued {
        Text("Copy this token to the device now. It cannot be shown again.")
        Text(issued).monospaced().textSelection(.enabled)
        Button("Hide the token") { self.issued = nil }
      }
    }
    .confirmationDialog(
      "Revoke the token of \(revoking?.device ?? "the device")? It is signed out at once.",
      isPresented: Binding(get: { revoking != nil }, set: { if !$0 { revoking = nil } }), titleVisibility: .visible
    ) {
      Button("Revoke", role: .destructive) { revoke() }
    }
  }

  private func description(_ token: ServerToken) -> String {
    let issued = "issued \(AdminText.time(token.created))"
    guard let expires = token.expires else { return issued }
    return issued + (expires <= AdminServer.now ? ", expired " : ", until ") + AdminText.time(expires)
  }

  private func issue() {
    let (account, name) = (account, device)
    Task {
      let token = await server.change { database in
        try database.issueToken(for: account, device: name, now: AdminServer.now, expires: nil).token
      }
      if let token { (issued, device) = (token, "") }
    }
  }

  private func revoke() {
    guard let number = revoking?.number else { return }
    let account = account
    revoking = nil
    Task { await server.change { try $0.revokeToken(number, of: account) } }
  }
}
