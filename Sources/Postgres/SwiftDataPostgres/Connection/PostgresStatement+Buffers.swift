// SPDX-License-Identifier: Apache-2.0

#if Postgres
  extension PostgresStatement {
    /// Calls `body` with the values, their lengths and their forms, as libpq takes them.
    func withBuffers<R>(
      _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> R
    ) -> R {
      if parameters.isEmpty { return body(nil, nil, nil) }
      // All values behind one another, each with a zero after it: text is taken as a C string.
      var all: [UInt8] = []
      var places: [Int] = []
      for parameter in parameters {
        places.append(all.count)
        if let bytes = parameter.bytes { all.append(contentsOf: bytes) }
        all.append(0)
      }
      let lengths = parameters.map { Int32(clamping: $0.bytes?.count ?? 0) }
      let formats = parameters.map { Int32($0.isText ? 0 : 1) }
      return all.withUnsafeBufferPointer { buffer in
        let base = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        let values = zip(parameters, places).map { parameter, place in
          parameter.bytes == nil ? nil : base.map { $0 + place }
        }
        return body(values, lengths, formats)
      }
    }
  }
#endif
