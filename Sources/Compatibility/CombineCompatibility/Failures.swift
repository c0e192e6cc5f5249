// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Publisher {
  /// Replaces an error by another one.
  public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> AnyPublisher<Output, E> {
    AnyPublisher(of: self) { value, completion in self.subscribe(value) { completion($0.mapError(transform)) } }
  }

  /// Goes on with another publisher after an error.
  public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> AnyPublisher<Output, P.Failure>
  where P.Output == Output {
    AnyPublisher(of: self) { value, completion in
      let held = Subscriptions()
      held.add(
        self.subscribe(value) { end in
          switch end {
          case .finished: completion(.finished)
          case .failure(let error): held.add(handler(error).subscribe(value, completion))
          }
        })
      return held.all
    }
  }

  /// Ends with a value in place of an error.
  public func replaceError(with output: Output) -> AnyPublisher<Output, Never> { self.catch { _ in Just(output) } }

  /// Subscribes again after an error, `retries` times.
  public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
    guard retries > 0 else { return eraseToAnyPublisher() }
    return self.catch { _ in self.retry(retries - 1) }
  }

  /// Decodes values from JSON. Only `JSONDecoder` is taken here; an error ends the publisher.
  public func decode<T: Decodable>(type: T.Type, decoder: JSONDecoder) -> AnyPublisher<T, any Error>
  where Output == Data { tryMap { try decoder.decode(type, from: $0) } }
}

extension Publisher where Failure == Never {
  /// Changes the declared failure type; the publisher still never fails.
  public func setFailureType<E: Error>(to failureType: E.Type) -> AnyPublisher<Output, E> {
    AnyPublisher(of: self) { value, completion in
      self.subscribe(value) { _ in completion(.finished) }
    }
  }
}
