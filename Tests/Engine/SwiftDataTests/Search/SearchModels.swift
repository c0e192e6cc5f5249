// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData

/// Models with searched attributes, and the same models as other versions of
/// the schema have them.
enum Searches {
  @Model final class Note {
    @Attribute(.unique) var number: Int
    @Attribute(.spotlight) var title: String
    @Attribute(.spotlight) var text: String?
    /// Marked, but no text.
    @Attribute(.spotlight) var weight: Double = 0
    var comment: String = "hidden"
    var folder: Folder?
    init(_ number: Int, _ title: String, _ text: String? = nil, weight: Double = 0) {
      self.number = number
      self.title = title
      self.text = text
      self.weight = weight
    }
  }

  @Model final class Folder {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []
    init(name: String) { self.name = name }
  }

  @Model class Media {
    @Attribute(.spotlight) var title: String
    init(title: String) { self.title = title }
  }
  @Model final class Book: Media {
    @Attribute(.spotlight) var blurb: String
    init(title: String, blurb: String) {
      self.blurb = blurb
      super.init(title: title)
    }
  }
  @Model final class Film: Media {
    var minutes: Int
    init(title: String, minutes: Int) {
      self.minutes = minutes
      super.init(title: title)
    }
  }

  /// The name would give its index's table that of a table of `Media`'s index
  /// if both were called after their tables alone.
  @Model final class Media_data {
    @Attribute(.spotlight) var title: String
    init(title: String) { self.title = title }
  }

  /// The model before anything was marked.
  enum Unmarked {
    @Model final class Article {
      var title: String
      var text: String
      init(title: String, text: String) {
        self.title = title
        self.text = text
      }
    }
  }
  enum MarkedTitle {
    @Model final class Article {
      @Attribute(.spotlight) var title: String
      var text: String
      init(title: String, text: String) {
        self.title = title
        self.text = text
      }
    }
  }
  enum MarkedBoth {
    @Model final class Article {
      @Attribute(.spotlight) var title: String
      @Attribute(.spotlight) var text: String
      init(title: String, text: String) {
        self.title = title
        self.text = text
      }
    }
  }
  /// A searched attribute was renamed, and another was added.
  enum Renamed {
    @Model final class Article {
      @Attribute(.spotlight, originalName: "title") var headline: String
      @Attribute(.spotlight) var text: String
      @Attribute(.spotlight) var summary: String = "summarised"
      init(headline: String, text: String) {
        self.headline = headline
        self.text = text
      }
    }
  }
}

/// What the sqlite3 command says about a file.
func sqlite3(_ file: URL, _ sql: String) throws -> (output: String, errors: String) {
  let result = try ChildProcess.run(URL(fileURLWithPath: "/usr/bin/sqlite3"), [file.path, sql])
  return (result.output.trimmingCharacters(in: .whitespacesAndNewlines), result.errors)
}

/// What FTS5 finds wrong between an index and its table; empty if nothing.
func searchIndexProblems(_ file: URL, table: String) throws -> String {
  let index = "OSD_SEARCH_\(table)_FTS"
  return try sqlite3(file, "INSERT INTO \(index) (\(index), rank) VALUES ('integrity-check', 1)")
    .errors
}
