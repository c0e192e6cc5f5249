// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility

/// A publisher that can tell where its values come from.
///
/// A publisher that is made anew, as in the body of a view, is mostly another object or another closure with the same
/// values. Two whose sources differ certainly have other values.
package protocol SourcedPublisher {
  /// What two publishers with the same values have in common; nil if that is not known.
  var source: AnyHashable? { get }
}

package enum PublisherSource {
  /// What publishers have as their source together; nil if one of them does not know.
  package static func of<each P: Publisher>(_ publishers: repeat each P) -> AnyHashable? {
    var sources: [AnyHashable] = []
    for publisher in repeat each publishers {
      guard let source = (publisher as? any SourcedPublisher)?.source else { return nil }
      sources.append(source)
    }
    return sources.count == 1 ? sources[0] : AnyHashable(sources)
  }

  /// Whether two publishers certainly have other values, with the same operators: closures cannot be compared.
  package static func differs<P: Publisher>(_ first: P, _ second: P) -> Bool {
    guard let first = of(first), let second = of(second) else { return false }
    return first != second
  }
}

extension AnyPublisher: SourcedPublisher {}

extension PassthroughSubject: SourcedPublisher {
  package var source: AnyHashable? { AnyHashable(ObjectIdentifier(self)) }
}

extension CurrentValueSubject: SourcedPublisher {
  package var source: AnyHashable? { AnyHashable(ObjectIdentifier(self)) }
}

extension Just: SourcedPublisher {
  package var source: AnyHashable? { (output as? any Hashable).map { AnyHashable($0) } }
}

extension NotificationCenter.Publisher: SourcedPublisher {
  package var source: AnyHashable? {
    AnyHashable([
      AnyHashable(ObjectIdentifier(center)), AnyHashable(name), AnyHashable(object.map { ObjectIdentifier($0) }),
    ])
  }
}

extension Timer.TimerPublisher: SourcedPublisher {
  /// Timers with the same interval tick alike, whenever they were started.
  package var source: AnyHashable? { AnyHashable(interval) }
}

extension Publishers.Autoconnect: SourcedPublisher {
  package var source: AnyHashable? { PublisherSource.of(upstream) }
}

extension Publishers.MergeMany: SourcedPublisher {
  package var source: AnyHashable? {
    let sources = publishers.compactMap { PublisherSource.of($0) }
    return sources.count == publishers.count ? AnyHashable(sources) : nil
  }
}

#if !canImport(Darwin)
  extension Published.Publisher: SourcedPublisher {
    package var source: AnyHashable? { AnyHashable(property) }
  }

  extension ObservableObjectPublisher: SourcedPublisher {
    package var source: AnyHashable? { AnyHashable(ObjectIdentifier(self)) }
  }
#endif
