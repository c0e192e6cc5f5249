// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncServer
import SwiftDataUI

/// All accounts: users of the server's own table, and those that an identity provider knows and that have uploaded.
struct AccountList: View {
  let server: AdminServer
  @State private var search = ""
  @State private var name = ""
  @State private var accounts = Answer<[AccountSummary]>.loading

  private static let limit = 200

  var body: some View {
    List {
      Section("Accounts") {
        AnswerView(answer: accounts) { accounts in
          ForEach(accounts) { account in
            NavigationLink(value: AdminPlace.account(account.account)) {
              LabeledContent(account.account, value: description(account))
            }
          }
          if accounts.isEmpty { Text(search.isEmpty ? "There are no accounts yet." : "No account has this name.") }
          if accounts.count == Self.limit { Text("There may be more: search for a part of the name.") }
        }
      }
      Section("New user") {
        TextField("Account", text: $name)
        Button("Add user") { add() }.disabled(name.isEmpty)
      }
    }
    .searchable(text: $search, prompt: "Part of a name")
    .navigationTitle("Sync server")
    .modifier(
      Reading(server: server, id: search) {
        let (text, limit) = (search, Self.limit)
        accounts = await server.read { try $0.accounts(matching: text, limit: limit) }
      })
  }

  private func description(_ account: AccountSummary) -> String {
    AdminText.usage(account.usage) + (account.isUser ? "" : ", not in the table of users")
  }

  private func add() {
    let account = name
    Task {
      if await server.change({ try $0.addUser(account, now: AdminServer.now) }) != nil { name = "" }
    }
  }
}
