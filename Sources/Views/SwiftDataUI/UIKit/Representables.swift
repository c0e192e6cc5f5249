// SPDX-License-Identifier: Apache-2.0

import Foundation

// Views of UIKit and AppKit cannot be shown in a browser: in their place a note names them.

/// A view of UIKit's. It keeps what is set, but nothing of it is shown in a browser.
@MainActor @preconcurrency open class UIView: UIResponder {
  /// Creates a view with an empty frame.
  public override nonisolated init() { super.init() }
  /// Whether the view is hidden, which is kept but not applied.
  open var isHidden = false
  /// The opacity of the view from 0 to 1, which is kept but not applied.
  open var alpha: CGFloat = 1
  /// The background colour of the view, which is kept but not drawn.
  open var backgroundColor: UIColor?
  /// The tint colour of the view, which is kept but not drawn.
  open var tintColor: UIColor?
  /// The position and size of the view in points, which are kept but not applied.
  open var frame = CGRect.zero
  /// A rectangle at zero with the size of ``frame``.
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  /// Always empty, also after ``addSubview(_:)``.
  open var subviews: [UIView] { [] }
  /// Creates a view; the frame is not taken over.
  public nonisolated convenience init(frame: CGRect) { self.init() }
  /// Nothing of it is shown. Has no effect in the browser.
  open func addSubview(_ view: UIView) {}
  /// Has no effect in the browser.
  open func removeFromSuperview() {}
}
/// A controller of UIKit's. It keeps what is set, but none of its methods is called, and its view is not shown.
@MainActor @preconcurrency open class UIViewController: UIResponder {
  /// Creates a controller with an empty view.
  public override nonisolated init() { super.init() }
  /// The controller's view, which is made with the controller and not shown.
  open var view: UIView! = UIView()
  /// The title of the controller, which is kept but not shown.
  open var title: String?
  /// Always nil, also after ``present(_:animated:completion:)``.
  open var presentedViewController: UIViewController? { nil }
  /// Does nothing, and is never called: no view of a controller is loaded.
  open func viewDidLoad() {}
  /// Does nothing, and is never called: no view of a controller appears.
  open func viewWillAppear(_ animated: Bool) {}
  /// Does nothing, and is never called: no view of a controller appears.
  open func viewDidAppear(_ animated: Bool) {}

  /// Shows nothing: logged.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    Diagnostics.note("Not supported: \(Swift.type(of: viewControllerToPresent))")
    completion?()
  }
  /// Closes nothing, and calls the closure at once.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { completion?() }
}

/// What shares something: a note in its place. Use ``ShareLink``.
@MainActor @preconcurrency open class UIActivityViewController: UIViewController {
  /// A way to share something, such as a message.
  public struct ActivityType: Hashable, Sendable { let name: String }
  /// The closure for the end of sharing, which is never called.
  open var completionWithItemsHandler: ((ActivityType?, Bool, [Any]?, (any Error)?) -> Void)?
  /// The ways to share that are left out, which are kept but not read.
  open var excludedActivityTypes: [ActivityType]?
  /// Creates a controller; what is to be shared is not kept.
  public init(activityItems: [Any], applicationActivities: [Any]?) { super.init() }
}

/// Where a popover would point. See Apple's documentation of `UIPopoverPresentationController`.
@MainActor @preconcurrency public final class UIPopoverPresentationController {
  /// The view that the popover would point to.
  public var sourceView: UIView?
  /// The rectangle that the popover would point to, in points of the view.
  public var sourceRect = CGRect.zero
}
extension UIViewController {
  /// Always nil, since no controller is shown as a popover.
  public var popoverPresentationController: UIPopoverPresentationController? { nil }
}

/// A controller with a bar and pages, none of which is shown. Use ``NavigationStack``.
@MainActor @preconcurrency open class UINavigationController: UIViewController {}
/// A delegate of a navigation controller, which needs no methods and is told nothing.
@MainActor @preconcurrency public protocol UINavigationControllerDelegate: AnyObject {}

