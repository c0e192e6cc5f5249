// SPDX-License-Identifier: Apache-2.0

import SwiftDataUI

/// The region or place that a map shows. See Apple's documentation of `MapCameraPosition`.
public struct MapCameraPosition: Sendable {
  /// The region, of which only the center is used here, for a map without places.
  public private(set) var region: MKCoordinateRegion?
  /// The places of the map.
  public static let automatic = MapCameraPosition()
  /// A region, of which only the center is used here.
  public static func region(_ region: MKCoordinateRegion) -> Self { Self(region: region) }
  /// The place of an item. `allowsAutomatic` has no effect here.
  public static func item(_ item: MKMapItem, allowsAutomatic: Bool = true) -> Self {
    Self(region: MKCoordinateRegion(center: item.placemark.coordinate, span: MKCoordinateSpan()))
  }
  /// The place that a camera looks at. Its distance, heading and pitch have no effect here.
  public static func camera(_ camera: MapCamera) -> Self {
    Self(region: MKCoordinateRegion(center: camera.centerCoordinate, span: MKCoordinateSpan()))
  }
  /// The fallback, because the user's location is not known here.
  public static func userLocation(followsHeading: Bool = false, fallback: MapCameraPosition) -> Self { fallback }
}

/// The viewpoint of a map. See Apple's documentation of `MapCamera`.
public struct MapCamera: Sendable {
  /// The place that the camera looks at.
  public var centerCoordinate: CLLocationCoordinate2D
  /// Has no effect in the browser.
  public var distance: Double
  /// Has no effect in the browser.
  public var heading: Double
  /// Has no effect in the browser.
  public var pitch: Double
  /// Creates a viewpoint, of which only the center is used here.
  public init(centerCoordinate: CLLocationCoordinate2D, distance: Double, heading: Double = 0, pitch: Double = 0) {
    self.centerCoordinate = centerCoordinate
    self.distance = distance
    self.heading = heading
    self.pitch = pitch
  }
}

/// See Apple's documentation of `MapInteractionModes`.
public struct MapInteractionModes: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Has no effect in the browser.
  public static let pan = Self(rawValue: 1)
  /// Has no effect in the browser.
  public static let zoom = Self(rawValue: 2)
  /// Has no effect in the browser.
  public static let pitch = Self(rawValue: 4)
  /// Has no effect in the browser.
  public static let rotate = Self(rawValue: 8)
  /// Has no effect in the browser.
  public static let all = Self(rawValue: 15)
}

/// The bounds of a map's camera; has no effect in the browser. See Apple's documentation of `MapCameraBounds`.
public struct MapCameraBounds: Sendable {
  /// Has no effect in the browser.
  public init(minimumDistance: Double? = nil, maximumDistance: Double? = nil) {}
  /// Has no effect in the browser.
  public init(
    centerCoordinateBounds: MKCoordinateRegion, minimumDistance: Double? = nil, maximumDistance: Double? = nil
  ) {}
}

/// Not drawn: lists its places, with links to OpenStreetMap. See Apple's documentation of `Map`.
public struct Map: View {
  let places: [MapPlace]
  let center: CLLocationCoordinate2D?
  var select: ((AnyHashable?) -> Void)?

  /// A map without places: a link to the center. The bounds and the modes have no effect here.
  public init(
    initialPosition: MapCameraPosition = .automatic, bounds: MapCameraBounds? = nil,
    interactionModes: MapInteractionModes = .all
  ) { self.init(initialPosition, []) }

  /// A list of the places of the content. The bounds and the modes have no effect here.
  public init<C: MapContent>(
    initialPosition: MapCameraPosition = .automatic, bounds: MapCameraBounds? = nil,
    interactionModes: MapInteractionModes = .all, @MapContentBuilder content: () -> C
  ) { self.init(initialPosition, mapPlaces(content())) }

  /// A map without places: a link to the center. The binding is read only, since the camera never moves.
  public init(
    position: Binding<MapCameraPosition>, bounds: MapCameraBounds? = nil, interactionModes: MapInteractionModes = .all
  ) { self.init(position.wrappedValue, []) }

  /// A list of the places of the content. The binding is read only, since the camera never moves.
  public init<C: MapContent>(
    position: Binding<MapCameraPosition>, bounds: MapCameraBounds? = nil, interactionModes: MapInteractionModes = .all,
    @MapContentBuilder content: () -> C
  ) { self.init(position.wrappedValue, mapPlaces(content())) }

