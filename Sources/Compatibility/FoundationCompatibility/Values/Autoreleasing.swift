// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  /// Runs `body`. There are no autoreleased objects here; importers and migrations that bound their
  /// memory with a pool compile unchanged.
  @inlinable
  public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body()
  }
#endif
