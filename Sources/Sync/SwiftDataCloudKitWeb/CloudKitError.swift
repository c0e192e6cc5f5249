// SPDX-License-Identifier: Apache-2.0

/// What went wrong, as CloudKit's web protocol says it: of a request as a whole, or of one record or zone in it.
package struct CloudKitError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The codes that this server gives.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case accessDenied = "ACCESS_DENIED"
    case atomicError = "ATOMIC_ERROR"
    case authenticationFailed = "AUTHENTICATION_FAILED"
    case authenticationRequired = "AUTHENTICATION_REQUIRED"
    case badRequest = "BAD_REQUEST"
    case conflict = "CONFLICT"
    case exists = "EXISTS"
    case internalError = "INTERNAL_ERROR"
    case notFound = "NOT_FOUND"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case throttled = "THROTTLED"
    case tryAgainLater = "TRY_AGAIN_LATER"
    case uniqueFieldError = "UNIQUE_FIELD_ERROR"
    case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
    case zoneNotFound = "ZONE_NOT_FOUND"

    /// The status of an answer that has nothing else.
    package var status: Int {
      switch self {
      case .accessDenied: 403
      case .atomicError, .badRequest: 400
      case .authenticationFailed: 401
      case .authenticationRequired: 421
      case .conflict, .exists, .uniqueFieldError: 409
      case .internalError: 500
      case .notFound, .zoneNotFound: 404
      case .quotaExceeded: 413
      case .throttled: 429
      case .tryAgainLater: 503
      case .validatingReferenceError: 412
      }
    }
  }

  package var code: Code
  /// What, where, and what to do. It has no values of records.
  package var reason: String
  /// Seconds to wait.
  package var retryAfter: Int?
  /// Where a person signs in.
  package var redirectURL: String?

  package init(_ code: Code, _ reason: String, retryAfter: Int? = nil, redirectURL: String? = nil) {
    (self.code, self.reason, self.retryAfter, self.redirectURL) = (code, reason, retryAfter, redirectURL)
  }

  static func badRequest(_ reason: String) -> CloudKitError { CloudKitError(.badRequest, reason) }

  package var description: String { "\(code.rawValue): \(reason)" }

  /// The members of an answer, or of an entry in one.
  func members(uuid: String?) -> [String: CloudJSON] {
    var members: [String: CloudJSON] = ["serverErrorCode": .text(code.rawValue), "reason": .text(reason)]
    if let uuid { members["uuid"] = .text(uuid) }
    if let retryAfter { members["retryAfter"] = .integer(Int64(retryAfter)) }
    if let redirectURL { members["redirectURL"] = .text(redirectURL) }
    return members
  }
}
