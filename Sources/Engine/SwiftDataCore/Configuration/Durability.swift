// SPDX-License-Identifier: Apache-2.0

extension ModelConfiguration {
  /// What a save survives once it has returned.
  ///
  /// Neither a program that crashes nor one that is killed loses a save, and no failure damages a store or leaves half of
  /// a save: what differs is what becomes of the latest saves when the *computer* stops.
  public enum Durability: String, Hashable, Sendable, CaseIterable {
    /// A save survives the end of the program, however it ends. If the power fails or the system crashes, the saves of
    /// the last moments may be missing: the store is as it was a little earlier. SQLite calls this
    /// `synchronous=NORMAL`.
    case process
    /// A save also survives a power failure: it waits until the disk has the data, which takes milliseconds where it
    /// would take microseconds. SQLite calls this `synchronous=FULL`.
    case disk
  }
}
