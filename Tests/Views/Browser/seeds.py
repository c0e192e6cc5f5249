# SPDX-License-Identifier: Apache-2.0
"""The views of documents about SwiftData, in a browser: python3 seeds.py FOLDER OBJECTS

Takes the blocks of code as they are written in the documents (FOLDER), adds what each uses without declaring it, makes an
app of it, and drives the app. Nothing of the documents is part of this project. OBJECTS is the folder of the built
modules, which has a program 'Trips': its objects are linked with the app's.
"""
import os
import re
import sys
import tempfile

import chromium
import host
import live
import modules

TRIP = """
@Model class Trip {
  var name: String
  var destination: String
  var startDate: Date
  var endDate: Date
  var isFavorite: Bool = false
  init(name: String, destination: String, startDate: Date, endDate: Date) {
    self.name = name; self.destination = destination; self.startDate = startDate; self.endDate = endDate
  }
}
@Model class LivingAccommodation { var name = ""; init() {} }
"""
TRACK = """
@Model final class Album { var title = ""; init() {} }
@Model final class Track {
  var id: String
  var title: String
  var artist: String
  var duration: TimeInterval
  var genre: String?
  init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil) {
    self.id = id; self.title = title; self.artist = artist; self.duration = duration; self.genre = genre
  }
}
"""
TRIP_SCREEN = """
struct Screen: View {
  @Environment(\\.modelContext) private var context
  @Environment(\\.undoManager) private var undoManager
  @Query(sort: \\Trip.name) private var all: [Trip]
  @State private var name = ""
  @State private var search = ""
  var body: some View {
    NavigationStack {
      VStack {
        Text("all(\\(all.map(\\.name).joined(separator: ",")))")
        TextField("Name", text: $name)
        Button("Add") {
          let trip = Trip(name: name, destination: "D", startDate: .now, endDate: .now)
          trip.isFavorite = true
          context.insert(trip)
        }
        Button("Edit") { all.first?.name += "!" }
        Button("Undo") { undoManager?.undo() }
        VIEW
        ForEach(all) { trip in DETAIL }
      }
      .searchable(text: $search)
    }
    .onAppear { context.undoManager = undoManager }
  }
}
"""
TRACK_SCREEN = """
struct Screen: View {
  @Environment(\\.modelContext) private var context
  @Environment(\\.undoManager) private var undoManager
  @Query(sort: \\Track.title) private var all: [Track]
  @State private var name = ""
  var body: some View {
    NavigationStack {
      VStack {
        Text("all(\\(all.map(\\.title).joined(separator: ",")))")
        TextField("Name", text: $name)
        Button("Add") { context.insert(Track(id: name, title: name, artist: "A", duration: 200, genre: "Rock")) }
        Button("Edit") { all.first?.title += "!" }
        ForEach(all) { track in Button("Delete") { context.delete(track) } }
        Button("Undo") { undoManager?.undo() }
        VIEW
      }
    }
    .onAppear { context.undoManager = undoManager }
  }
}
"""
APP = """
@main struct SeedApp: App {
  let container = try! ModelContainer(
    for: MODELS, configurations: ModelConfiguration(
      url: URL(fileURLWithPath: ProcessInfo.processInfo.environment["SEED"]!)))
  var body: some Scene { WindowGroup { Screen() }.modelContainer(container) }
}
"""


# What a block leaves out ("// …", or no body at all) is added in an extension, so that the block stays as it is written.
ACCESSED = """
extension ContentView {
  @ViewBuilder var body: some View {
    Button("Insert") { modelContext.insert(Track(id: "one", title: "one", artist: "A", duration: 200, genre: "Rock")) }
  }
}
"""
UNDONE = """
extension ContentView {
  @ViewBuilder var body: some View {
    let tracks = (try? modelContext.fetch(FetchDescriptor<Track>())) ?? []
    Button("Delete by the view") { if let track = tracks.first { deleteTrack(track) } }
    Button("Undo by the view") { undoManager?.undo() }
  }
}
"""
CUSTOM_SORT = """
extension TracksView {
  @ViewBuilder var body: some View {
    Button("By artist") { sortOrder = .artist }
    Button("By duration") { sortOrder = .duration }
    List(sortedTracks) { Text($0.title) }
  }
}
"""
IMPORTED = """
struct TrackData: Sendable { let id: String; let title: String; let artist: String; let duration: TimeInterval }
let data = [TrackData(id: "one", title: "one", artist: "A", duration: 200)]
"""


