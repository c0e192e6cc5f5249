import Foundation

// Views of UIKit and AppKit cannot be shown in a browser: in their place a note names them.

@MainActor @preconcurrency open class UIView: UIResponder {
  public override nonisolated init() { super.init() }
  open var isHidden = false
  open var alpha: CGFloat = 1
  open var backgroundColor: UIColor?
  open var tintColor: UIColor?
}
@MainActor @preconcurrency open class UIViewController: UIResponder {
  public override nonisolated init() { super.init() }
  open var view: UIView! = UIView()
  open var title: String?
  open var presentedViewController: UIViewController? { nil }
  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}

  /// Shows nothing: logged.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    Diagnostics.note("Not supported: \(Swift.type(of: viewControllerToPresent))")
    completion?()
  }
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { completion?() }
}

/// What shares something: a note in its place. Use ``ShareLink``.
@MainActor @preconcurrency open class UIActivityViewController: UIViewController {
  public struct ActivityType: Hashable, Sendable { let name: String }
  open var completionWithItemsHandler: ((ActivityType?, Bool, [Any]?, (any Error)?) -> Void)?
  open var excludedActivityTypes: [ActivityType]?
  public init(activityItems: [Any], applicationActivities: [Any]?) { super.init() }
}

/// A view of UIKit's: a note in its place. See Apple's documentation of `UIViewRepresentable`.
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>
  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
  func makeCoordinator() -> Coordinator
}
extension UIViewRepresentable where Coordinator == Void { public func makeCoordinator() {} }
@MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  public let coordinator: Representable.Coordinator
  public let environment: EnvironmentValues
  public var transaction = Transaction()
}

/// A controller of UIKit's: a note in its place. See Apple's documentation of `UIViewControllerRepresentable`.
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType
  associatedtype Coordinator = Void
  typealias Context = UIViewControllerRepresentableContext<Self>
  func makeUIViewController(context: Context) -> UIViewControllerType
  func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  func makeCoordinator() -> Coordinator
}
extension UIViewControllerRepresentable where Coordinator == Void { public func makeCoordinator() {} }
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
  public let coordinator: Representable.Coordinator
  public let environment: EnvironmentValues
  public var transaction = Transaction()
}
