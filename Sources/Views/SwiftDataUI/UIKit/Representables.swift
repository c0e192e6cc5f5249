// SPDX-License-Identifier: Apache-2.0

import Foundation

// Views of UIKit and AppKit cannot be shown in a browser: in their place a note names them.

@MainActor @preconcurrency open class UIView: UIResponder {
  public override nonisolated init() { super.init() }
  open var isHidden = false
  open var alpha: CGFloat = 1
  open var backgroundColor: UIColor?
  open var tintColor: UIColor?
  open var frame = CGRect.zero
  open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
  open var subviews: [UIView] { [] }
  public nonisolated convenience init(frame: CGRect) { self.init() }
  /// Nothing of it is shown. Has no effect in the browser.
  open func addSubview(_ view: UIView) {}
  /// Has no effect in the browser.
  open func removeFromSuperview() {}
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

/// Where a popover would point. See Apple's documentation of `UIPopoverPresentationController`.
@MainActor @preconcurrency public final class UIPopoverPresentationController {
  public var sourceView: UIView?
  public var sourceRect = CGRect.zero
}
extension UIViewController {
  public var popoverPresentationController: UIPopoverPresentationController? { nil }
}

@MainActor @preconcurrency open class UINavigationController: UIViewController {}
@MainActor @preconcurrency public protocol UINavigationControllerDelegate: AnyObject {}

/// The camera, and pictures of the device: there are none, and a note is in its place. See Apple's documentation of
/// `UIImagePickerController`.
@MainActor @preconcurrency open class UIImagePickerController: UINavigationController {
  public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
  public struct InfoKey: Hashable, Sendable {
    let name: String
    public static let originalImage = InfoKey(name: "original")
    public static let editedImage = InfoKey(name: "edited")
    public static let imageURL = InfoKey(name: "url")
    public static let mediaURL = InfoKey(name: "media")
    public static let mediaType = InfoKey(name: "type")
  }
  open weak var delegate: (any UIImagePickerControllerDelegate & UINavigationControllerDelegate)?
  open var sourceType = SourceType.photoLibrary
  open var allowsEditing = false
  open var mediaTypes: [String] = []
  public static func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { false }
}
/// A choice of files: there are none, and a note is in its place. See Apple's documentation of
/// `UIDocumentPickerViewController`.
@MainActor @preconcurrency open class UIDocumentPickerViewController: UIViewController {
  open weak var delegate: (any UIDocumentPickerDelegate)?
  open var allowsMultipleSelection = false
  open var shouldShowFileExtensions = false
  public init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool = false) { super.init() }
  public init(forExporting urls: [URL], asCopy: Bool = false) { super.init() }
}
@MainActor @preconcurrency public protocol UIDocumentPickerDelegate: AnyObject {
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}
extension UIDocumentPickerDelegate {
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

@MainActor @preconcurrency public protocol UIImagePickerControllerDelegate: AnyObject {
  func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}
extension UIImagePickerControllerDelegate {
  public func imagePickerController(
    _ picker: UIImagePickerController, didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {}
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {}
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
