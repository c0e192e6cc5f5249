// SPDX-License-Identifier: Apache-2.0

import SecureHashes

/// Who asks. An account learns of itself only.
extension Call {
  var userRecordName: String { service.userRecordName(of: request.account) }

  /// - Returns: nil: the operation is about no users.
  func users(_ operation: String) throws(CloudKitError) -> CloudJSON? {
    switch operation {
    case "users/current", "users/caller": return .object(["userRecordName": .text(userRecordName)])
    case "users/discover":
      // With GET, all whom the caller has among the contacts.
      guard let infos = input["lookupInfos"] else { return .object(["users": .array([])]) }
      var users: [CloudJSON] = []
      for info in try infos.list(atMost: 200) {
        if try info["userRecordName"].text() == userRecordName { users.append(user) }
      }
      return .object(["users": .array(users)])
    case "users/lookup/id", "users/lookup/email", "users/lookup/contacts":
      var users: [CloudJSON] = []
      for info in try input["users"].list() {
        if try info["userRecordName"].text() == userRecordName { users.append(user) }
      }
      return .object(["users": .array(users)])
    default:
      if operation.hasPrefix("users/") { throw .badRequest("this server does not offer \(operation.prefix(100))") }
      return nil
    }
  }

  private var user: CloudJSON {
    .object(["userRecordName": .text(userRecordName), "lookupInfo": .object(["userRecordName": .text(userRecordName)])])
  }
}

extension CloudKitService {
  /// `_` and 32 hexadecimal digits, other ones in each container.
  func userRecordName(of account: String) -> String {
    let hash = SHA2.sha256(Array("\(container.name)\u{0}\(account)".utf8))
    return "_" + RecordNames.hexadecimal(hash.prefix(16))
  }
}
