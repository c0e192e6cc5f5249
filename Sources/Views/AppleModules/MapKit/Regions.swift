// SPDX-License-Identifier: Apache-2.0

@_exported import CoreLocation
@_exported import Foundation
@_exported import SwiftDataUI

/// The width and height of a region, in degrees. See Apple's documentation of `MKCoordinateSpan`.
public struct MKCoordinateSpan: Sendable {
  public var latitudeDelta: CLLocationDegrees
  public var longitudeDelta: CLLocationDegrees
  public init() { self.init(latitudeDelta: 0, longitudeDelta: 0) }
  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}

/// A region of the Earth's surface. See Apple's documentation of `MKCoordinateRegion`.
public struct MKCoordinateRegion: Sendable {
  public var center: CLLocationCoordinate2D
  public var span: MKCoordinateSpan
  public init() { self.init(center: CLLocationCoordinate2D(), span: MKCoordinateSpan()) }
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
  public let coordinate: CLLocationCoordinate2D
  public init(coordinate: CLLocationCoordinate2D) {
    self.coordinate = coordinate
    super.init(location: CLLocation(latitude: coordinate.latitude, longitude: coordinate.longitude), name: nil)
  }
  public var title: String? { name }
}

/// A place that can be shown. See Apple's documentation of `MKMapItem`.
public final class MKMapItem: NSObject {
  public var placemark: MKPlacemark
  public var name: String?
  public var phoneNumber: String?
  public var url: URL?
  public init(placemark: MKPlacemark) {
    self.placemark = placemark
    super.init()
  }
  /// There is no other app to open. Has no effect in the browser.
  @discardableResult public func openInMaps(launchOptions: [String: Any]? = nil) -> Bool { false }
}

/// Finds nothing: there is no service for it. See Apple's documentation of `MKLocalSearch`.
public final class MKLocalSearch {
  public final class Request {
    public var naturalLanguageQuery: String?
    public var region = MKCoordinateRegion()
    public var resultTypes = ResultType.pointOfInterest
    public init() {}
  }
  public struct ResultType: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let address = Self(rawValue: 1)
    public static let pointOfInterest = Self(rawValue: 2)
  }
  public final class Response {
    public var mapItems: [MKMapItem] { [] }
    public var boundingRegion: MKCoordinateRegion { MKCoordinateRegion() }
  }
  public init(request: Request) {}
  public func start() async throws -> Response { throw CLError(.network) }
  public func start(completionHandler: @escaping (Response?, (any Error)?) -> Void) {
    completionHandler(nil, CLError(.network))
  }
  public func cancel() {}
}
