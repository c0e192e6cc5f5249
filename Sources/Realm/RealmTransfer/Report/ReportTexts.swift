// SPDX-License-Identifier: Apache-2.0

/// A report as Markdown.
struct MarkdownReport {
  let text: String

  init(_ document: ReportDocument) {
    var text = "# \(document.title)\n"
    for part in document.parts {
      switch part {
      case .paragraph(let paragraph): text += "\n\(Self.plain(paragraph))\n"
      case .table(let title, let columns, let rows):
        text += "\n## \(Self.plain(title))\n\n"
        text += "| \(columns.joined(separator: " | ")) |\n"
        text += "|\(columns.map { _ in "---|" }.joined())\n"
        for row in rows { text += "| \(row.map(Self.cell).joined(separator: " | ")) |\n" }
      }
    }
    self.text = text
  }

  /// What comes from files is no markup, and stays on its line.
  private static func plain(_ text: String) -> String {
    var result = ""
    for character in text {
      if "\\`*_{}[]<>#|".contains(character) { result += "\\" }
      result.append(character.isNewline ? " " : character)
    }
    return result
  }

  private static func cell(_ text: String) -> String { plain(text) }
}

/// A report as HTML.
struct HTMLReport {
  let text: String

  init(_ document: ReportDocument) {
    var body = "<h1>\(Self.escaped(document.title))</h1>\n"
    for part in document.parts {
      switch part {
      case .paragraph(let paragraph): body += "<p>\(Self.escaped(paragraph))</p>\n"
      case .table(let title, let columns, let rows):
        body += "<h2>\(Self.escaped(title))</h2>\n<table>\n<tr>"
        body += columns.map { "<th>\(Self.escaped($0))</th>" }.joined() + "</tr>\n"
        for row in rows {
          body += "<tr>" + row.map { "<td>\(Self.escaped($0))</td>" }.joined() + "</tr>\n"
        }
        body += "</table>\n"
      }
    }
    text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>\(Self.escaped(document.title))</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
      table { border-collapse: collapse; } td, th { border: 1px solid #8884; padding: .2rem .6rem; text-align: left; }
      </style></head><body>
      \(body)</body></html>

      """
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
