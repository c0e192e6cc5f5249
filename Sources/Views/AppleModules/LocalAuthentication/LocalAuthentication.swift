// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Asks whether a person is who owns the device. A server has no means to: every request is refused, so that apps offer
/// what they have for devices without a sensor and a password. Who may see pages is decided by the host's
/// `WebAuthorization`. See Apple's documentation of `LAContext`.
///
/// ```swift
/// let context = LAContext()
/// if context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil) {
///   // Not reached here.
/// }
/// ```
open class LAContext: NSObject, @unchecked Sendable {
  /// Creates a context.
  public override init() { super.init() }
  /// The text of the button for the password, which is not shown.
  open var localizedFallbackTitle: String?
  /// The text of the button that cancels, which is not shown.
  open var localizedCancelTitle: String?
  /// Why somebody is asked, which is not shown.
  open var localizedReason = ""
  /// How long an answer is taken again, which has no effect.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  /// Whether somebody may be asked, which nobody is.
  open var interactionNotAllowed = false
  /// Always `none`.
  open var biometryType: LABiometryType { .none }
  /// Always nil.
  open var evaluatedPolicyDomainState: Data? { nil }

  /// Always false; the error is `biometryNotAvailable`, or `passcodeNotSet` for policies that a password is enough for.
  open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool {
    error?.pointee = policy.refusal as NSError
    return false
  }

  /// Refuses at once, with the error of `canEvaluatePolicy(_:error:)`.
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { reply(false, policy.refusal) }

  /// Never returns: throws the error of `canEvaluatePolicy(_:error:)`.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool { throw policy.refusal }

  /// Does nothing, since nobody is being asked.
  open func invalidate() {}
}

/// What is enough to be the owner of a device: none can be asked for here.
public enum LAPolicy: Int, Sendable {
  /// A finger or a face.
  case deviceOwnerAuthenticationWithBiometrics = 1
  /// A finger, a face or the device's password.
  case deviceOwnerAuthentication = 2

  fileprivate var refusal: LAError {
    LAError(self == .deviceOwnerAuthentication ? .passcodeNotSet : .biometryNotAvailable)
  }
}

/// The sensor of a device. ``LAContext/biometryType`` is always `none`.
public enum LABiometryType: Int, Sendable { case none, touchID, faceID, opticID }

/// Why somebody was not found to be the owner. See Apple's documentation of `LAError`.
public struct LAError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// The reasons. Only `passcodeNotSet` and `biometryNotAvailable` are given here.
  public enum Code: Int, Sendable {
    /// It was another one, or it was cancelled.
    case authenticationFailed = -1, userCancel = -2, userFallback = -3, systemCancel = -4
    /// The device has no password, or cannot ask.
    case passcodeNotSet = -5, biometryNotAvailable = -6, biometryNotEnrolled = -7, biometryLockout = -8
    /// The app has cancelled, or nobody may be asked.
    case appCancel = -9, invalidContext = -10, notInteractive = -1004
  }
  /// The reason.
  public let code: Code
  /// Creates an error with a reason.
  public init(_ code: Code) { self.code = code }

  /// The domain of these errors.
  public static var errorDomain: String { "com.apple.LocalAuthentication" }
  /// The number of the reason.
  public var errorCode: Int { code.rawValue }
  /// What has happened, in English.
  public var errorDescription: String? {
    switch code {
    case .passcodeNotSet: "A password cannot be asked for by an app in a browser."
    case .biometryNotAvailable: "A finger or a face cannot be asked for by an app in a browser."
    default: "Authentication has failed: \(code)."
    }
  }

  /// It was another one.
  public static var authenticationFailed: Code { .authenticationFailed }
  /// It was cancelled.
  public static var userCancel: Code { .userCancel }
  /// The password was asked for.
  public static var userFallback: Code { .userFallback }
  /// The system has cancelled.
  public static var systemCancel: Code { .systemCancel }
  /// The device has no password.
  public static var passcodeNotSet: Code { .passcodeNotSet }
  /// The device has no sensor.
  public static var biometryNotAvailable: Code { .biometryNotAvailable }
  /// The sensor knows nobody.
  public static var biometryNotEnrolled: Code { .biometryNotEnrolled }
  /// The sensor has refused too often.
  public static var biometryLockout: Code { .biometryLockout }
}
