// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A button that lets people choose pictures on their machine, which are sent to the host. See Apple's documentation of
/// `PhotosPicker`.
///
/// A picture comes part by part, into a file that goes with the page. Filters for pictures and videos are handed to the
/// browser's chooser; there is no library of pictures.
public struct PhotosPicker<Label: View>: View {
  let label: Label
  let filter: PHPickerFilter?
  let takesSeveral: Bool
  let take: ([PhotosPickerItem]) -> Void

  /// Creates a picker of one picture.
  public init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
    @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.filter = filter
    takesSeveral = false
    take = { selection.wrappedValue = $0.first }
  }
  /// Creates a picker of one picture; the library has no effect.
  public init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic, photoLibrary: PHPhotoLibrary,
    @ViewBuilder label: () -> Label
  ) { self.init(selection: selection, matching: filter, label: label) }
  /// Creates a picker of several pictures, which replace those that were picked before.
  public init(
    selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
    @ViewBuilder label: () -> Label
  ) {
    self.label = label()
    self.filter = filter
    takesSeveral = maxSelectionCount != 1
    take = { items in selection.wrappedValue = Array(items.prefix(max(1, maxSelectionCount ?? items.count))) }
  }
  /// Creates a picker of several pictures; the library has no effect.
  public init(
    selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic, photoLibrary: PHPhotoLibrary,
    @ViewBuilder label: () -> Label
  ) {
    self.init(selection: selection, maxSelectionCount: maxSelectionCount, matching: filter, label: label)
  }

  /// The label, and over it the browser's own field for files.
  public var body: some View {
    FileChooser(
      label: label, name: takesSeveral ? "Choose pictures" : "Choose a picture",
      types: filter?.types ?? [.image, .movie],
      takesSeveral: takesSeveral
    ) { result in
      switch result {
      case .success(let files): take(files.map { PhotosPickerItem($0) })
      case .failure(let error): Diagnostics.note("A picture is not taken: \(error.localizedDescription)")
      }
    }
  }
}

extension PhotosPicker where Label == Text {
  /// Creates a picker of one picture with a title.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
  ) { self.init(selection: selection, matching: filter) { Text(titleKey) } }
  /// Creates a picker of one picture with a title, which is taken as it is.
  @_disfavoredOverload
  public init<S: StringProtocol>(
    _ title: S, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
  ) { self.init(selection: selection, matching: filter) { Text(title) } }
  /// Creates a picker of several pictures with a title.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    matching filter: PHPickerFilter? = nil
  ) {
    self.init(selection: selection, maxSelectionCount: maxSelectionCount, matching: filter) { Text(titleKey) }
  }
}

extension View {
  /// Lets people choose pictures while the binding is true, in a dialog with the browser's own field for files.
  public func photosPicker(
    isPresented: Binding<Bool>, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
  ) -> some View {
    choosingFiles(isPresented, "Choose a Picture", filter?.types ?? [.image, .movie], takesSeveral: false) { result in
      if case .success(let files) = result { selection.wrappedValue = files.first.map { PhotosPickerItem($0) } }
    }
  }
  /// Lets people choose several pictures while the binding is true.
  public func photosPicker(
    isPresented: Binding<Bool>, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    selectionBehavior: PhotosPickerSelectionBehavior = .default, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic
  ) -> some View {
    choosingFiles(
      isPresented, "Choose Pictures", filter?.types ?? [.image, .movie], takesSeveral: maxSelectionCount != 1
    ) { result in
      guard case .success(let files) = result else { return }
      selection.wrappedValue = files.prefix(max(1, maxSelectionCount ?? files.count)).map { PhotosPickerItem($0) }
    }
  }
}

/// How pictures are picked, which the browser decides.
public enum PhotosPickerSelectionBehavior: Hashable, Sendable {
  /// As is usual.
  case `default`
  /// In the order of choosing; the browser hands on its own order.
  case ordered
  /// While one chooses; here when all are chosen.
  case continuous
  /// While one chooses, in order; here when all are chosen.
  case continuousAndOrdered
}

/// A picture that somebody has picked: a file that goes with the page.
public struct PhotosPickerItem: Hashable, Sendable {
  let file: Uploads.File

  init(_ file: Uploads.File) { self.file = file }

  /// How a picture is encoded: as the file that was chosen, whatever the policy.
  public struct EncodingDisambiguationPolicy: Sendable {
    /// Has no effect in the browser.
    public static let automatic = Self()
    /// Has no effect in the browser.
    public static let current = Self()
    /// Has no effect in the browser.
    public static let compatible = Self()
  }
  /// Always nil: there is no library of pictures.
  public var itemIdentifier: String? { nil }
  /// What the picture can be loaded as: the kind that its file's name says.
  public var supportedContentTypes: [UTType] { [.of(fileName: file.name)] }
  /// Loads the picture: as `Data`, as an ``Image``, or as a type that is made of data of a picture.
  ///
  /// - Throws: An error of the file system, of the type's own closures, or one that says that the type is made of nothing
  ///   of the kind. Nil is returned if the page has gone, and the file with it.
  public func loadTransferable<T: Transferable>(type: T.Type) async throws -> T? {
    guard FileManager.default.fileExists(atPath: file.url.path) else { return nil }
    let data = try Data(contentsOf: file.url)
    return try await Transfer.value(T.self, of: data, .of(fileName: file.name))
  }
}

/// Which files the browser's chooser offers.
public struct PHPickerFilter: Sendable {
  let types: [UTType]
  /// Pictures.
  public static let images = Self(types: [.image])
  /// Films.
  public static let videos = Self(types: [.movie])
  /// Pictures that move: pictures here.
  public static let livePhotos = Self(types: [.image])
  /// Pictures of screens: pictures here.
  public static let screenshots = Self(types: [.image])
  /// Wide pictures: pictures here.
  public static let panoramas = Self(types: [.image])
  /// What some of the filters offer.
  public static func any(of subfilters: [PHPickerFilter]) -> Self { Self(types: subfilters.flatMap(\.types)) }
  /// What all of the filters offer: what the first one does.
  public static func all(of subfilters: [PHPickerFilter]) -> Self { subfilters.first ?? .images }
  /// Pictures and films; what would be left out is offered.
  public static func not(_ filter: PHPickerFilter) -> Self { Self(types: [.image, .movie]) }
}

/// A library of pictures; there is none here.
public final class PHPhotoLibrary: Sendable {
  static let library = PHPhotoLibrary()
  /// An object to hand to ``PhotosPicker``; it has no pictures.
  public static func shared() -> PHPhotoLibrary { library }
}
