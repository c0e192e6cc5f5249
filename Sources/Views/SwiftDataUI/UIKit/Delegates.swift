// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Lets an app have a delegate, which is made and told of the launch. See Apple's documentation of `UIApplicationDelegate`.
@MainActor @preconcurrency public protocol UIApplicationDelegate: NSObjectProtocol {
  /// Tells the delegate that the app has started. Called once for each ``UIApplicationDelegateAdaptor``, right after
  /// the delegate was made.
  ///
  /// - Parameter launchOptions: Always nil here.
  /// - Returns: What is ignored here.
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
}

extension UIApplicationDelegate {
  /// Returns true, for delegates without this method.
  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
}

/// Creates the app's delegate. See Apple's documentation of `UIApplicationDelegateAdaptor`.
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  /// The delegate, which was made with the property wrapper.
  public let wrappedValue: DelegateType
  /// The property wrapper itself. It has no bindings to properties of the delegate.
  public var projectedValue: Self { self }

  /// Creates the delegate with its initializer without parameters, and calls its
  /// `application(_:didFinishLaunchingWithOptions:)` at once. No other method of it is called.
  ///
  /// A class that cannot be made in this way stops the program: it must be final, or have a `required` initializer.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = makeObject(delegateType)
    _ = wrappedValue.application(.shared, didFinishLaunchingWithOptions: nil)
  }
}

/// A class whose initializer without parameters can be called by its type. Open, so that the compiler cannot know which
/// class it is.
open class _Creatable: NSObject {
  /// Creates an object of the class by its type.
  public override required init() { super.init() }
}

/// An object of a class of which nothing but its superclass is known, by the initializer without parameters.
///
/// On Apple's platforms any class of Objective-C can be asked for it. Here the class of a delegate would have to be final
/// or its initializer required, and those of apps are neither. The call goes to the class by its place in the table of
/// methods, which every class inherits from `NSObject`, so it does not matter that this one is no `_Creatable`.
func makeObject<Object: NSObject>(_ type: Object.Type) -> Object {
  // A metatype is the address of its class.
  let address = unknown(unsafeBitCast(type as AnyObject.Type, to: UnsafeRawPointer.self))
  // A pointer to a class is what a metatype is; see above.
  let object = unknown(unsafeBitCast(address, to: _Creatable.Type.self).init() as NSObject)
  guard let made = object as? Object else {
    // Decided by the app's source, not by data: the first start shows it. An app without its delegate would go on wrongly.
    preconditionFailure("\(type) cannot be made here: declare the class final, or its initializer 'required'.")
  }
  return made
}

/// Returns its argument, but hides its origin from the optimizer, which would conclude that a class of an app is not
/// `_Creatable`, and remove the code that follows.
@inline(never) @_optimize(none) private func unknown<Value>(_ value: Value) -> Value { value }
