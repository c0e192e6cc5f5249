// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether the app may know where the device is. See Apple's documentation of `CLAuthorizationStatus`.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// Apple's cases. A location manager has always ``denied`` here.
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

/// See Apple's documentation of `CLError`.
public struct CLError: Error, Hashable, Sendable {
  /// What prevented an answer. Only ``denied`` and ``network`` occur here.
  public enum Code: Int, Sendable {
    /// Apple's codes, with their numbers.
    case locationUnknown, denied, network, headingFailure, geocodeFoundNoResult = 8, geocodeCanceled = 10
  }
  /// What prevented an answer.
  public let code: Code
  /// Creates an error with a code.
  public init(_ code: Code) { self.code = code }
  /// The number of the code, as in Apple's error domain.
  public var errorCode: Int { code.rawValue }
}

extension CLError: LocalizedError {
  /// Why there is no answer on a server.
  public var errorDescription: String? {
    code == .denied
      ? "The program runs on a server, and does not know where the browser is."
      : "Places cannot be looked up: there is no service for it."
  }
}

/// The delegate of a location manager. See Apple's documentation of `CLLocationManagerDelegate`.
public protocol CLLocationManagerDelegate: AnyObject {
  /// Never called: no location is known here.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  /// Called at each request, with `CLError.denied`.
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
  /// Called after each request for permission, which is refused.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  /// Never called: the older name of ``locationManagerDidChangeAuthorization(_:)``.
  func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
}

extension CLLocationManagerDelegate {
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  /// Does nothing.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
  /// Does nothing.
  public func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {}
}

/// Refuses: the program runs on a server. Requests tell the delegate of `CLError.denied`. See Apple's documentation of
/// `CLLocationManager`.
open class CLLocationManager: NSObject {
  /// Is told of refused requests.
  public weak var delegate: (any CLLocationManagerDelegate)?
  /// Has no effect in the browser.
  public var desiredAccuracy = kCLLocationAccuracyBest
  /// Has no effect in the browser.
  public var distanceFilter = kCLDistanceFilterNone
  /// Has no effect in the browser.
  public var allowsBackgroundLocationUpdates = false
  /// Has no effect in the browser.
  public var pausesLocationUpdatesAutomatically = true

  public override init() { super.init() }

  /// Always `denied`.
  public var authorizationStatus: CLAuthorizationStatus { .denied }
  /// Always `nil`.
  public var location: CLLocation? { nil }
  /// Always `denied`.
  public class func authorizationStatus() -> CLAuthorizationStatus { .denied }
  /// Always `false`.
  public class func locationServicesEnabled() -> Bool { false }

  /// Asks nobody; the delegate is told at once, and finds `denied`.
  public func requestWhenInUseAuthorization() { delegate?.locationManagerDidChangeAuthorization(self) }
  /// Asks nobody; the delegate is told at once, and finds `denied`.
  public func requestAlwaysAuthorization() { delegate?.locationManagerDidChangeAuthorization(self) }
  /// Tells the delegate of `CLError.denied`.
  public func requestLocation() { refuse() }
  /// Tells the delegate of `CLError.denied`, once.
  public func startUpdatingLocation() { refuse() }
  /// There are no updates to stop. Has no effect in the browser.
  public func stopUpdatingLocation() {}

  private func refuse() { delegate?.locationManager(self, didFailWithError: CLError(.denied)) }
}

/// The name of a place. See Apple's documentation of `CLPlacemark`.
open class CLPlacemark: NSObject {
  /// Where the place is.
  public let location: CLLocation?
  /// Its name, if one was given.
  public let name: String?
  /// Creates a place without an address.
  public init(location: CLLocation?, name: String?) {
    self.location = location
    self.name = name
    super.init()
  }
  /// Always `nil`: addresses are not looked up.
  public var locality: String? { nil }
  /// Always `nil`: addresses are not looked up.
  public var subLocality: String? { nil }
  /// Always `nil`: addresses are not looked up.
  public var administrativeArea: String? { nil }
  /// Always `nil`: addresses are not looked up.
  public var thoroughfare: String? { nil }
  /// Always `nil`: addresses are not looked up.
  public var subThoroughfare: String? { nil }
  /// Always `nil`: addresses are not looked up.
  public var postalCode: String? { nil }
  /// Always `nil`: addresses are not looked up.
  public var country: String? { nil }
  /// Always `nil`: addresses are not looked up.
  public var isoCountryCode: String? { nil }
}

/// Finds nothing: there is no service for it. See Apple's documentation of `CLGeocoder`.
open class CLGeocoder: NSObject {
  public override init() { super.init() }
  /// Throws `CLError.network`.
  public func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { throw CLError(.network) }
  /// Calls the handler with `CLError.network`, before it returns.
  public func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) { completionHandler(nil, CLError(.network)) }
  /// Throws `CLError.network`.
  public func geocodeAddressString(_ address: String) async throws -> [CLPlacemark] { throw CLError(.network) }
  /// Calls the handler with `CLError.network`, before it returns.
  public func geocodeAddressString(
    _ address: String, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) { completionHandler(nil, CLError(.network)) }
  /// There is nothing to cancel. Has no effect in the browser.
  public func cancelGeocode() {}
}
