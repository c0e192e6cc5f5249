// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Testing

@testable import SwiftDataUI

private struct Recipe: Codable, Equatable, Transferable {
  var title: String
  static var transferRepresentation: some TransferRepresentation {
    CodableRepresentation(contentType: .json)
    ProxyRepresentation(exporting: \.title)
  }
}

private struct Note: Equatable, Transferable {
  var text: String
  static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation { note in
      note.text
    } importing: {
      Note(text: $0)
    }
  }
}

private struct Film: Transferable {
  var bytes: Int
  static var transferRepresentation: some TransferRepresentation {
    FileRepresentation(importedContentType: .movie) { file in Film(bytes: try Data(contentsOf: file.file).count) }
  }
}

@MainActor private final class Got { var lines: [String] = [] }

@MainActor @Suite struct TransferTests {
  private let got = Got()

  @Test func aValueGoesByItsBestWay() async throws {
    let recipe = Recipe(title: "Soup")
    let (data, way) = try await Transfer.data(of: recipe, as: [.data])
    #expect(way.type == .json)
    #expect(try await Transfer.value(Recipe.self, of: data, .json) == recipe)
    #expect(try await Transfer.value(Note.self, of: recipe) == Note(text: "Soup"))
    #expect(try await Transfer.value(String.self, of: Note(text: "words")) == "words")
    #expect(try await Transfer.text(of: URL(string: "https://example.com")!) == "https://example.com")
    #expect(try await Transfer.value(Film.self, of: Data(count: 12), .mpeg4Movie).bytes == 12)
  }

  @Test func whatHasNoWayIsAnError() async throws {
    await #expect(throws: TransferError.self) { try await Transfer.value(URL.self, of: Note(text: "no address")) }
    await #expect(throws: (any Error).self) { try await Transfer.value(Recipe.self, of: Data("{".utf8), .json) }
    await #expect(throws: TransferError.self) { try await Transfer.data(of: Image(systemName: "star"), as: [.png]) }
    await #expect(throws: TransferError.self) { try await Transfer.value(Image.self, of: Data([1, 2]), .png) }
  }

