// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct DefaultSnapshotTests {
  typealias Note = Notebook.Note
  typealias Folder = Notebook.Folder

  private func sample() throws -> (ModelContext, Note) {
    let context = ModelContext(try memoryContainer(Note.self, Folder.self))
    let note = Note(
      code: "a", title: "t", rank: 3, due: Date(timeIntervalSinceReferenceDate: 5),
      folder: Folder(name: "f"), tags: ["x", "y"])
    context.insert(note)
    try context.save()
    return (context, note)
  }

  private func snapshot(of model: some PersistentModel) -> DefaultSnapshot {
    var related: [PersistentIdentifier: any BackingData] = [:]
    return DefaultSnapshot(from: model.persistentBackingData, relatedBackingDatas: &related)
  }

  @Test func encodesEveryPropertyUnderItsName() throws {
    let (context, note) = try sample()
    var related: [PersistentIdentifier: any BackingData] = [:]
    let snapshot = DefaultSnapshot(from: note.persistentBackingData, relatedBackingDatas: &related)
    #expect(snapshot.persistentIdentifier == note.persistentModelID)
    #expect(related.keys.map(\.entityName) == ["Folder"])
    let json = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot)) as? [String: Any])
    #expect(json["code"] as? String == "a")
    #expect(json["rank"] as? Int == 3)
    #expect(json["tags"] as? [String] == ["x", "y"])
    #expect(json["genre"] is NSNull)
    let identity = json["persistentIdentifier"] as? [String: Any]
    #expect((identity?["implementation"] as? [String: Any])?["primaryKey"] as? String == "p1")
    let folder = json["folder"] as? [String: Any]
    #expect((folder?["implementation"] as? [String: Any])?["entityName"] as? String == "Folder")
    withExtendedLifetime(context) {}
  }

  @Test func roundTripsThroughJSONAndPropertyLists() throws {
    let (context, note) = try sample()
    let snapshots = try [snapshot(of: note), snapshot(of: #require(note.folder))]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(snapshots)
    let decoded = try JSONDecoder().decode([DefaultSnapshot].self, from: data)
    #expect(decoded.map(\.persistentIdentifier) == snapshots.map(\.persistentIdentifier))
    #expect(try encoder.encode(decoded) == data)

    let list = try PropertyListEncoder().encode(snapshots)
    let fromList = try PropertyListDecoder().decode([DefaultSnapshot].self, from: list)
    let copy = Note(code: "")
    #expect(fromList[0]._applyToBackingData(copy.persistentBackingData))
    #expect(copy.due == note.due)
    withExtendedLifetime(context) {}
  }

  @Test func decodedValuesAreGivenToAModel() throws {
    let (context, note) = try sample()
    let data = try JSONEncoder().encode(snapshot(of: note))
    let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: data)
    let copy = Note(code: "")
    #expect(decoded._applyToBackingData(copy.persistentBackingData))
    #expect(copy.code == "a" && copy.title == "t" && copy.rank == 3 && copy.genre == nil)
    #expect(copy.due == note.due)
    #expect(copy.tags == ["x", "y"])
    #expect(copy.folder == nil)
    #expect(!decoded._applyToBackingData(Folder(name: "").persistentBackingData))
    withExtendedLifetime(context) {}
  }

  @Test func copiesAreRemapped() throws {
    let (context, note) = try sample()
    let folder = try #require(note.folder).persistentModelID
    let new = try PersistentIdentifier.identifier(
      for: "store", entityName: "Note", primaryKey: "n1")
    let newFolder = try PersistentIdentifier.identifier(
      for: "store", entityName: "Folder", primaryKey: "f1")
    let copy = snapshot(of: note).copy(
      persistentIdentifier: new, remappedIdentifiers: [folder: newFolder])
    #expect(copy.persistentIdentifier == new)
    let text = String(decoding: try JSONEncoder().encode(copy), as: UTF8.self)
    #expect(text.contains("\"f1\""))
    #expect(!text.contains("\"p1\""))
    let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: Data(text.utf8))
    let back = decoded.copy(persistentIdentifier: new, remappedIdentifiers: [newFolder: folder])
    #expect(String(decoding: try JSONEncoder().encode(back), as: UTF8.self).contains("\"p1\""))
    withExtendedLifetime(context) {}
  }

  @Test func inheritedPropertiesTakePart() throws {
    let circle = Notebook.Circle(name: "c", radius: 2, color: "red")
    let data = try JSONEncoder().encode(snapshot(of: circle))
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(json["name"] as? String == "c")
    #expect(json["radius"] as? Double == 2)
    let copy = Notebook.Circle(name: "", radius: 0, color: "")
    let decoded = try JSONDecoder().decode(DefaultSnapshot.self, from: data)
    #expect(decoded._applyToBackingData(copy.persistentBackingData))
    #expect(copy.name == "c" && copy.radius == 2 && copy.color == "red")
  }
}
