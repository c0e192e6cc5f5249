// SPDX-License-Identifier: Apache-2.0

/// The steps of a key path, as it prints them: `\Trip.<computed 0x… (Optional<Person>)>!.address.city`.
///
/// A key path does not tell its parts. What it prints names the stored properties of structs, and says where an
/// optional is unwrapped; properties of models are computed for it.
struct KeyPathSteps {
  struct Step {
    /// Of a stored property.
    var name: String?
    /// Whether `!` comes after it.
    var isForced = false
  }

  private(set) var steps: [Step] = []

  init(_ keyPath: AnyKeyPath) {
    var depth = 0
    var word = ""
    var isComputed = false
    var isForced = false
    var last: Character?
    func step() -> Step { Step(name: isComputed || word.isEmpty ? nil : word, isForced: isForced) }
    for character in keyPath.debugDescription {
      defer { last = character }
      switch character {
      case "<", "(", "[":
        depth += 1
        isComputed = true
      // The arrow of a function's type closes nothing.
      case ">" where last == "-": break
      case ">", ")", "]": depth -= 1
      case _ where depth > 0: break
      case ".":
        steps.append(step())
        (word, isComputed, isForced) = ("", false, false)
      case "!": isForced = true
      case "?": break
      default: word.append(character)
      }
    }
    steps.append(step())
    // The type that it begins at.
    steps.removeFirst()
  }
}
