// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The style of a map; has no effect in the browser. See Apple's documentation of `MapStyle`.
public struct MapStyle: Sendable {
  /// Has no effect in the browser.
  public enum Elevation: Sendable { case automatic, flat, realistic }
  /// Has no effect in the browser.
  public enum StandardEmphasis: Sendable { case automatic, muted }
  /// Has no effect in the browser.
  public static let standard = MapStyle()
  /// Has no effect in the browser.
  public static let imagery = MapStyle()
  /// Has no effect in the browser.
  public static let hybrid = MapStyle()
  /// Has no effect in the browser.
  public static func standard(
    elevation: Elevation = .automatic, emphasis: StandardEmphasis = .automatic,
    pointsOfInterest: PointOfInterestCategories = .all, showsTraffic: Bool = false
  ) -> MapStyle { MapStyle() }
  /// Has no effect in the browser.
  public static func imagery(elevation: Elevation = .automatic) -> MapStyle { MapStyle() }
  /// Has no effect in the browser.
  public static func hybrid(
    elevation: Elevation = .automatic, pointsOfInterest: PointOfInterestCategories = .all, showsTraffic: Bool = false
  ) -> MapStyle { MapStyle() }
}

/// See Apple's documentation of `PointOfInterestCategories`.
public struct PointOfInterestCategories: Sendable {
  /// Has no effect in the browser.
  public static let all = Self()
  /// Has no effect in the browser.
  public static let excludingAll = Self()
}

/// The context of a camera change, which never occurs here.
public struct MapCameraUpdateContext: Sendable {
  /// The new viewpoint.
  public let camera: MapCamera
  /// The new region.
  public let region: MKCoordinateRegion
}
/// See Apple's documentation of `MapCameraUpdateFrequency`.
public enum MapCameraUpdateFrequency: Sendable { case continuous, onEnd }

extension View {
  /// Has no effect in the browser.
  public func mapStyle(_ style: MapStyle) -> some View { withoutEffect("mapStyle") }
  /// Has no effect in the browser.
  public func mapControls<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
    withoutEffect("mapControls")
  }
  /// Has no effect in the browser.
  public func mapControlVisibility(_ visibility: Visibility) -> some View { withoutEffect("mapControlVisibility") }
  /// The camera never moves. Has no effect in the browser.
  public func onMapCameraChange(
    frequency: MapCameraUpdateFrequency = .onEnd, _ action: @escaping (MapCameraUpdateContext) -> Void
  ) -> some View { withoutEffect("onMapCameraChange") }
  /// The camera never moves. Has no effect in the browser.
  public func onMapCameraChange(
    frequency: MapCameraUpdateFrequency = .onEnd, _ action: @escaping () -> Void
  ) -> some View { withoutEffect("onMapCameraChange") }
}

/// Has no effect in the browser.
public struct MapUserLocationButton: View {
  /// Shows nothing.
  public init() {}
  public var body: some View { EmptyView() }
}
/// Has no effect in the browser.
public struct MapCompass: View {
  /// Shows nothing.
  public init() {}
  public var body: some View { EmptyView() }
}
/// Has no effect in the browser.
public struct MapScaleView: View {
  /// Shows nothing.
  public init() {}
  public var body: some View { EmptyView() }
}
/// Has no effect in the browser.
public struct MapPitchToggle: View {
  /// Shows nothing.
  public init() {}
  public var body: some View { EmptyView() }
}

/// Content with access to the map's proxy. See Apple's documentation of `MapReader`.
public struct MapReader<Content: View>: View {
  let content: (MapProxy) -> Content
  /// Content with a proxy that converts nothing.
  public init(@ViewBuilder content: @escaping (MapProxy) -> Content) { self.content = content }
  public var body: some View { content(MapProxy()) }
}

/// Converts no points, because no map is drawn. See Apple's documentation of `MapProxy`.
public struct MapProxy {
  /// Always `nil`.
  public func convert(_ point: CGPoint, from space: some CoordinateSpaceProtocol) -> CLLocationCoordinate2D? { nil }
  /// Always `nil`.
  public func convert(_ coordinate: CLLocationCoordinate2D, to space: some CoordinateSpaceProtocol) -> CGPoint? { nil }
}
