// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Not supported: shows its label, and a note that nothing can be picked. See Apple's documentation of `PhotosPicker`.
public struct PhotosPicker<Label: View>: View {
  let label: Label

  /// Accepts what a picker of one picture needs; nothing can be picked.
  public init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
    @ViewBuilder label: () -> Label
  ) { self.label = label() }
  /// Accepts what a picker of one picture in a library needs; nothing can be picked.
  public init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic, photoLibrary: PHPhotoLibrary,
    @ViewBuilder label: () -> Label
  ) { self.label = label() }
  /// Accepts what a picker of several pictures needs; nothing can be picked.
  public init(
    selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
    @ViewBuilder label: () -> Label
  ) { self.label = label() }

  /// The label, faded, and a note that names what is not supported.
  public var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      label.opacity(0.5)
      UnsupportedView(name: "PhotosPicker")
    }
  }
}

extension PhotosPicker where Label == Text {
  /// Accepts what a picker of one picture with a title needs; nothing can be picked.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil
  ) { self.init(selection: selection, matching: filter) { Text(titleKey) } }
  /// Accepts what a picker of several pictures with a title needs; nothing can be picked.
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    matching filter: PHPickerFilter? = nil
  ) {
    self.init(selection: selection, maxSelectionCount: maxSelectionCount, matching: filter) { Text(titleKey) }
  }
}

/// A picked photo: there is none here.
public struct PhotosPickerItem: Hashable, Sendable {
  /// How a picture would be encoded; without effect, since none is picked.
  public struct EncodingDisambiguationPolicy: Sendable {
    /// Has no effect in the browser.
    public static let automatic = Self()
    /// Has no effect in the browser.
    public static let current = Self()
    /// Has no effect in the browser.
    public static let compatible = Self()
  }
  /// The identifier in a library of pictures.
  public let itemIdentifier: String?
  /// The types that the picture could be loaded as.
  public let supportedContentTypes: [UTType]
  /// Returns nil: there is no picture to load.
  public func loadTransferable<T>(type: T.Type) async throws -> T? { nil }
}

/// Which pictures would be offered; without effect, since none can be picked.
public struct PHPickerFilter: Sendable {
  /// Has no effect in the browser.
  public static let images = Self()
  /// Has no effect in the browser.
  public static let videos = Self()
  /// Has no effect in the browser.
  public static let livePhotos = Self()
  /// Has no effect in the browser.
  public static func any(of subfilters: [PHPickerFilter]) -> Self { Self() }
  /// Has no effect in the browser.
  public static func not(_ filter: PHPickerFilter) -> Self { Self() }
}

/// A library of pictures; there is none here.
public final class PHPhotoLibrary: Sendable {
  static let library = PHPhotoLibrary()
  /// An object to hand to ``PhotosPicker``; it has no pictures.
  public static func shared() -> PHPhotoLibrary { library }
}
