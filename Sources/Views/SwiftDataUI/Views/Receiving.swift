// SPDX-License-Identifier: Apache-2.0

@_exported import CombineCompatibility
import Foundation

extension View {
  /// Does something with each value of a publisher. See Apple's documentation of `onReceive(_:perform:)`.
  ///
  /// A publisher that is handed on later replaces the first one if it has another source: another subject or object,
  /// another notification, another interval. One that is made anew of the same source does not.
  ///
  /// ```swift
  /// Text(now, style: .time)
  ///   .onReceive(Timer.publish(every: 60, on: .main, in: .common).autoconnect()) { now = $0 }
  /// ```
  public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
  where P.Failure == Never { ReceivingView(content: self, publisher: publisher, action: action) }
}

/// Follows a publisher as long as the content is shown.
///
/// A body often makes a publisher anew that has the same values as the one before: a timer, or what operators make of a
/// subject. To subscribe again would start the timer over, and hand on again what a subject holds. So the first one
/// stays until another one certainly has other values: those of another object, another notification, another interval.
struct ReceivingView<Content: View, P: Publisher>: WrappingView where P.Failure == Never {
  let content: Content
  let publisher: P
  let action: (P.Output) -> Void

  @MainActor final class Memory {
    var publisher: P
    var action: ((P.Output) -> Void)?
    var subscription: AnyCancellable?
    var isActive = true
    var isDue = true

    init(_ publisher: P) { self.publisher = publisher }
  }

  func update(_ node: Node) {
    let isNew = node.remembered(Memory.self) == nil
    let memory = node.remember { Memory(publisher) }
    memory.action = action
    node.child(0, content)
    if isNew {
      node.atEnd {
        memory.isActive = false
        memory.subscription?.cancel()
      }
    } else {
      guard PublisherSource.differs(memory.publisher, publisher) else { return }
      memory.publisher = publisher
      memory.isDue = true
    }
    // Some hand on a value at once, which may change what is being evaluated.
    node.graph.afterEvaluation { [weak graph = node.graph] in
      guard memory.isActive, memory.isDue else { return }
      memory.isDue = false
      memory.subscription?.cancel()
      memory.subscription = memory.publisher.sink { [weak memory, weak graph] value in
        let box = Unchecked(value: value)
        // Another page may have sent it: what is done with it is this page's all the same.
        if MainTurn.isHere {
          MainActor.assumeIsolated { graph?.asPage { memory?.action?(box.value) } }
        } else {
          Task { @MainActor in graph?.asPage { memory?.action?(box.value) } }
        }
      }
    }
  }
}
