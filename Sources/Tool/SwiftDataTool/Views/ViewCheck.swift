// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftSyntax

/// What sources of an app made of views use that is missing here, or has no effect.
struct ViewCheck {
  /// One name, and where it is used.
  struct Finding {
    let name: String
    var places: [SourcePlace]
  }

  private(set) var fileCount = 0
  /// Uses of modifiers of views, whatever their names.
  private(set) var modifierCount = 0
  /// Of Apple's, which have no like here.
  private(set) var modules: [Finding] = []
  /// Types and modifiers that neither this package nor the sources declare.
  private(set) var missing: [Finding] = []
  private(set) var withoutEffect: [Finding] = []
  private(set) var inPart: [Finding] = []
  private(set) var placeholders: [Finding] = []

  var hasFindings: Bool { !modules.isEmpty || !missing.isEmpty }

  /// - Parameter paths: Files, or folders with files at any depth.
  init(_ paths: [String]) throws {
    let urls = try SourceFiles(paths).urls
    let trees = try urls.map { (file: SourcePlace.name(of: $0), tree: try SourceFiles.parse($0)) }
    let declared = DeclaredNames()
    for (_, tree) in trees { declared.walk(tree) }
    var (modules, missing, withoutEffect, inPart, placeholders) = (Uses(), Uses(), Uses(), Uses(), Uses())
    for (file, tree) in trees {
      let uses = ViewUses(tree, file: file, declared)
      for (name, place) in uses.imports where KnownViews.missingModules.contains(name) { modules.add(name, place) }
      for (name, place) in uses.modifiers where !declared.all.contains(name) {
        if KnownViews.withoutEffect.contains(name) {
          withoutEffect.add("." + name, place)
        } else if KnownViews.inPart.contains(name) {
          inPart.add("." + name, place)
        } else if !KnownViews.names.contains(name) {
          missing.add("." + name, place)
        }
      }
      for (name, place) in uses.types where !declared.all.contains(name) && !KnownViews.others.contains(name) {
        if KnownViews.placeholders.contains(name) {
          placeholders.add(name, place)
        } else if !KnownViews.names.contains(name) {
          missing.add(name, place)
        }
      }
      modifierCount += uses.modifiers.count
    }
    fileCount = trees.count
    (self.modules, self.missing) = (modules.findings, missing.findings)
    (self.withoutEffect, self.inPart) = (withoutEffect.findings, inPart.findings)
    self.placeholders = placeholders.findings
  }

  private struct Uses {
    private var places: [String: [SourcePlace]] = [:]

    mutating func add(_ name: String, _ place: SourcePlace) { places[name, default: []].append(place) }

    /// Those used most often first.
    var findings: [Finding] {
      places.map { Finding(name: $0.key, places: $0.value.sorted()) }
        .sorted { ($1.places.count, $0.name) < ($0.places.count, $1.name) }
    }
  }
}
