// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSourceConverter

/// The converted text of one file.
func converted(_ text: String, file: String = "Models.swift") -> String {
  let conversion = RealmSourceConverter([RealmSource(path: file, text: text)]).convert()
  return conversion.files.first { $0.path == file }?.text ?? ""
}

/// What one file becomes, and the file that it needs beside it.
func convertedFiles(_ text: String) -> [ConvertedSource] {
  RealmSourceConverter([RealmSource(path: "Models.swift", text: text)]).convert().files
}

/// The lines of a text, without spaces at their ends.
func lines(_ text: String) -> [String] {
  text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
}
