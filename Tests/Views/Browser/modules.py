# SPDX-License-Identifier: Apache-2.0
"""Builds programs of sources that are no part of the package, against its built modules."""
import glob
import os
import subprocess

# Under the names that apps import. See the article "Views in the browser".
ALIASES = ("Combine=CombineCompatibility", "UIKit=UIKitCompatibility", "OSLog=OSLogCompatibility", "os=OSCompatibility")

# For an app for the Mac, too: others take the module for a Mac, if it is there.
MAC_ALIAS = "AppKit=AppKitCompatibility"

IMPORTED = ("AVFoundation", "AVKit", "AppKitCompatibility", "AudioToolbox", "Charts", "CombineCompatibility",
            "CoreLocation", "LocalAuthentication", "MapKit", "OSCompatibility", "OSLogCompatibility", "PhotosUI",
            "StoreKit", "TipKit", "UIKitCompatibility", "UniformTypeIdentifiers", "UserNotifications", "WidgetKit")


class Modules:
    """The folder of the built modules, in which there is a program 'Trips': its objects are linked with others."""

    def __init__(self, objects):
        self.objects = os.path.realpath(objects)

    def tool(self, name):
        return f"{self.objects}/{name}"

    def _maps(self):
        checkouts = os.path.join(self.objects, "../../checkouts")
        maps = []
        for top in (self.objects, checkouts):
            for place, _, files in os.walk(top):
                if place[len(top):].count("/") > 5:
                    continue
                if "module.modulemap" in files and "-tool.build" not in place and "/Tests/" not in place:
                    if top == self.objects or place.endswith("/include") or place.endswith("GRDBSQLite"):
                        maps += ["-Xcc", f"-fmodule-map-file={place}/module.modulemap"]
        return maps

    def _plugin(self):
        plugin = os.environ.get("SWIFTDATA_MACRO_PLUGIN") or self.tool("SwiftDataMacros-tool")
        return ["-load-plugin-executable", plugin + "#SwiftDataMacros"]

    def _links(self, path):
        """A file of the objects to link, without those of the program they are taken from."""
        with open(f"{self.objects}/Trips.product/Objects.LinkFileList") as file:
            links = [line for line in file if "/Trips.build/" not in line]
        # What apps import and that program does not.
        for name in IMPORTED:
            if not any(f"/{name}.build/" in line for line in links):
                links += [f"'{each}'\n" for each in sorted(glob.glob(f"{self.objects}/{name}.build/**/*.o", recursive=True))]
        with open(path + ".txt", "w") as file:
            file.writelines(links)
        return ["@" + path + ".txt"]

    def build(self, name, sources, path, *more, mode="5", timeout=600):
        """Compiles and links a program; what the compiler says, and whether it is there."""
        done = subprocess.run(
            ["swiftc", "-swift-version", mode, "-parse-as-library", "-module-name", name, *sources, "-o", path,
             "-I", self.objects + "/Modules", "-L", self.objects, *self._links(path), *self._maps(), *self._plugin(), *more],
            capture_output=True, text=True, timeout=timeout)
        return done.returncode == 0, done.stderr

    @staticmethod
    def app_flags(is_mac=False):
        """What the sources of an Xcode project need beside others."""
        flags = []
        for alias in ALIASES + ((MAC_ALIAS,) if is_mac else ()):
            flags += ["-module-alias", alias]
        return flags + ["-Xfrontend", "-import-module", "-Xfrontend", "SwiftUI",
                        "-Xfrontend", "-disable-cross-import-overlays"]
