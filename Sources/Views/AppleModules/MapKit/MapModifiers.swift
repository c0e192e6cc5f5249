// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The style of a map; has no effect in the browser. See Apple's documentation of `MapStyle`.
public struct MapStyle: Sendable {
  public enum Elevation: Sendable { case automatic, flat, realistic }
  public enum StandardEmphasis: Sendable { case automatic, muted }
  public static let standard = MapStyle()
  public static let imagery = MapStyle()
  public static let hybrid = MapStyle()
  public static func standard(
    elevation: Elevation = .automatic, emphasis: StandardEmphasis = .automatic,
    pointsOfInterest: PointOfInterestCategories = .all, showsTraffic: Bool = false
  ) -> MapStyle { MapStyle() }
  public static func imagery(elevation: Elevation = .automatic) -> MapStyle { MapStyle() }
  public static func hybrid(
    elevation: Elevation = .automatic, pointsOfInterest: PointOfInterestCategories = .all, showsTraffic: Bool = false
  ) -> MapStyle { MapStyle() }
}

/// See Apple's documentation of `PointOfInterestCategories`.
public struct PointOfInterestCategories: Sendable {
  public static let all = Self()
  public static let excludingAll = Self()
}

/// The context of a camera change, which never occurs here.
public struct MapCameraUpdateContext: Sendable {
  public let camera: MapCamera
  public let region: MKCoordinateRegion
}
/// See Apple's documentation of `MapCameraUpdateFrequency`.
public enum MapCameraUpdateFrequency: Sendable { case continuous, onEnd }

extension View {
  /// Has no effect in the browser.
  public func mapStyle(_ style: MapStyle) -> some View { self }
  /// Has no effect in the browser.
  public func mapControls<Content: View>(@ViewBuilder _ content: () -> Content) -> some View { self }
  /// Has no effect in the browser.
  public func mapControlVisibility(_ visibility: Visibility) -> some View { self }
  /// The camera never moves. Has no effect in the browser.
  public func onMapCameraChange(
    frequency: MapCameraUpdateFrequency = .onEnd, _ action: @escaping (MapCameraUpdateContext) -> Void
  ) -> some View { self }
  /// The camera never moves. Has no effect in the browser.
  public func onMapCameraChange(
    frequency: MapCameraUpdateFrequency = .onEnd, _ action: @escaping () -> Void
  ) -> some View { self }
}

/// Has no effect in the browser.
public struct MapUserLocationButton: View {
  public init() {}
  public var body: some View { EmptyView() }
}
/// Has no effect in the browser.
public struct MapCompass: View {
  public init() {}
  public var body: some View { EmptyView() }
}
/// Has no effect in the browser.
public struct MapScaleView: View {
  public init() {}
  public var body: some View { EmptyView() }
}
/// Has no effect in the browser.
public struct MapPitchToggle: View {
  public init() {}
  public var body: some View { EmptyView() }
}

/// Content with access to the map's proxy. See Apple's documentation of `MapReader`.
public struct MapReader<Content: View>: View {
  let content: (MapProxy) -> Content
  public init(@ViewBuilder content: @escaping (MapProxy) -> Content) { self.content = content }
  public var body: some View { content(MapProxy()) }
}

/// Converts no points, because no map is drawn. See Apple's documentation of `MapProxy`.
public struct MapProxy {
  public func convert(_ point: CGPoint, from space: some CoordinateSpaceProtocol) -> CLLocationCoordinate2D? { nil }
  public func convert(_ coordinate: CLLocationCoordinate2D, to space: some CoordinateSpaceProtocol) -> CGPoint? { nil }
}
