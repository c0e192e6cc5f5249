// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// A request, as the argument of a host's authorization closure.
public struct WebRequest: Sendable {
  /// The path with its query, as it came.
  public let target: String

  /// The address that the connection comes from, `127.0.0.1` for example; that of a proxy if there is one.
  public let remoteAddress: String?

  private let headers: [(name: String, value: String)]

  package init(target: String, remoteAddress: String?, headers: [(name: String, value: String)]) {
    self.target = target
    self.remoteAddress = remoteAddress
    self.headers = headers
  }

  /// The value of a header; nil if there is none, or more than one. The case of its name is ignored.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    let values = headers.filter { $0.name.lowercased() == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// The value of a cookie; nil if there is none.
  public func cookie(_ name: String) -> String? {
    for header in headers where header.name.lowercased() == "cookie" {
      for pair in header.value.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
        return String(parts[1])
      }
    }
    return nil
  }
}

/// Whether a request is let in.
public enum WebAuthorization: Equatable, Sendable {
  /// Whoever it is.
  case allowed
  /// As somebody: views read who it is from `EnvironmentValues.pageUser`, `@AppStorage` keeps values of their own for each,
  /// and a page of one is never shown to another. When the user's `expires` has come, the host asks again, and closes the
  /// page unless it is told the same user.
  case user(PageUser)
  /// Answered with 403.
  case refused
  /// Answered with 401, so that the browser asks for a name and a password (HTTP Basic); send it over TLS only.
  case password(realm: String)
}
