# SPDX-License-Identifier: Apache-2.0
"""Public apps, unmodified, in a browser: python3 apps.py LIST CHECKOUTS OBJECTS [app …]

Takes the sources of each app in the list from a clone of its repository, compiles them against the built modules, and
uses the app: adds, edits, searches, restarts and deletes. What an app has no means for is said, and counts as no failure.
Nothing of the apps is part of this project. OBJECTS is the folder of the built modules, with a program 'Trips'.

Variables: SCREENSHOTS, a folder for pictures of each app and the reports; KEEP, a folder for the programs.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

import chromium
import host
import modules
from robot import Absent, Robot

# What of a folder is no source of an app, and what is no resource that it may read.
NO_APP = re.compile(r"(^|/)([^/]*Tests|[^/]*UITests|Pods|Carthage|\.build|[^/]*Widget[^/]*Extension)/")
RESOURCES = re.compile(r"\.(json|txt|csv|md|plist|strings|xcstrings|png|jpe?g|gif|webp|html|store|sqlite)$")


class App:
    """A line of the list: OWNER/NAME COMMIT FOLDER[,FOLDER…] MODULE [hint=text …]"""

    def __init__(self, line):
        self.repository, self.commit, folders, self.name, *hints = shlex.split(line, comments=True)
        self.folders = [folder.rstrip("/") for folder in folders.split(",")]
        self.hints = dict(hint.split("=", 1) for hint in hints)

    def clone(self, checkouts):
        """The clone of the repository: a checkout, or its git folder alone."""
        place = os.path.join(checkouts, self.repository.replace("/", "+"))
        for path in (place, place + "/repo"):
            if os.path.isdir(path) and subprocess.run(
                    ["git", "-C", path, "cat-file", "-e", self.commit + "^{commit}"], capture_output=True).returncode == 0:
                return path
        return None


class Trial:
    def __init__(self, app, clone, built, folder):
        self.app, self.clone, self.built, self.folder = app, clone, built, folder
        self.sources, self.resources, self.mode, self.flags = [], f"{folder}/Apps_{app.name}.resources", "5", []
        self.program = f"{folder}/{app.name}"

    def git(self, *arguments, text=True):
        return subprocess.run(["git", "-C", self.clone, *arguments], capture_output=True, check=True, text=text).stdout

    def take(self):
        """Writes the app's files at its commit, as they are."""
        files = [file for file in self.git("ls-tree", "-r", "-z", "--name-only", self.app.commit).split("\0") if file]
        os.makedirs(self.resources)
        for file in files:
            folder = next((each for each in self.app.folders if each == "." or file.startswith(each + "/")), None)
            if folder is None or NO_APP.search(file):
                continue
            below = file if folder == "." else file[len(folder) + 1:]
            catalog = re.search(r"([^/]+\.xcassets)/", file)
            if file.endswith(".swift"):
                target = f"{self.folder}/sources/{os.path.basename(folder)}/{below}"
                self.sources.append(target)
            elif catalog:
                # The tool that declares assets looks among the sources, and the host beside the program.
                target = f"{self.folder}/sources/{os.path.basename(folder)}/{below}"
                self.write(f"{self.resources}/{file[catalog.start(1):]}", file)
            elif RESOURCES.search(file):
                target = f"{self.resources}/{os.path.basename(file)}"
            else:
                continue
            self.write(target, file)
        self.settings([file for file in files if file.endswith("project.pbxproj")])

    def write(self, target, file):
        try:
            data = self.git("cat-file", "blob", f"{self.app.commit}:{file}", text=False)
        except subprocess.CalledProcessError:
            # Clones may lack large files, such as pictures.
            if file.endswith(".swift"):
                raise
            return
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(data)

    def settings(self, projects):
        """The language mode and the isolation of the project that is nearest to the app's folder."""
        def near(project):
            return len(os.path.commonprefix([project, self.app.folders[0] + "/"]))

        text = self.git("cat-file", "blob", f"{self.app.commit}:{max(projects, key=near)}") if projects else ""
        if re.search(r"SWIFT_VERSION = 6", text):
            self.mode = "6"
        if re.search(r"SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor", text):
            self.flags += ["-default-isolation", "MainActor"]
        if re.search(r"SWIFT_APPROACHABLE_CONCURRENCY = YES", text):
            for feature in ("InferIsolatedConformances", "NonisolatedNonsendingByDefault", "GlobalActorIsolatedTypesUsability",
                            "InferSendableFromCaptures", "DisableOutwardActorInference"):
                self.flags += ["-enable-upcoming-feature", feature]
        self.flags += ["-D", "DEBUG"]

    def build(self):
        assets = f"{self.folder}/sources/GeneratedAssetSymbols.swift"
        subprocess.run([self.built.tool("AssetSymbolsTool"), f"{self.folder}/sources", assets, self.app.name,
                        os.path.basename(self.resources)], check=True, capture_output=True)
        self.sources.append(assets)
        flags = self.built.app_flags(is_mac=self.app.hints.get("mac") == "yes") + self.flags
        made, said = self.built.build(self.app.name, self.sources, self.program, *flags, mode=self.mode)
        errors = list(dict.fromkeys(line.replace(self.folder + "/sources/", "") for line in said.splitlines() if " error: " in line))
        return made, errors or said.splitlines()[-10:]

    # The program.

    def start(self):
        environment = {"HOME": self.folder + "/home", "XDG_DATA_HOME": self.folder + "/home/data", "TZ": "UTC"}
        for path in environment.values():
            if path.startswith("/"):
                os.makedirs(path, exist_ok=True)
        self.log = open(f"{self.folder}/log", "ab")
        return host.Host(self.program, environment=environment, errors=self.log)

    def notes(self):
        """What the program has said that it cannot do."""
        with open(f"{self.folder}/log", errors="replace") as file:
            return list(dict.fromkeys(line[9:].strip() for line in file if line.startswith("SwiftUI: ")))


