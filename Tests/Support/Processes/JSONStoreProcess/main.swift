// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData

// Saves again and again, and says so each time, until somebody kills it.

@Model final class Line {
  var number: Int
  var text: String
  init(_ number: Int) {
    self.number = number
    text = String(repeating: "\(number) ", count: 200)
  }
}

let file = URL(fileURLWithPath: CommandLine.arguments[1])
let container = try ModelContainer(for: Line.self, configurations: JSONStoreConfiguration(file: file))
let context = ModelContext(container)
var lines = try context.fetch(FetchDescriptor<Line>())
var number = lines.map(\.number).max() ?? 0
while true {
  number += 1
  // Every model changes in each save: half a save would show.
  for line in lines { line.number = number }
  if lines.count < 20 {
    let line = Line(number)
    context.insert(line)
    lines.append(line)
  }
  try context.save()
  FileHandle.standardOutput.write(Data("\(number)\n".utf8))
}