def structure(text, head, index=0):
    """The declaration that begins with a head, to its last brace, as it is written: the first one, or one after it."""
    start = text.index(head)
    for _ in range(index):
        start = text.index(head, start + 1)
    depth, at = 0, text.index("{", start)
    while True:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if not depth:
            return text[start:at]


class Tests:
    def __init__(self, folder, objects):
        self.modules = modules.Modules(objects)
        self.texts = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name)) as file:
                self.texts[name[:3]] = file.read()
        self.folder = tempfile.mkdtemp(prefix="seeds-")
        self.browser = chromium.Browser()

    def build(self, name, source):
        path = f"{self.folder}/{name}"
        with open(path + ".swift", "w") as file:
            file.write("import SwiftData\nimport SwiftUI\n" + source)
        built, said = self.modules.build(name, [path + ".swift"], path)
        errors = [line for line in said.splitlines() if "error:" in line]
        assert built, "\n".join(errors) or said[-2000:]
        return path

    def drive(self, name, source, search=None, add="Add", delete="Delete", undo="Undo", copies=1, then=None, **environment):
        """From the first screen over adding, editing, a second tab, searching, a restart and deleting to undoing.

        `add`, `delete` and `undo` are the buttons that do so; each row is shown `copies` times.
        """
        program = self.build(name, source)
        app = host.Host(program, environment={"SEED": f"{self.folder}/{name}.store", **environment})
        try:
            page = self.browser.page(app.address)
            rows = "[...document.querySelectorAll('.s-row-content')].map(e => e.innerText.trim()).join()"

            def says(all, text=None, page=page):
                page.wait(f"document.body.innerText.includes('all({all})')", f"all is '{all}'")
                text = text if text is not None else all
                text = ",".join([text] * copies) if text else ""
                page.wait(f"{rows} === {text!r}", f"the rows are '{text}'")

            says("")
            second = self.browser.page(app.address, context=self.browser.context())
            says("", page=second)
            second.run("""window.heard = new Promise(done => new MutationObserver(() => {
              if (document.body.innerText.includes("all(one)")) done(performance.timeOrigin + performance.now());
            }).observe(document.body, { childList: true, subtree: true, characterData: true })); 0""")
            if add == "Add":
                page.run("document.querySelector('input[placeholder=Name]').focus()")
                page.run("document.activeElement.select()")
                page.insert("one")
            page.run("""window.sent = new Promise(done => addEventListener("click",
              () => done(performance.timeOrigin + performance.now()), { capture: true, once: true })); 0""")
            page.click_text(add)
            says("one")
            took = second.run("window.heard") - page.run("window.sent")
            print(f"    {name}: the second tab showed it after {took:.0f} ms")
            says("one", page=second)
            page.click_text("Edit")
            says("one!")
            says("one!", page=second)
            if search:
                page.run("document.querySelector('input[type=search]').focus()")
                page.insert("nothing like it")
                says("one!", "")
                page.run("document.activeElement.select()")
                page.insert("ONE")
                says("one!")
            app.restart()
            page.wait("document.documentElement.dataset.live !== 'online'")
            page.wait("document.documentElement.dataset.live === 'online'")
            says("one!")
            if then:
                then(page, says)
            page.click_text(delete)
            says("")
            page.click_text(undo)
            says("one!")
            assert not page.complaints(), page.complaints()
            page.close()
            second.close()
        finally:
            app.stop()

    # The first document: six blocks.

    def trips(self, name, view, declaration, app=None, **more):
        text = self.texts["000"].replace("&#x26;", "&")
        detail = structure(text, "struct DetailView: View")
        screen = TRIP_SCREEN.replace("VIEW", view).replace("DETAIL", "DetailView(trip: trip)")
        models = "Trip.self, LivingAccommodation.self"
        if app:
            screen = screen.replace("struct Screen", "struct ContentView")
        self.drive(name, TRIP + declaration(text) + "\n" + detail + screen + (app or APP.replace("MODELS", models)), **more)

    def test_trip_list_and_detail(self):
        self.trips("TripListSeed", "TripListView()", lambda text: structure(text, "struct TripListView: View"))

    def test_query_of_an_initializer(self):
        self.trips("SearchSeed", "SearchView(search: search)",
                   lambda text: structure(text, "struct SearchView: View"), search=True)

    def test_query_of_a_descriptor(self):
        self.trips("RecentSeed", "RecentView()", lambda text: structure(text, "struct RecentView: View"))

    def test_the_app_and_its_preview(self):
        text = self.texts["000"]
        self.trips("AppSeed", "TripListView()",
                   lambda text: structure(text, "struct TripListView: View") + "\n" + structure(text, "#Preview"),
                   app="\n@main " + structure(text, "struct MyApp: App"), XDG_DATA_HOME=self.folder + "/app")

    # The second document: ten.

    def tracks(self, name, head, index=0, view=None, more="", app=None, track=TRACK, **steps):
        text = self.texts["001"]
        view = view or head.split()[1].rstrip(":") + "()"
        screen = TRACK_SCREEN.replace("VIEW", view)
        if app:
            screen = screen.replace("struct Screen", "struct ContentView")
        self.drive(
            name, track + (structure(text, head, index) if head else "") + "\n" + more + screen
            + (app or APP.replace("MODELS", "Track.self, Album.self")), **steps)

    def test_tracks(self):
        self.tracks("TracksSeed", "struct TracksView: View")

    def test_the_app_of_tracks(self):
        self.tracks("MusicSeed", "struct TracksView: View",
                    app="\n@main " + structure(self.texts["001"], "struct MusicApp: App"),
                    XDG_DATA_HOME=self.folder + "/music")

    def test_searchable_tracks(self):
        self.tracks("SearchableSeed", "struct SearchableTracksView: View", search=True)

    def test_tracks_sorted_by_choice(self):
        def sort(page, says):
            for name in ("By artist", "By duration"):
                page.click_text(name)
                says("one!")

        self.tracks("CustomSortSeed", "struct TracksView: View", 1, more=CUSTOM_SORT, then=sort)

    def test_a_view_that_inserts(self):
        self.tracks("AccessSeed", "struct ContentView: View", 0, "ContentView()\nList(all) { Text($0.title) }", ACCESSED,
                    add="Insert")

    def test_a_view_that_imports_in_the_background(self):
        importer = structure(self.texts["001"], "actor DataImporter")
        self.tracks("ImportSeed", "struct ContentView: View", 1, "ContentView()\nList(all) { Text($0.title) }",
                    importer + IMPORTED, add="Import")

    def test_a_view_that_deletes_and_undoes(self):
        self.tracks("UndoSeed", "struct ContentView: View", 2, "ContentView()\nList(all) { Text($0.title) }", UNDONE,
                    delete="Delete by the view", undo="Undo by the view")

    def test_the_declarations_of_queries(self):
        lines = re.findall(r"^@Query\(.*\]\s*$", self.texts["001"], re.M)
        assert len(lines) == 6, lines
        views = ""
        for number, line in enumerate(lines):
            name = re.search(r"var (\w+):", line)[1]
            views += (f"struct Part{number}: View {{ {line}\n"
                      f"var body: some View {{ List({name}) {{ Text($0.title) }} }} }}\n")
        track = TRACK.replace("var genre: String?", "var genre: String?\n  var releaseDate = Date.now + 86_400")
        self.tracks("DeclaredSeed", "", view="".join(f"Part{number}()\n" for number in range(len(lines))), more=views,
                    track=track, copies=len(lines))

    def close(self):
        self.browser.close()


if __name__ == "__main__":
    live.main(Tests(*sys.argv[1:3]), sys.argv[3:])