class Report:
    def __init__(self):
        self.steps, self.notes, self.errors = [], [], []

    def failed(self):
        return [step for step, outcome in self.steps if outcome not in ("done",) and not outcome.startswith("none")]

    def line(self):
        return ", ".join(step if outcome == "done" else f"{step}: {outcome}" for step, outcome in self.steps)


def drive(trial, browser, pictures):
    """From the first screen over adding, editing, searching, a restart and deleting to another restart."""
    report = Report()
    app = trial.start()
    page = browser.page(app.address, context=browser.context())
    robot = Robot(page, trial.app.hints)
    name = trial.app.hints.get("name", "Robot one")

    def shoot(step):
        if pictures:
            page.screenshot(f"{pictures}/{trial.app.name}-{len(report.steps)}-{step}.png")

    def attempt(step, action):
        try:
            value = action()
            report.steps.append((step, "done"))
        except Absent as absent:
            value = None
            report.steps.append((step, f"none ({absent})"))
        except (AssertionError, OSError, KeyError, TypeError) as error:
            value = None
            report.steps.append((step, "FAILED, " + (str(error).splitlines() or ["?"])[0][:400]))
            if os.environ.get("VERBOSE"):
                traceback.print_exc()
        try:
            shoot(step)
        except AssertionError:
            pass
        if app.process.poll() is not None:
            raise AssertionError(f"the program has ended with {app.process.returncode} at '{step}'")
        return value

    def restart():
        app.restart()
        page.wait("document.documentElement.dataset.live !== 'online' || !document.body", "the connection is lost")
        page.wait("document.documentElement.dataset.live === 'online'", "the page is connected again")
        robot.first()

    def kept(name, is_there):
        restart()
        if trial.app.hints.get("saves") == "never":
            raise Absent("the app saves nothing")
        page.wait(f"{'' if is_there else '!'}document.body.innerText.includes({json.dumps(name)})",
                  f"'{name}' is {'there' if is_there else 'gone'} after a restart", timeout=15)

    try:
        attempt("open", lambda: (robot.rest(), robot.ask("state()")))
        added = attempt("add", lambda: robot.add(name))
        if added:
            edited = attempt("edit", lambda: robot.edit(added, " more")) or added
            attempt("search", lambda: robot.search(edited))
            attempt("restart", lambda: kept(edited, True))
            if trial.app.hints.get("saves") != "never" and attempt("delete", lambda: robot.delete(edited) or True):
                attempt("restart again", lambda: kept(edited, False))
        else:
            attempt("restart", restart)
        complaints = [text for text in page.complaints() if "Failed to load resource" not in text]
        if complaints:
            report.steps.append(("console", "FAILED, " + str(complaints)[:400]))
        page.close()
        code = app.stop()
        if code:
            report.steps.append(("end", f"FAILED, the program ended with {code}"))
    except AssertionError as error:
        report.steps.append(("run", "FAILED, " + str(error).splitlines()[0][:400]))
        if app.process.poll() is None:
            app.process.kill()
    report.notes = trial.notes()
    return report


def main(listed, checkouts, objects, chosen):
    with open(listed) as file:
        apps = [App(line) for line in file if line.strip() and not line.startswith("#")]
    built = modules.Modules(objects)
    pictures = os.environ.get("SCREENSHOTS")
    browser = chromium.Browser()
    driven, failed, skipped = [], [], []
    try:
        for app in apps:
            if chosen and not any(part in app.repository + " " + app.name for part in chosen):
                continue
            clone = app.clone(checkouts)
            if not clone:
                skipped.append(app.name)
                print(f"SKIPPED {app.name}: {checkouts} has no clone of {app.repository} with {app.commit}", flush=True)
                continue
            folder = tempfile.mkdtemp(prefix=f"app-{app.name}-", dir=os.environ.get("KEEP"))
            trial, started = Trial(app, clone, built, folder), time.monotonic()
            try:
                trial.take()
                made, said = trial.build()
                took = time.monotonic() - started
                if not made:
                    failed.append(app.name)
                    print(f"FAILED {app.name}: does not compile, {len(said)} errors\n   " + "\n   ".join(said[:12]), flush=True)
                    continue
                report = drive(trial, browser, pictures)
                (failed if report.failed() else driven).append(app.name)
                print(f"{'FAILED' if report.failed() else 'driven'} {app.name} ({len(trial.sources)} files, built in {took:.0f} s): {report.line()}")
                for note in report.notes:
                    print(f"   {note}")
                sys.stdout.flush()
            except Exception as error:
                failed.append(app.name)
                print(f"FAILED {app.name}: {error}", flush=True)
                traceback.print_exc()
            finally:
                if not os.environ.get("KEEP"):
                    shutil.rmtree(folder, ignore_errors=True)
    finally:
        browser.close()
    print(f"{len(driven)} apps driven, {len(failed)} failed, {len(skipped)} skipped" + (f": {', '.join(failed)}" if failed else ""))
    return 1 if failed or not driven else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4], sys.argv[4:]))
