// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation
import SwiftDataUI

/// Asks for a review of the app. See Apple's documentation of `RequestReviewAction`.
public struct RequestReviewAction: Sendable {
  /// Has no effect in the browser.
  @MainActor public func callAsFunction() {}
}

extension EnvironmentValues {
  /// Asks for a review of the app. Has no effect in the browser.
  public var requestReview: RequestReviewAction { RequestReviewAction() }
}
