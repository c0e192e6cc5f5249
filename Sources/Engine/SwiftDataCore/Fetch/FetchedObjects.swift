// SPDX-License-Identifier: Apache-2.0

/// The objects of a fetch while its rows are read, as addresses.
///
/// Appending to an array of a generic parameter takes as long as making a small object: each time, code that serves all
/// types asks what an element is.
struct FetchedObjects: ~Copyable {
  private var addresses: [UnsafeMutableRawPointer] = []

  @inline(__always)
  mutating func append(_ object: any PersistentModel) {
    addresses.append(Unmanaged.passRetained(object as AnyObject).toOpaque())
  }

  /// - Parameter type: The class of all of them, or a superclass.
  consuming func array<T: PersistentModel>(of type: T.Type) -> [T] {
    let addresses = take()
    // The standard library writes the count of every array that it makes this way, also of the empty one, which all
    // threads share.
    if addresses.isEmpty { return [] }
    return [T](unsafeUninitializedCapacity: addresses.count) { buffer, count in
      // A reference is an address, whatever the class; the array takes over what was retained.
      addresses.withUnsafeBytes { UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0) }
      count = addresses.count
    }
  }

  private mutating func take() -> [UnsafeMutableRawPointer] {
    defer { addresses = [] }
    return addresses
  }

  deinit {
    for address in addresses { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }
}
