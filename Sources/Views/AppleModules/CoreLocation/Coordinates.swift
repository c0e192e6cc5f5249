// SPDX-License-Identifier: Apache-2.0

@_exported import Foundation

/// A latitude or a longitude, in degrees.
public typealias CLLocationDegrees = Double
/// In metres.
public typealias CLLocationDistance = Double
/// In metres.
public typealias CLLocationAccuracy = Double
/// In metres per second.
public typealias CLLocationSpeed = Double
/// In degrees, clockwise from north.
public typealias CLLocationDirection = Double

/// A place on the Earth. See Apple's documentation of `CLLocationCoordinate2D`.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north of the equator; negative in the south.
  public var latitude: CLLocationDegrees
  /// Degrees east of Greenwich; negative in the west.
  public var longitude: CLLocationDegrees

  /// The place where the equator meets the meridian of Greenwich.
  public init() { self.init(latitude: 0, longitude: 0) }
  /// Creates a place, in range or not.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Whether the degrees are in range.
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
  (-90...90).contains(coordinate.latitude) && (-180...180).contains(coordinate.longitude)
}

/// An invalid coordinate.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A place and when it was measured. See Apple's documentation of `CLLocation`.
public final class CLLocation: Hashable, Sendable {
  /// Where it is.
  public let coordinate: CLLocationCoordinate2D
  /// Metres above sea level.
  public let altitude: CLLocationDistance
  /// The radius in metres within which the place is; 0 unless it was given.
  public let horizontalAccuracy: CLLocationAccuracy
  /// How exact the altitude is; negative if it is unknown.
  public let verticalAccuracy: CLLocationAccuracy
  /// Always -1: not known.
  public let speed: CLLocationSpeed
  /// Always -1: not known.
  public let course: CLLocationDirection
  /// When it was measured, or the location was created.
  public let timestamp: Date

  /// A place at sea level, of now. Its altitude counts as unknown.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0,
      verticalAccuracy: -1, timestamp: Date())
  }

  /// A place with an altitude. Speed and course are not known.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    speed = -1
    course = -1
    self.timestamp = timestamp
  }

  /// The distance along a sphere with the Earth's mean radius, in metres.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let (here, there) = (coordinate, location.coordinate)
    let latitude = sin(radians(there.latitude - here.latitude) / 2)
    let longitude = sin(radians(there.longitude - here.longitude) / 2)
    let part =
      latitude * latitude + cos(radians(here.latitude)) * cos(radians(there.latitude)) * longitude * longitude
    return 2 * 6_371_008.8 * asin(min(1, part.squareRoot()))
  }

  public static func == (lhs: CLLocation, rhs: CLLocation) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The best accuracy; nothing is measured here.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// The best accuracy for navigation; nothing is measured here.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// Ten metres; nothing is measured here.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres; nothing is measured here.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre; nothing is measured here.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Three kilometres; nothing is measured here.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// Every movement is reported; there are none here.
public let kCLDistanceFilterNone: CLLocationDistance = -1