  /// A list of the places of the content; tagged ones are buttons that set the selection. The position is read only.
  public init<C: MapContent, Value: Hashable>(
    position: Binding<MapCameraPosition>, bounds: MapCameraBounds? = nil, interactionModes: MapInteractionModes = .all,
    selection: Binding<Value?>, @MapContentBuilder content: () -> C
  ) {
    self.init(position.wrappedValue, mapPlaces(content()))
    select = { selection.wrappedValue = $0?.base as? Value }
  }

  /// A list of the places of the content; tagged ones are buttons that set the selection.
  public init<C: MapContent, Value: Hashable>(
    initialPosition: MapCameraPosition = .automatic, bounds: MapCameraBounds? = nil,
    interactionModes: MapInteractionModes = .all, selection: Binding<Value?>, @MapContentBuilder content: () -> C
  ) {
    self.init(initialPosition, mapPlaces(content()))
    select = { selection.wrappedValue = $0?.base as? Value }
  }

  /// A map without places: a link to the center of the region, which is read only.
  public init(
    coordinateRegion: Binding<MKCoordinateRegion>, interactionModes: MapInteractionModes = .all,
    showsUserLocation: Bool = false
  ) { self.init(.region(coordinateRegion.wrappedValue), []) }

  /// A list of the places of the items. The region is read only, and the user's location is not shown.
  public init<Items: RandomAccessCollection, C: MapContent>(
    coordinateRegion: Binding<MKCoordinateRegion>, interactionModes: MapInteractionModes = .all,
    showsUserLocation: Bool = false, annotationItems: Items, annotationContent: (Items.Element) -> C
  ) where Items.Element: Identifiable {
    self.init(.region(coordinateRegion.wrappedValue), annotationItems.flatMap { mapPlaces(annotationContent($0)) })
  }

  private init(_ position: MapCameraPosition, _ places: [MapPlace]) {
    self.places = places
    center = position.region?.center
  }

  public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if places.isEmpty { MapLink(title: "", coordinate: center ?? CLLocationCoordinate2D()) }
      ForEach(places.indices, id: \.self) { index in row(places[index]) }
    }
    .padding()
    .frame(maxWidth: .infinity, maxHeight: .infinity)
    .background(.fill)
    .accessibilityLabel("Map")
  }

  @ViewBuilder private func row(_ place: MapPlace) -> some View {
    HStack {
      if let view = place.view {
        view
      } else {
        Image(systemName: place.symbol ?? "mappin.circle.fill").foregroundStyle(.red)
      }
      if let select, let tag = place.tag {
        Button(place.title) { select(tag) }
        MapLink(title: "", coordinate: place.coordinate)
      } else {
        MapLink(title: place.title, coordinate: place.coordinate)
      }
    }
  }
}

/// A link to a place on a map that the browser can show.
struct MapLink: View {
  let title: String
  let coordinate: CLLocationCoordinate2D

  var body: some View {
    let latitude = Self.text(coordinate.latitude)
    let longitude = Self.text(coordinate.longitude)
    let text = "\(latitude), \(longitude)"
    let page = "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=14/\(latitude)/\(longitude)"
    if let url = URL(string: page) {
      Link(title.isEmpty ? text : "\(title) (\(text))", destination: url)
    } else {
      Text(title)
    }
  }

  private static func text(_ degrees: Double) -> String { String((degrees * 100_000).rounded() / 100_000) }
}

/// A marker, in the API before `Marker`. See Apple's documentation of `MapMarker`.
public struct MapMarker: MapContent, PlacedContent {
  public typealias Body = Never
  let coordinate: CLLocationCoordinate2D
  /// A place without a title. The tint has no effect here.
  public init(coordinate: CLLocationCoordinate2D, tint: Color? = nil) { self.coordinate = coordinate }
  var places: [MapPlace] { [MapPlace(coordinate: coordinate, title: "")] }
}

/// A pin of older maps. See Apple's documentation of `MapPin`.
public typealias MapPin = MapMarker

/// A view on a map, in the API before `Annotation`. See Apple's documentation of `MapAnnotation`.
public struct MapAnnotation<Content: View>: MapContent, PlacedContent {
  public typealias Body = Never
  let place: MapPlace
  /// A place with a view before its link. The anchor has no effect here.
  public init(
    coordinate: CLLocationCoordinate2D, anchorPoint: CGPoint = CGPoint(x: 0.5, y: 0.5),
    @ViewBuilder content: () -> Content
  ) { place = MapPlace(coordinate: coordinate, title: "", view: AnyView(content())) }
  var places: [MapPlace] { [place] }
}
