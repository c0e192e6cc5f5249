// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The running application, by AppKit's name for it.
@MainActor @preconcurrency public final class NSApplication {
  /// The one application object, which all pages of the server share.
  public static let shared = NSApplication()
  /// Whether the app has asked for it: then it is one for the Mac.
  static private(set) var isUsed = false
  init() { Self.isUsed = true }
  /// Always empty, since views are shown by the browser.
  public let windows: [NSWindow] = []
  /// Always nil.
  public let keyWindow: NSWindow? = nil
  /// Always nil.
  public let mainWindow: NSWindow? = nil
  /// Always true, also while no page is open.
  public let isActive = true

  /// Whether an app is in the Dock, which there is none of here.
  public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }
  /// What becomes of a request to end the app. The host ends without asking the delegate.
  public enum TerminateReply: UInt, Sendable { case terminateCancel, terminateNow, terminateLater }

  /// The name of the notification that an app has started. Never posted here.
  public static let didFinishLaunchingNotification = Notification.Name("NSApplicationDidFinishLaunchingNotification")
  /// The name of the notification that an app has become active. Never posted here.
  public static let didBecomeActiveNotification = Notification.Name("NSApplicationDidBecomeActiveNotification")
  /// The name of the notification that an app has become inactive. Never posted here.
  public static let didResignActiveNotification = Notification.Name("NSApplicationDidResignActiveNotification")
  /// The name of the notification that an app will become inactive. Never posted here.
  public static let willResignActiveNotification = Notification.Name("NSApplicationWillResignActiveNotification")
  /// The name of the notification that an app will end. Never posted here, also not when the server stops.
  public static let willTerminateNotification = Notification.Name("NSApplicationWillTerminateNotification")

  /// Does nothing: pages are in front as their browsers show them.
  public func activate(ignoringOtherApps flag: Bool) {}
  /// Does nothing: pages are in front as their browsers show them.
  public func activate() {}
  /// Does nothing.
  public func hide(_ sender: Any?) {}
  /// Does nothing, and returns false.
  @discardableResult public func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { false }
  /// Does not end the app, which shows the pages of others, too: a note is logged.
  public func terminate(_ sender: Any?) { Diagnostics.noteOnce("Not supported: NSApplication.terminate(_:)") }
  /// Finds no method, and returns false.
  @discardableResult public func sendAction(_ action: Selector, to target: Any?, from sender: Any?) -> Bool { false }
}

/// The running application. It is there from the beginning, unlike on a Mac.
@MainActor @preconcurrency public var NSApp: NSApplication { NSApplication.shared }

/// A window of AppKit's. The application has none, and what is made is not shown.
@MainActor @preconcurrency open class NSWindow: NSObject {
  /// Creates a window that is not shown.
  public nonisolated override init() { super.init() }
  /// The title, which is kept but not shown.
  open var title = ""
  /// Always false.
  open var isVisible: Bool { false }
  /// Always false.
  open var isKeyWindow: Bool { false }
  /// Does nothing.
  open func makeKeyAndOrderFront(_ sender: Any?) {}
  /// Does nothing.
  open func orderFrontRegardless() {}
  /// Does nothing.
  open func orderOut(_ sender: Any?) {}
  /// Does nothing.
  open func close() {}
}

/// Lets an app for the Mac have a delegate, which is made and told of the launch. See Apple's documentation of
/// `NSApplicationDelegate`.
@MainActor @preconcurrency public protocol NSApplicationDelegate: NSObjectProtocol {
  /// Tells the delegate that the app will have started. Called once for each ``NSApplicationDelegateAdaptor``, right
  /// after the delegate was made.
  func applicationWillFinishLaunching(_ notification: Notification)
  /// Tells the delegate that the app has started. Called right after ``applicationWillFinishLaunching(_:)``.
  func applicationDidFinishLaunching(_ notification: Notification)
}

extension NSApplicationDelegate {
  /// Does nothing, for delegates without this method.
  public func applicationWillFinishLaunching(_ notification: Notification) {}
  /// Does nothing, for delegates without this method.
  public func applicationDidFinishLaunching(_ notification: Notification) {}
}

/// Creates the app's delegate. See Apple's documentation of `NSApplicationDelegateAdaptor`.
@MainActor @preconcurrency @propertyWrapper
public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate> {
  /// The delegate, which was made with the property wrapper.
  public let wrappedValue: DelegateType
  /// The property wrapper itself. It has no bindings to properties of the delegate.
  public var projectedValue: Self { self }

  /// Creates the delegate with its initializer without parameters, and tells it at once that the app has started. No
  /// other method of it is called.
  ///
  /// A class that cannot be made in this way stops the program: it must be final, or have a `required` initializer.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = makeObject(delegateType)
    wrappedValue.applicationWillFinishLaunching(Notification(name: Self.willFinish, object: NSApplication.shared))
    wrappedValue.applicationDidFinishLaunching(
      Notification(name: NSApplication.didFinishLaunchingNotification, object: NSApplication.shared))
  }

  private static var willFinish: Notification.Name {
    Notification.Name("NSApplicationWillFinishLaunchingNotification")
  }
}