  @Test func kindsAreKindsOfOthers() {
    #expect(UTType.png.conforms(to: .image) && UTType.png.conforms(to: .data) && !UTType.png.conforms(to: .text))
    #expect(UTType.json.conforms(to: .text) && UTType(exportedAs: "org.example.own").conforms(to: .data))
    #expect(UTType.of(fileName: "a.JPG") == .jpeg && UTType.of(fileName: "none") == .data)
    #expect(
      UTType.png.preferredMIMEType == "image/png" && UTType.commaSeparatedText.preferredFilenameExtension == "csv")
  }

  private struct Shelf: View {
    let got: Got
    var body: some View {
      Text("source").draggable(Recipe(title: "Cake"))
      Text("same").dropDestination(for: Recipe.self) { recipes, place in
        got.lines.append("\(recipes[0].title) \(place.x)")
        return true
      } isTargeted: {
        got.lines.append("\($0)")
      }
      Text("other").dropDestination(for: String.self) { texts, _ in
        got.lines.append("text \(texts[0])")
        return true
      }
    }
  }

  @Test func whatIsDroppedComesFromThePage() async throws {
    let dom = ModelDOM(ViewPage(VStack { Shelf(got: got) }))
    func element(_ text: String) throws -> Element { try #require(dom.all.first { $0.text == text }) }
    let source = try element("source"), same = try element("same"), other = try element("other")
    #expect(source.attribute(.isDraggable) == "true")
    dom.page.handle(Event(same.id, .drop, value: "over"))
    #expect(dom.page.handle(Event(same.id, .drop, value: "3 4 \(source.id)")))
    #expect(got.lines == ["true", "false", "Cake 3.0"])
    // Nothing that can be dragged, and what is no drop at all.
    for value in ["3 4 \(other.id)", "3 4", "x y \(source.id)", "", "3 4 nobody"] {
      #expect(!dom.page.handle(Event(same.id, .drop, value: value)), "\(value)")
    }
    got.lines = []
    dom.page.handle(Event(other.id, .drop, value: "1 2\ntyped\nlines"))
    while got.lines.isEmpty { await Task.yield() }
    #expect(got.lines == ["text typed\nlines"])
  }

  private struct Pickers: View {
    let got: Got
    @State private var items: [PhotosPickerItem] = []
    var body: some View {
      PhotosPicker(selection: $items, maxSelectionCount: 2, matching: .images) { Text("Pick") }
        .onChange(of: items) {
          Task {
            for item in items {
              let size = (try? await item.loadTransferable(type: Data.self))?.count ?? -1
              got.lines.append("\(item.supportedContentTypes[0].identifier) \(size)")
            }
          }
        }
    }
  }

  @Test func picturesComeInParts() async throws {
    let page = ViewPage(Pickers(got: got))
    let dom = ModelDOM(page)
    let field = try #require(dom.all.first { $0.events.contains(.upload) })
    #expect(field.attribute(.acceptedFiles) == "image/*" && field.attribute(.takesSeveralFiles) == "true")
    func send(_ head: String, _ bytes: Int) {
      page.handle(Event(field.id, .upload, value: head + "\n" + Data(count: bytes).base64EncodedString()))
    }
    // A part that is lost: nothing comes of it.
    send("0/1/5/10/late.png", 5)
    send("0/2/0/10/../../etc/a.png", 5)
    send("0/2/5/10/../../etc/a.png", 5)
    #expect(got.lines.isEmpty)
    send("1/2/0/3/b.jpg", 3)
    while got.lines.count < 2 { await Task.yield() }
    #expect(got.lines == ["public.png 10", "public.jpeg 3"])
    for head in ["", "0/1/0/10", "0/0/0/1/x", "1/1/0/1/x", "-1/1/0/1/x", "0/1/0/999999999999/large.png", "a/b/c/d/e"] {
      send(head, 1)
    }
    page.close()
  }

  /// The second one was chosen while the first was being sent.
  @Test func partsOfAnotherFileAreNotMixedIn() async throws {
    let page = ViewPage(Pickers(got: got))
    let dom = ModelDOM(page)
    let field = try #require(dom.all.first { $0.events.contains(.upload) })
    func send(_ head: String, _ bytes: Int) {
      page.handle(Event(field.id, .upload, value: head + "\n" + Data(count: bytes).base64EncodedString()))
    }
    send("0/1/0/10/first.png", 5)
    send("0/1/0/9/second.jpg", 5)
    send("0/1/5/10/first.png", 5)
    send("0/1/5/9/second.jpg", 4)
    while got.lines.isEmpty { await Task.yield() }
    #expect(got.lines == ["public.jpeg 9"])
    page.close()
  }

  @Test func namesOfFilesLeadNowhere() {
    for (name, safe) in [
      ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("C:\\x\\y.png", "y.png"), ("", "file"), ("..", "file"),
      ("a\u{0}b\nc", "abc"), ("/", "file"),
    ] { #expect(Uploads.safe(name) == safe) }
    #expect(Uploads.safe(String(repeating: "ä", count: 300)).utf8.count <= 200)
  }

  @Test func aNameIsCutAtOnce() {
    // As long as a message may be, of characters that belong together.
    let name = Uploads.safe(String(repeating: "e\u{301}", count: 80_000) + ".png")
    #expect(name.utf8.count <= 200 && name.hasSuffix(".png"))
  }

  @Test func whatIsTooLongOrTooMuchIsRefused() throws {
    let uploads = Uploads()
    defer { uploads.end() }
    let receiver = UploadReceiver()
    func refusal(_ head: String) -> String? {
      if case .failed(let error) = receiver.take(head, uploads) { error.localizedDescription } else { nil }
    }
    #expect(refusal("0/1/0/0/\(String(repeating: "x", count: 2_000))\n")?.contains("shorter") == true)
    #expect(refusal("no head") == nil)
    for number in 0..<Uploads.most { _ = try uploads.place("\(number)", size: 0) }
    #expect(refusal("0/1/0/0/more\n")?.contains("one file too many") == true)
  }

  // MARK: Tasks

  @Test func tasksBesideEachOtherAllEnd() async {
    let tasks = ViewTasks()
    for number in 0..<40 {
      tasks.run(priority: .userInitiated) { [got] in
        await Task.yield()
        got.lines.append(Task.isCancelled ? "cancelled" : "\(number)")
      }
    }
    #expect(tasks.count == 40)
    while tasks.count > 0 { await Task.yield() }
    #expect(Set(got.lines) == Set((0..<40).map(String.init)))
  }

  @Test func aTaskTakesThePlaceOfThatOfItsOwner() async {
    let tasks = ViewTasks(), owner = Got()
    for name in ["first", "second"] {
      tasks.run(owner, priority: .userInitiated) { [got] in
        await Task.yield()
        got.lines.append(Task.isCancelled ? "\(name) cancelled" : name)
      }
    }
    #expect(tasks.count == 1)
    while got.lines.count < 2 || tasks.count > 0 { await Task.yield() }
    #expect(Set(got.lines) == ["first cancelled", "second"])
    tasks.isOver = true
    tasks.run(owner, priority: .userInitiated) { [got] in got.lines.append("late") }
    #expect(tasks.count == 0)
  }

  @Test func whatIsPastedOneAfterTheOtherAllArrives() async throws {
    let page = ViewPage(Text("place").pasteDestination(for: String.self) { [got] in got.lines += $0 })
    let dom = ModelDOM(page)
    let place = try #require(dom.all.first { $0.events.contains(.paste) })
    for number in 0..<5 { page.handle(Event(place.id, .paste, value: "\(number)")) }
    while got.lines.count < 5 { await Task.yield() }
    #expect(Set(got.lines) == ["0", "1", "2", "3", "4"])
    page.close()
  }

  @Test func aFileIsGoneWithItsPage() async throws {
    let page = ViewPage(Pickers(got: got))
    let dom = ModelDOM(page)
    let field = try #require(dom.all.first { $0.events.contains(.upload) })
    page.handle(Event(field.id, .upload, value: "0/1/0/3/b.jpg\n" + Data(count: 3).base64EncodedString()))
    while got.lines.isEmpty { await Task.yield() }
    let item = PhotosPickerItem(Uploads.File(url: URL(fileURLWithPath: "/nowhere/b.jpg"), name: "b.jpg"))
    #expect(try await item.loadTransferable(type: Data.self) == nil)
    page.close()
  }

  @Test func copyingReachesTheBrowser() async throws {
    let dom = ModelDOM(
      ViewPage(
        VStack {
          Button("Copy") { UIPasteboard.general.string = "words" }
          ShareLink("Share", item: Recipe(title: "Pie"))
          Text("list").copyable([Note(text: "one"), Note(text: "two")])
        }))
    try dom.click("Copy")
    #expect(dom.operations.contains(.command(.copy("words"))))
    try dom.click("Share")
    let list = try #require(dom.all.first { $0.events.contains(.copy) })
    dom.page.handle(Event(list.id, .copy))
    while dom.operations.count < 3 { await Task.yield() }
    #expect(
      dom.operations.contains(.command(.share("Pie")))
        || dom.operations.contains(.command(.share("{\"title\":\"Pie\"}"))))
    #expect(dom.operations.contains(.command(.copy("one\ntwo"))))
  }
}