/// The camera, and pictures of the device: there are none, and a note is in its place. See Apple's documentation of
/// `UIImagePickerController`.
@MainActor @preconcurrency open class UIImagePickerController: UINavigationController {
  /// Where pictures would come from.
  public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
  /// The name of a value that a picture comes with.
  public struct InfoKey: Hashable, Sendable {
    let name: String
    /// The picture as it was taken.
    public static let originalImage = InfoKey(name: "original")
    /// The picture as it was cropped.
    public static let editedImage = InfoKey(name: "edited")
    /// The address of the picture's file.
    public static let imageURL = InfoKey(name: "url")
    /// The address of a film's file.
    public static let mediaURL = InfoKey(name: "media")
    /// The kind of what was chosen.
    public static let mediaType = InfoKey(name: "type")
  }
  /// The delegate, which is kept but never told anything.
  open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?
  /// Where pictures should come from, which is kept but not used.
  open var sourceType = SourceType.photoLibrary
  /// Whether a picture could be cropped, which is kept but not used.
  open var allowsEditing = false
  /// The kinds of pictures and films that could be chosen, which are kept but not used.
  open var mediaTypes: [String] = []
  /// Returns false for every source, so that an app can leave out its button.
  public static func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { false }
}
/// A choice of files: there are none, and a note is in its place. See Apple's documentation of
/// `UIDocumentPickerViewController`.
@MainActor @preconcurrency open class UIDocumentPickerViewController: UIViewController {
  /// The delegate, which is kept but never told anything.
  open weak var delegate: (any UIDocumentPickerDelegate)?
  /// Whether several files could be chosen, which is kept but not used.
  open var allowsMultipleSelection = false
  /// Whether extensions of files would be shown, which is kept but not used.
  open var shouldShowFileExtensions = false
  /// Creates a controller that would choose files; the kinds are not kept.
  public init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool = false) { super.init() }
  /// Creates a controller that would save files elsewhere; the files are not kept, and nothing is copied.
  public init(forExporting urls: [URL], asCopy: Bool = false) { super.init() }
}
/// A delegate for a choice of files. It is never called here.
@MainActor @preconcurrency public protocol UIDocumentPickerDelegate: AnyObject {
  /// Would hand over the files that were chosen. Never called here.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  /// Would tell that the choice was cancelled. Never called here.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}
extension UIDocumentPickerDelegate {
  /// Does nothing, for delegates without this method.
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  /// Does nothing, for delegates without this method.
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

/// A delegate for a choice of pictures. It is never called here.
@MainActor @preconcurrency public protocol UIImagePickerControllerDelegate: AnyObject {
  /// Would hand over the picture that was chosen. Never called here.
  func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  /// Would tell that the choice was cancelled. Never called here.
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}
extension UIImagePickerControllerDelegate {
  /// Does nothing, for delegates without this method.
  public func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {}
  /// Does nothing, for delegates without this method.
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {}
}

/// A view of UIKit's: a note in its place. See Apple's documentation of `UIViewRepresentable`.
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  /// The kind of UIKit's view that is represented.
  associatedtype UIViewType
  /// The kind of object that would connect the view with the app; none unless it is declared.
  associatedtype Coordinator = Void
  /// What the methods are handed: the coordinator and the environment.
  typealias Context = UIViewRepresentableContext<Self>
  /// Would make the view. Never called here.
  func makeUIView(context: Context) -> UIViewType
  /// Would take over changes of the app's state. Never called here.
  func updateUIView(_ uiView: UIViewType, context: Context)
  /// Would make the coordinator. Never called here.
  func makeCoordinator() -> Coordinator
}
/// Makes no coordinator, for representables that declare none.
extension UIViewRepresentable where Coordinator == Void { public func makeCoordinator() {} }
/// What a representable's methods are handed. None is made here, since these methods are not called.
@MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
  /// The object that the representable made to connect the view with the app.
  public let coordinator: Representable.Coordinator
  /// The environment of the view.
  public let environment: EnvironmentValues
  /// What goes with the current change, such as an animation.
  public var transaction = Transaction()
}

/// A controller of UIKit's: a note in its place. See Apple's documentation of `UIViewControllerRepresentable`.
@MainActor @preconcurrency public protocol UIViewControllerRepresentable: View where Body == Never {
  /// The kind of UIKit's controller that is represented.
  associatedtype UIViewControllerType
  /// The kind of object that would connect the controller with the app; none unless it is declared.
  associatedtype Coordinator = Void
  /// What the methods are handed: the coordinator and the environment.
  typealias Context = UIViewControllerRepresentableContext<Self>
  /// Would make the controller. Never called here.
  func makeUIViewController(context: Context) -> UIViewControllerType
  /// Would take over changes of the app's state. Never called here.
  func updateUIViewController(_ uiViewController: UIViewControllerType, context: Context)
  /// Would make the coordinator. Never called here.
  func makeCoordinator() -> Coordinator
}
/// Makes no coordinator, for representables that declare none.
extension UIViewControllerRepresentable where Coordinator == Void { public func makeCoordinator() {} }
/// What a representable's methods are handed. None is made here, since these methods are not called.
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
  /// The object that the representable made to connect the controller with the app.
  public let coordinator: Representable.Coordinator
  /// The environment of the view.
  public let environment: EnvironmentValues
  /// What goes with the current change, such as an animation.
  public var transaction = Transaction()
}
