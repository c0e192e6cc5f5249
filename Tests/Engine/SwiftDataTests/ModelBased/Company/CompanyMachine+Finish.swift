// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension CompanyMachine {
  /// At the end: what others read beside the rows agrees with them.
  func finish() async throws {
    // A rollback reads everything again; whoever merely merges what others have written must see the same.
    for desk in desks { try process(desk) }
    for desk in desks { try rollback(desk) }
    for desk in desks { try checkInverses(desk.context, .memory, desk.name) }
    let context = ModelContext(containers[0])
    let view = try CompanyView(context)
    try store.awaitHistory()
    try checkHistory(context, view)
    try checkSearch(context)
    if let files {
      try checkFiles(context, files)
      let report = try await containers[0].integrityCheck()
      guard report.isSound else { throw CompanyFailure(.integrity, "\(report)") }
    }
    let reopened = try CompanyView(ModelContext(store.container()))
    let differences = reopened.differences(from: view)
    guard differences.isEmpty else { throw CompanyFailure(.reopening, differences.joined(separator: "\n  ")) }
  }

  /// Read at once, and piece by piece while it was written.
  private func checkHistory(_ context: ModelContext, _ view: CompanyView) throws {
    var reader = CompanyFollower()
    try reader.follow(context)
    try reader.compare(with: view)
    try follower.follow(context)
    try follower.compare(with: view)
  }

  private func checkSearch(_ context: ModelContext) throws {
    let projects = try context.fetch(FetchDescriptor<Company.Project>())
    for word in (0..<5).map({ "word\($0)" }) {
      let found = try context.search(.allWords(word), in: FetchDescriptor<Company.Project>()).map(\.model.label)
        .sorted()
      let expected = projects.filter { $0.notes.contains(word) }.map(\.label).sorted()
      if found != expected { throw CompanyFailure(.search, "\(word): \(found) instead of \(expected)") }
    }
  }

  /// Each large value has a file of its size. Files of former values may be there, too.
  private func checkFiles(_ context: ModelContext, _ files: URL) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? []
    var sizes: [Int: Int] = [:]
    for name in names {
      let path = files.appendingPathComponent(name).path
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      sizes[size ?? 0, default: 0] += 1
    }
    for project in try context.fetch(FetchDescriptor<Company.Project>()) {
      guard let size = project.document?.count, size > 140_000 else { continue }
      sizes[size, default: 0] -= 1
      if sizes[size, default: 0] < 0 { throw CompanyFailure(.files, "none for the \(size) bytes of \(project.label)") }
    }
  }

  var files: URL? { store.folder?.url.appendingPathComponent(".company_SUPPORT/_EXTERNAL_DATA") }
}
