// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct SectionedResultsTests {
  typealias Note = Notebook.Note

  @Test func sectionsFollowTheOrderOfTheResults() throws {
    let context = ModelContext(try memoryContainer(Note.self, Notebook.Folder.self))
    for (code, genre) in [("1", "Rock"), ("2", "Jazz"), ("3", nil), ("4", "Rock"), ("5", "Jazz")] {
      context.insert(Note(code: code, genre: genre))
    }
    try context.save()
    let observer = try ResultsObserver(
      sortBy: [SortDescriptor(\Note.code, order: .reverse)], sectionBy: \Note.genre,
      modelContext: context)
    let sections = try #require(observer.sections)
    #expect(sections.sectionTitles == ["", "Jazz", "Rock"])
    #expect(sections.map { $0.map(\.code) } == [["3"], ["5", "2"], ["4", "1"]])
    #expect(sections[sectionTitle: "Rock"]?.map(\.code) == ["4", "1"])
    #expect(sections[sectionTitle: "Folk"] == nil)
    #expect(sections.contains(sectionTitle: "Jazz"))
    #expect(sections.index(ofSectionTitled: "Rock") == 2)
    #expect(sections[0].id == "")
    #expect(observer.sectionBy == \Note.genre)
    #expect(observer.fetchDescriptor.sortBy.count == 2)
    #expect(observer.results.map(\.code) == ["3", "5", "2", "4", "1"])
  }

  @Test func indexPathsLeadToModelsAndBack() throws {
    let context = ModelContext(try memoryContainer(Note.self, Notebook.Folder.self))
    for index in 0..<9 { context.insert(Note(code: "\(index)", title: "\(index % 3)")) }
    try context.save()
    let order = [SortDescriptor(\Note.code)]
    let sectioned = try ResultsObserver(
      sortBy: order, sectionBy: \Note.title, modelContext: context)
    for section in 0..<3 {
      for item in 0..<3 {
        let path = IndexPath(indexes: [section, item])
        let note = try #require(sectioned.element(at: path))
        #expect(note.code == "\(item * 3 + section)")
        #expect(sectioned.indexPath(for: note) == path)
      }
    }
    for indexes in [[3, 0], [0, 3], [-1, 0], [], [0, 0, 0]] {
      #expect(sectioned.element(at: IndexPath(indexes: indexes)) == nil)
    }
    let plain = try ResultsObserver<Note, Never>(sortBy: order, modelContext: context)
    #expect(plain.sections == nil)
    #expect(plain.element(at: IndexPath(indexes: [0, 4]))?.code == "4")
    #expect(plain.element(at: IndexPath(index: 4))?.code == "4")
    #expect(plain.element(at: IndexPath(indexes: [1, 4])) == nil)
    #expect(plain.indexPath(for: plain.results[5]) == IndexPath(indexes: [0, 5]))
    #expect(plain.indexPath(for: Note(code: "x")) == nil)
  }

  @Test func titlesThatSortAlikeHaveOneSectionEach() throws {
    let context = ModelContext(try memoryContainer(Note.self, Notebook.Folder.self))
    for (index, title) in ["rock", "Rock", "rock", "Rock"].enumerated() {
      context.insert(Note(code: "\(index)", title: title))
    }
    try context.save()
    let observer = try ResultsObserver(sectionBy: \Note.title, modelContext: context)
    let sections = try #require(observer.sections)
    #expect(sections.count == 2)
    #expect(sections[sectionTitle: "rock"]?.count == 2)
    #expect(sections[sectionTitle: "Rock"]?.count == 2)
    #expect(sections == sections)
    #expect(sections[0] != sections[1])
  }

  @Test func theOrderOfSectionsIsPutFirstAgain() throws {
    let context = ModelContext(try memoryContainer(Note.self, Notebook.Folder.self))
    for index in 0..<4 { context.insert(Note(code: "\(index)", title: "\(index % 2)")) }
    try context.save()
    let observer = try ResultsObserver(sectionBy: \Note.title, modelContext: context)
    observer.sortBy = [SortDescriptor(\Note.code, order: .reverse)]
    #expect(observer.sortBy.count == 2)
    #expect(observer.results.map(\.code) == ["2", "0", "3", "1"])
    observer.sortBy = [SortDescriptor(\Note.title, order: .reverse), SortDescriptor(\Note.code)]
    #expect(observer.sections?.sectionTitles == ["1", "0"])
    #expect(observer.results.map(\.code) == ["1", "3", "0", "2"])
  }
}
