"""The views of documents about SwiftData, in a browser: python3 seeds.py FOLDER OBJECTS

Takes the blocks of code as they are written in the documents (FOLDER), adds what each uses without declaring it, makes an
app of it, and drives the app. Nothing of the documents is part of this project. OBJECTS is the folder of the built
modules, which has a program 'Trips': its objects are linked with the app's.
"""
import os
import re
import subprocess
import sys
import tempfile

import chromium
import host
import live

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


def structure(text, head):
    """The declaration that begins with a head, to its last brace, as it is written."""
    start = text.index(head)
    depth, at = 0, text.index("{", start)
    while True:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if not depth:
            return text[start:at]


class Tests:
    def __init__(self, folder, objects):
        self.objects = os.path.realpath(objects)
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
        with open(f"{self.objects}/Trips.product/Objects.LinkFileList") as file:
            links = [line for line in file if "/Trips.build/" not in line]
        with open(path + ".txt", "w") as file:
            file.writelines(links)
        checkouts = os.path.join(self.objects, "../../checkouts")
        maps = []
        for top in (self.objects, checkouts):
            for place, _, files in os.walk(top):
                if place[len(top):].count("/") > 5:
                    continue
                if "module.modulemap" in files and "-tool.build" not in place and "/Tests/" not in place:
                    if top == self.objects or place.endswith("/include") or place.endswith("GRDBSQLite"):
                        maps += ["-Xcc", f"-fmodule-map-file={place}/module.modulemap"]
        done = subprocess.run(
            ["swiftc", "-swift-version", "5", "-parse-as-library", "-module-name", name, path + ".swift", "-o", path,
             "-I", self.objects + "/Modules", "-L", self.objects, "@" + path + ".txt", *maps,
             "-load-plugin-executable", self.objects + "/SwiftDataMacros-tool#SwiftDataMacros"],
            capture_output=True, text=True)
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        assert done.returncode == 0, "\n".join(errors) or done.stderr[-2000:]
        return path

    def drive(self, name, source, search=None):
        program = self.build(name, source)
        app = host.Host(program, environment={"SEED": f"{self.folder}/{name}.store"})
        try:
            page = self.browser.page(app.address)
            rows = "[...document.querySelectorAll('.s-row-content')].map(e => e.innerText.trim()).join()"

            def says(all, text=None):
                page.wait(f"document.body.innerText.includes('all({all})')", f"all is '{all}'")
                page.wait(f"{rows} === {(text if text is not None else all)!r}", f"the rows are '{text}'")

            def add(text):
                page.run("document.querySelector('input[placeholder=Name]').focus()")
                page.run("document.activeElement.select()")
                page.insert(text)
                page.click_text("Add")

            says("")
            add("one")
            says("one")
            second = self.browser.page(app.address, context=self.browser.context())
            second.wait(f"{rows} === 'one'", "another page shows what is saved")
            page.click_text("Edit")
            says("one!")
            second.wait(f"{rows} === 'one!'", "another page follows")
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
            page.click_text("Delete")
            says("")
            page.click_text("Undo")
            says("one!")
            assert not page.complaints(), page.complaints()
            page.close()
            second.close()
        finally:
            app.stop()

    def trips(self, name, view, declaration, **more):
        text = self.texts["000"].replace("&#x26;", "&")
        detail = structure(text, "struct DetailView: View")
        self.drive(
            name, TRIP + declaration(text) + "\n" + detail
            + TRIP_SCREEN.replace("VIEW", view).replace("DETAIL", "DetailView(trip: trip)")
            + APP.replace("MODELS", "Trip.self, LivingAccommodation.self"), **more)

    def test_trip_list_and_detail(self):
        self.trips("TripListSeed", "TripListView()", lambda text: structure(text, "struct TripListView: View"))

    def test_query_of_an_initializer(self):
        self.trips("SearchSeed", "SearchView(search: search)",
                   lambda text: structure(text, "struct SearchView: View"), search=True)

    def test_query_of_a_descriptor(self):
        self.trips("RecentSeed", "RecentView()", lambda text: structure(text, "struct RecentView: View"))

    def test_the_app_and_its_preview(self):
        text = self.texts["000"]
        app = structure(text, "struct MyApp: App")
        preview = structure(text, "#Preview")
        self.build("AppSeed", TRIP + structure(text, "struct TripListView: View")
                   + "\nstruct ContentView: View { var body: some View { TripListView() } }\n" + preview + "\n@main " + app)

        text = self.texts["001"]
        self.build("MusicSeed", TRACK + structure(text, "struct TracksView: View")
                   + "\nstruct ContentView: View { var body: some View { TracksView() } }\n@main "
                   + structure(text, "struct MusicApp: App"))

    def tracks(self, name, head, index=0, **more):
        text = self.texts["001"]
        for _ in range(index):
            text = text[text.index(head) + 1:]
        self.drive(
            name, TRACK + structure(text, head) + TRACK_SCREEN.replace("VIEW", head.split()[1].rstrip(":") + "()")
            + APP.replace("MODELS", "Track.self, Album.self"), **more)

    def test_tracks(self):
        self.tracks("TracksSeed", "struct TracksView: View")

    def test_searchable_tracks(self):
        self.tracks("SearchableSeed", "struct SearchableTracksView: View", search=True)

    def test_the_declarations_of_queries(self):
        text = self.texts["001"]
        lines = re.findall(r"^@Query\(.*\]\s*$", text, re.M)
        assert len(lines) >= 5, lines
        views = "".join(
            f"struct Part{number}: View {{ {line}\n var body: some View {{ EmptyView() }} }}\n"
            for number, line in enumerate(lines))
        self.build("DeclaredSeed", TRACK.replace("var genre: String?", "var genre: String?\n  var releaseDate = Date()")
                   + views + "@main struct A: App { var body: some Scene { WindowGroup { Part0() } } }")

    def close(self):
        self.browser.close()


if __name__ == "__main__":
    live.main(Tests(*sys.argv[1:3]), sys.argv[3:])
