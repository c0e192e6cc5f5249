// SPDX-License-Identifier: Apache-2.0

/// What a node shows: made of what its children show, from the bottom up.
extension Node {
  /// Valid unless ``needsOutput``.
  var output: Output {
    get {
      let preferences = extra?.preferences ?? PreferenceValues()
      switch shown {
      case .nothing: return Output([], preferences)
      case .one(let element): return Output(element, preferences)
      case .several(let elements): return Output(elements, preferences)
      }
    }
    set {
      let elements = newValue.elements
      shown = elements.isEmpty ? .nothing : elements.count == 1 ? .one(elements[0]) : .several(elements)
      if !newValue.preferences.isEmpty {
        ensuredExtra.preferences = newValue.preferences
      } else if let extra {
        extra.preferences = newValue.preferences
      }
    }
  }

  /// Without an array for one element.
  func addOutput(to all: inout Output) {
    switch shown {
    case .nothing: break
    case .one(let element): all.elements.append(element)
    case .several(let elements): all.elements += elements
    }
    if let extra { all.preferences.merge(extra.preferences) }
  }

  /// Makes this node, and all above it, ask their children again.
  func markOutput() {
    var node: Node? = self
    // All the way: one above may have been marked while it was assembled, and those above that one not.
    while let current = node {
      current.needsOutput = true
      node = current.parent
    }
  }

  /// The nodes below that show nothing but an element show what this node has made of it: so what nobody sees is not
  /// kept. As soon as one of them shows something else, it has to be made again.
  func replaceBelow(_ old: Rendered, by new: Rendered) {
    var node = self
    while case .one(let child) = node.kept, case .one(let element) = child.shown, element === old {
      child.shown = .one(new)
      node = child
    }
  }

  /// Makes all nodes below that may show an element of this node ask again.
  func markOutputBelow() {
    guard case .one(let child) = kept else { return }
    child.markOutputBelow()
    child.markOutput()
  }

  func assembleIfNeeded() {
    guard needsOutput else { return }
    if case .resting = kept { evaluateNow() }
    forEachChild { $0.assembleIfNeeded() }
    if let extra {
      extra.inAssembly?.end()
      extra.inAssembly = nil
    }
    isAssembling = true
    output = makeOutput()
    isAssembling = false
    needsOutput = false
  }
}
