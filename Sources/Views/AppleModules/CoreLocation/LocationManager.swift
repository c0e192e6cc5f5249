// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether the app may know where the device is. See Apple's documentation of `CLAuthorizationStatus`.
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

/// See Apple's documentation of `CLError`.
public struct CLError: Error, Hashable, Sendable {
  public enum Code: Int, Sendable {
    case locationUnknown, denied, network, headingFailure, geocodeFoundNoResult = 8, geocodeCanceled = 10
  }
  public let code: Code
  public init(_ code: Code) { self.code = code }
  public var errorCode: Int { code.rawValue }
}

extension CLError: LocalizedError {
  public var errorDescription: String? {
    code == .denied
      ? "The program runs on a server, and does not know where the browser is."
      : "Places cannot be looked up: there is no service for it."
  }
}

/// The delegate of a location manager. See Apple's documentation of `CLLocationManagerDelegate`.
public protocol CLLocationManagerDelegate: AnyObject {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
}

extension CLLocationManagerDelegate {
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
}

/// Refuses: the program runs on a server. Requests tell the delegate of `CLError.denied`. See Apple's documentation of
/// `CLLocationManager`.
open class CLLocationManager: NSObject {
  public weak var delegate: (any CLLocationManagerDelegate)?
  public var desiredAccuracy = kCLLocationAccuracyBest
  public var distanceFilter = kCLDistanceFilterNone
  public var allowsBackgroundLocationUpdates = false
  public var pausesLocationUpdatesAutomatically = true

  public override init() { super.init() }

  public var authorizationStatus: CLAuthorizationStatus { .denied }
  public var location: CLLocation? { nil }
  public class func authorizationStatus() -> CLAuthorizationStatus { .denied }
  public class func locationServicesEnabled() -> Bool { false }

  public func requestWhenInUseAuthorization() { delegate?.locationManagerDidChangeAuthorization(self) }
  public func requestAlwaysAuthorization() { delegate?.locationManagerDidChangeAuthorization(self) }
  public func requestLocation() { refuse() }
  public func startUpdatingLocation() { refuse() }
  /// There are no updates to stop. Has no effect in the browser.
  public func stopUpdatingLocation() {}

  private func refuse() { delegate?.locationManager(self, didFailWithError: CLError(.denied)) }
}

/// The name of a place. See Apple's documentation of `CLPlacemark`.
open class CLPlacemark: NSObject {
  public let location: CLLocation?
  public let name: String?
  public init(location: CLLocation?, name: String?) {
    self.location = location
    self.name = name
    super.init()
  }
  public var locality: String? { nil }
  public var subLocality: String? { nil }
  public var administrativeArea: String? { nil }
  public var thoroughfare: String? { nil }
  public var subThoroughfare: String? { nil }
  public var postalCode: String? { nil }
  public var country: String? { nil }
  public var isoCountryCode: String? { nil }
}

/// Finds nothing: there is no service for it. See Apple's documentation of `CLGeocoder`.
open class CLGeocoder: NSObject {
  public override init() { super.init() }
  public func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { throw CLError(.network) }
  public func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) { completionHandler(nil, CLError(.network)) }
  public func geocodeAddressString(_ address: String) async throws -> [CLPlacemark] { throw CLError(.network) }
  public func geocodeAddressString(
    _ address: String, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) { completionHandler(nil, CLError(.network)) }
  public func cancelGeocode() {}
}
