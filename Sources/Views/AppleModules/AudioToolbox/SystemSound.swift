// SPDX-License-Identifier: Apache-2.0

/// The number of a sound. See Apple's documentation of `SystemSoundID`.
public typealias SystemSoundID = UInt32

/// The number that stands for vibrating.
public let kSystemSoundID_Vibrate: SystemSoundID = 0xFFF

/// Plays nothing, and calls the completion at once. Has no effect in the browser.
public func AudioServicesPlaySystemSound(_ sound: SystemSoundID) {}

/// Plays nothing, and goes on at once. Has no effect in the browser.
public func AudioServicesPlaySystemSoundWithCompletion(_ sound: SystemSoundID, _ completion: (() -> Void)?) {
  completion?()
}

/// Plays nothing. Has no effect in the browser.
public func AudioServicesPlayAlertSound(_ sound: SystemSoundID) {}
