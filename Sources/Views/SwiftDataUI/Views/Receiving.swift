// SPDX-License-Identifier: Apache-2.0

@_exported import CombineCompatibility
import Foundation

extension View {
  /// Does something with each value of a publisher. See Apple's documentation of `onReceive(_:perform:)`.
  ///
  /// ```swift
  /// Text(now, style: .time)
  ///   .onReceive(Timer.publish(every: 60, on: .main, in: .common).autoconnect()) { now = $0 }
  /// ```
  public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
  where P.Failure == Never { ReceivingView(content: self, publisher: publisher, action: action) }
}

/// Follows a publisher as long as the content is shown: the first one that it was given.
struct ReceivingView<Content: View, P: Publisher>: WrappingView where P.Failure == Never {
  let content: Content
  let publisher: P
  let action: (P.Output) -> Void

  @MainActor final class Memory {
    var action: ((P.Output) -> Void)?
    var subscription: AnyCancellable?
    var isActive = true
  }

  func update(_ node: Node) {
    let memory = node.remember { Memory() }
    memory.action = action
    node.child(0, content)
    guard memory.subscription == nil else { return }
    let publisher = publisher
    let graph = node.graph
    // Some hand on a value at once, which may change what is being evaluated.
    graph.afterEvaluation { [weak graph] in
      guard memory.isActive, memory.subscription == nil else { return }
      memory.subscription = publisher.sink { [weak memory, weak graph] value in
        let box = Unchecked(value: value)
        // Another page may have sent it: what is done with it is this page's all the same.
        if MainTurn.isHere {
          MainActor.assumeIsolated { graph?.asPage { memory?.action?(box.value) } }
        } else {
          Task { @MainActor in graph?.asPage { memory?.action?(box.value) } }
        }
      }
    }
    node.atEnd {
      memory.isActive = false
      memory.subscription?.cancel()
    }
  }
}
