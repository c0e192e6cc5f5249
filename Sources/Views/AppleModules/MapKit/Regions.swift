// SPDX-License-Identifier: Apache-2.0

@_exported import CoreLocation
@_exported import Foundation
@_exported import SwiftDataUI

/// The width and height of a region, in degrees. See Apple's documentation of `MKCoordinateSpan`.
public struct MKCoordinateSpan: Sendable {
  /// Degrees from the south to the north of the region.
  public var latitudeDelta: CLLocationDegrees
  /// Degrees from the west to the east of the region.
  public var longitudeDelta: CLLocationDegrees
  /// A span of no size.
  public init() { self.init(latitudeDelta: 0, longitudeDelta: 0) }
  /// Creates a span; it is not checked.
  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}

/// A region of the Earth's surface. See Apple's documentation of `MKCoordinateRegion`.
public struct MKCoordinateRegion: Sendable {
  /// The middle of the region.
  public var center: CLLocationCoordinate2D
  /// The size of the region; maps do not use it here.
  public var span: MKCoordinateSpan
  /// A region of no size, where the equator meets the meridian of Greenwich.
  public init() { self.init(center: CLLocationCoordinate2D(), span: MKCoordinateSpan()) }
  /// Creates a region; it is not checked.
  public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
    self.center = center
    self.span = span
  }
  /// - Parameters: in metres.
  public init(
    center: CLLocationCoordinate2D, latitudinalMeters: CLLocationDistance, longitudinalMeters: CLLocationDistance
  ) {
    let metersPerDegree = 111_195.0
    let narrowing = max(0.01, cos(center.latitude * .pi / 180))
    self.init(
      center: center,
      span: MKCoordinateSpan(
        latitudeDelta: latitudinalMeters / metersPerDegree,
        longitudeDelta: longitudinalMeters / (metersPerDegree * narrowing)))
  }
}

/// A place with a name. See Apple's documentation of `MKPlacemark`.
public final class MKPlacemark: CLPlacemark {
  /// Where the place is.
  public let coordinate: CLLocationCoordinate2D
  /// Creates a place without a name.
  public init(coordinate: CLLocationCoordinate2D) {
    self.coordinate = coordinate
    super.init(location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude), name: nil)
  }
  /// The name, if there is one.
  public var title: String? { name }
}

/// A place that can be shown. See Apple's documentation of `MKMapItem`.
public final class MKMapItem: NSObject {
  /// Where the item is.
  public var placemark: MKPlacemark
  /// The title of its marker.
  public var name: String?
  /// Kept for the app; not shown here.
  public var phoneNumber: String?
  /// Kept for the app; not shown here.
  public var url: URL?
  /// Creates an item without a name.
  public init(placemark: MKPlacemark) {
    self.placemark = placemark
    super.init()
  }
  /// There is no other app to open. Has no effect in the browser.
  @discardableResult public func openInMaps(launchOptions: [String: Any]? = nil) -> Bool { false }
}

/// Finds nothing: there is no service for it. See Apple's documentation of `MKLocalSearch`.
public final class MKLocalSearch {
  /// What is searched; nothing is found here.
  public final class Request {
    /// The text to search for.
    public var naturalLanguageQuery: String?
    /// Where to search.
    public var region = MKCoordinateRegion()
    /// What to search for.
    public var resultTypes = ResultType.pointOfInterest
    /// Creates a request without a text.
    public init() {}
  }
  /// What a search finds.
  public struct ResultType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Addresses.
    public static let address = Self(rawValue: 1)
    /// Points of interest.
    public static let pointOfInterest = Self(rawValue: 2)
  }
  /// The result of a search: there is none here.
  public final class Response {
    /// Always empty.
    public var mapItems: [MKMapItem] { [] }
    /// A region of no size.
    public var boundingRegion: MKCoordinateRegion { MKCoordinateRegion() }
  }
  /// Creates a search that will fail.
  public init(request: Request) {}
  /// Throws `CLError.network`.
  public func start() async throws -> Response { throw CLError(.network) }
  /// Calls the handler with `CLError.network`, before it returns.
  public func start(completionHandler: @escaping (Response?, (any Error)?) -> Void) {
    completionHandler(nil, CLError(.network))
  }
  /// There is nothing to cancel. Has no effect in the browser.
  public func cancel() {}
}
