// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Not supported: shows its label, and a note that nothing can be picked. See Apple's documentation of `PhotosPicker`.
public struct PhotosPicker<Label: View>: View {
  let label: Label

  public init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
    @ViewBuilder label: () -> Label
  ) { self.label = label() }
  public init(
    selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic, photoLibrary: PHPhotoLibrary,
    @ViewBuilder label: () -> Label
  ) { self.label = label() }
  public init(
    selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil, matching filter: PHPickerFilter? = nil,
    preferredItemEncoding: PhotosPickerItem.EncodingDisambiguationPolicy = .automatic,
    @ViewBuilder label: () -> Label
  ) { self.label = label() }

  public var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      label.opacity(0.5)
      UnsupportedView(name: "PhotosPicker")
    }
  }
}

extension PhotosPicker where Label == Text {
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<PhotosPickerItem?>, matching filter: PHPickerFilter? = nil
  ) { self.init(selection: selection, matching: filter) { Text(titleKey) } }
  public init(
    _ titleKey: LocalizedStringKey, selection: Binding<[PhotosPickerItem]>, maxSelectionCount: Int? = nil,
    matching filter: PHPickerFilter? = nil
  ) {
    self.init(selection: selection, maxSelectionCount: maxSelectionCount, matching: filter) { Text(titleKey) }
  }
}

/// A picked photo: there is none here.
public struct PhotosPickerItem: Hashable, Sendable {
  public struct EncodingDisambiguationPolicy: Sendable {
    public static let automatic = Self()
    public static let current = Self()
    public static let compatible = Self()
  }
  public let itemIdentifier: String?
  public let supportedContentTypes: [UTType]
  public func loadTransferable<T>(type: T.Type) async throws -> T? { nil }
}

public struct PHPickerFilter: Sendable {
  public static let images = Self()
  public static let videos = Self()
  public static let livePhotos = Self()
  public static func any(of subfilters: [PHPickerFilter]) -> Self { Self() }
  public static func not(_ filter: PHPickerFilter) -> Self { Self() }
}

public final class PHPhotoLibrary: Sendable {
  static let library = PHPhotoLibrary()
  public static func shared() -> PHPhotoLibrary { library }
}
