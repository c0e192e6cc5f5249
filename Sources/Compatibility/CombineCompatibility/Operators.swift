// SPDX-License-Identifier: Apache-2.0

import FoundationCompatibility

extension Publisher {
  /// Values go through `body`, which may hand on some, several or none.
  func passing<T>(_ body: @escaping (Output, (T) -> Void) -> Void) -> AnyPublisher<T, Failure> {
    AnyPublisher(of: self) { value, completion in self.subscribe({ body($0, value) }, completion) }
  }

  /// Transforms each value.
  public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
    passing { value, next in next(transform(value)) }
  }
  /// The property of each value at a key path.
  public func map<T>(_ keyPath: KeyPath<Output, T>) -> AnyPublisher<T, Failure> { map { $0[keyPath: keyPath] } }
  /// Transforms each value, and leaves out those that become `nil`.
  public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> {
    passing { value, next in if let value = transform(value) { next(value) } }
  }
  /// Leaves out the values for which the closure returns `false`.
  public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    passing { value, next in if isIncluded(value) { next(value) } }
  }
  /// Replaces `nil` by a value.
  public func replaceNil<T>(with output: T) -> AnyPublisher<T, Failure> where Output == T? { map { $0 ?? output } }

  /// Transforms each value; an error that is thrown ends the publisher.
  public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
    AnyPublisher(of: self) { value, completion in
      let held = Subscriptions()
      held.add(
        self.subscribe {
          do { value(try transform($0)) } catch {
            held.all.cancel()
            completion(.failure(error))
          }
        } _: {
          completion($0.mapError { $0 })
        })
      return held.all
    }
  }

  /// The values of the publishers that are made of the values, as they come. All of them stay subscribed: there is no
  /// limit on their number here.
  public func flatMap<P: Publisher>(_ transform: @escaping (Output) -> P) -> AnyPublisher<P.Output, Failure>
  where P.Failure == Failure {
    AnyPublisher(of: self) { value, completion in
      let held = Subscriptions()
      // How many publishers are still to end: the inner ones and this one.
      let open = Locked(1)
      let end: (Subscribers.Completion<Failure>) -> Void = { result in
        let isLast = open.with {
          $0 -= 1
          return $0 == 0
        }
        if case .failure = result { completion(result) } else if isLast { completion(.finished) }
      }
      held.add(
        self.subscribe { outer in
          open.with { $0 += 1 }
          held.add(transform(outer).subscribe(value, end))
        } _: {
          end($0)
        })
      return held.all
    }
  }

  /// Leaves out values that equal the one before, as the closure says.
  public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> AnyPublisher<Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      let last = Locked<Output?>(nil)
      return self.subscribe { new in
        let isSame = last.with { last in
          defer { last = new }
          return last.map { predicate($0, new) } ?? false
        }
        if !isSame { value(new) }
      } _: {
        completion($0)
      }
    }
  }

  /// Hands on the result so far with each value.
  public func scan<T>(_ initial: T, _ next: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
    AnyPublisher(of: self) { value, completion in
      let result = Locked(initial)
      return self.subscribe { new in
        value(
          result.with {
            $0 = next($0, new)
            return $0
          })
      } _: {
        completion($0)
      }
    }
  }

  /// Hands on one result at the end; none after an error.
  public func reduce<T>(_ initial: T, _ next: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
    AnyPublisher(of: self) { value, completion in
      let result = Locked(initial)
      return self.subscribe { new in
        result.with { $0 = next($0, new) }
      } _: { end in
        if case .finished = end { value(result.with { $0 }) }
        completion(end)
      }
    }
  }

  /// Hands on all values as one array at the end; none after an error.
  public func collect() -> AnyPublisher<[Output], Failure> { reduce([]) { $0 + [$1] } }

  /// Leaves out the first values.
  public func dropFirst(_ count: Int = 1) -> AnyPublisher<Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      let left = Locked(count)
      return self.subscribe { new in
        let isDropped = left.with { left in
          defer { if left > 0 { left -= 1 } }
          return left > 0
        }
        if !isDropped { value(new) }
      } _: {
        completion($0)
      }
    }
  }

  /// Hands on the first values, and ends.
  public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      let held = Subscriptions()
      let left = Locked(maxLength)
      held.add(
        self.subscribe { new in
          let position = left.with { left in
            left -= 1
            return left
          }
          if position >= 0 { value(new) }
          if position == 0 {
            held.all.cancel()
            completion(.finished)
          }
        } _: { end in
          if left.with({ $0 }) > 0 { completion(end) }
        })
      return held.all
    }
  }

  /// Hands on the first value, and ends.
  public func first() -> AnyPublisher<Output, Failure> { prefix(1) }
  /// Hands on the first value for which the closure returns `true`, and ends.
  public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
    filter(predicate).first()
  }

  /// Hands on some values before those of the publisher.
  public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      elements.forEach(value)
      return self.subscribe(value, completion)
    }
  }

  /// Calls closures beside what subscribers do. There are none for subscriptions and requests, which do not exist here.
  public func handleEvents(
    receiveOutput: ((Output) -> Void)? = nil, receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil
  ) -> AnyPublisher<Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      let subscription = self.subscribe {
        receiveOutput?($0)
        value($0)
      } _: {
        receiveCompletion?($0)
        completion($0)
      }
      return AnyCancellable {
        subscription.cancel()
        receiveCancel?()
      }
    }
  }

  /// Prints values and the end; not subscriptions and requests, as Apple's does.
  public func print(_ prefix: String = "") -> AnyPublisher<Output, Failure> {
    let start = prefix.isEmpty ? "" : prefix + ": "
    return handleEvents {
      Swift.print("\(start)receive value: (\($0))")
    } receiveCompletion: {
      Swift.print("\(start)receive completion: (\($0))")
    }
  }

  /// Shares one subscription: all subscribers get its values.
  public func share() -> AnyPublisher<Output, Failure> {
    let subject = PassthroughSubject<Output, Failure>()
    let source = Locked<(count: Int, subscription: AnyCancellable?)>((0, nil))
    return AnyPublisher(of: self) { value, completion in
      let follower = subject.subscribe(value, completion)
      let isFirst = source.with { source in
        source.count += 1
        return source.count == 1
      }
      if isFirst {
        let subscription = self.subscribe(subject)
        source.with { $0.subscription = subscription }
      }
      return AnyCancellable {
        follower.cancel()
        let last = source.with { source -> AnyCancellable? in
          source.count -= 1
          guard source.count == 0 else { return nil }
          defer { source.subscription = nil }
          return source.subscription
        }
        last?.cancel()
      }
    }
  }
}

extension Publisher where Output: Equatable {
  /// Leaves out values that equal the one before.
  public func removeDuplicates() -> AnyPublisher<Output, Failure> { removeDuplicates(by: ==) }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// The values of the newest publisher only.
  public func switchToLatest() -> AnyPublisher<Output.Output, Failure> {
    AnyPublisher(of: self) { value, completion in
      let outer = Subscriptions()
      let inner = Subscriptions()
      outer.add(inner.all)
      outer.add(
        self.subscribe { publisher in
          inner.replace(
            publisher.subscribe(value) { end in
              if case .failure = end { completion(end) }
            })
        } _: {
          completion($0)
        })
      return outer.all
    }
  }
}

extension Subscribers.Completion {
  func mapError<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }
}
