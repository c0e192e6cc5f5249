// SPDX-License-Identifier: Apache-2.0

extension ModelConfiguration {
  /// The failures that a save survives once it has returned.
  ///
  /// No save is lost when the program crashes or is killed, and no failure damages a store or leaves half of a save.
  /// The cases differ in the fate of the latest saves when the *computer* stops.
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
