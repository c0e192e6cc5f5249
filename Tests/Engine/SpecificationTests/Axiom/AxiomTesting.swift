import SwiftData
import XCTest

// seed: @testable import MusicApp. The app's model is `Track` below.

/// “axiom-swiftdata”: *Testing › Test Setup*. A class of XCTest, as in the document.
final class TrackTests: XCTestCase {
  var modelContext: ModelContext!

  override func setUp() async throws {
    let schema = Schema([Track.self])
    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: schema, configurations: config)
    modelContext = ModelContext(container)
  }

  func testInsertTrack() throws {
    let track = Track(id: "1", title: "Test", artist: "Artist", duration: 240)
    modelContext.insert(track)

    let descriptor = FetchDescriptor<Track>()
    let tracks = try modelContext.fetch(descriptor)

    XCTAssertEqual(tracks.count, 1)
    XCTAssertEqual(tracks.first?.title, "Test")
  }
}

/// What the block implies: every test has a store of its own, and the context
/// keeps its container alive.
final class TrackTestsSetup: XCTestCase {
  var modelContext: ModelContext!

  override func setUp() async throws {
    let schema = Schema([Track.self])
    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: schema, configurations: config)
    modelContext = ModelContext(container)
  }

  private func insertIntoEmptyStore() throws {
    XCTAssertEqual(try modelContext.fetchCount(FetchDescriptor<Track>()), 0)
    modelContext.insert(Track(id: "1", title: "Test", artist: "Artist", duration: 240))
    try modelContext.save()
    XCTAssertEqual(try modelContext.fetchCount(FetchDescriptor<Track>()), 1)
  }

  func testFirst() throws { try insertIntoEmptyStore() }
  func testSecond() throws { try insertIntoEmptyStore() }

  func testSavedTrackIsTheInsertedOne() throws {
    let track = Track(id: "1", title: "Test", artist: "Artist", duration: 240)
    modelContext.insert(track)
    try modelContext.save()
    let tracks = try modelContext.fetch(FetchDescriptor<Track>())
    XCTAssertEqual(tracks, [track])
    XCTAssertEqual(tracks.first?.persistentModelID, track.persistentModelID)
  }
}

/// The document's basic model, in the place of the app's.
private typealias Track = AxiomBasicModel.Track
