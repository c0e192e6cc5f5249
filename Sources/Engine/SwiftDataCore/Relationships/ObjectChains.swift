// SPDX-License-Identifier: Apache-2.0

/// Keeps chains of objects short.
///
/// When the last reference to an object goes, Swift releases what it refers to before the call returns. In a list of
/// fifty thousand objects, each of which holds the next, that is fifty thousand calls within one another: more than a
/// stack has room for.
///
/// Every long chain leads through relationships that could close a circle: the others form no ring of entities
/// (`ObjectCircles`). Such a relationship of one object in 256 holds its keys only. It is found in the identity map
/// while anybody holds the object, and read again otherwise. Unsaved changes are held by the context, and by the
/// relationship until the save.
enum ObjectChains {
  /// The value, of 256, at which chains end.
  private static var end: UInt64 { 97 }

  /// Whether chains end at the object with this key.
  ///
  /// Neighbouring keys come evenly spread out of a multiplication by the golden ratio: of any 377 in a row, one ends a
  /// chain. ``end`` lets small stores have none.
  @inline(__always)
  static func end(at key: Int64) -> Bool {
    (UInt64(bitPattern: key) &* 0x9E37_79B9_7F4A_7C15) &>> 56 == end
  }
}
