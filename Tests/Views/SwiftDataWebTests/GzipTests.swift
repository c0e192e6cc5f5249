// SPDX-License-Identifier: Apache-2.0

#if Web
  import CoreDataFormat
  import Foundation
  import Testing

  @testable import SwiftDataWeb

  struct GzipTests {
    @Test func theFormatIsTheStandards() throws {
      // The value that catalogs of checksums give.
      #expect(Gzip.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
      #expect(Gzip.checksum([]) == 0)
      for text in ["", "a", String(repeating: "row of a list ", count: 5_000)] {
        let file = Gzip.compress(Array(text.utf8))
        #expect(file.starts(with: [0x1f, 0x8b, 8]))
        #expect(try Deflate.decompress(Data(file[10...].dropLast(8))) == Data(text.utf8))
        let size = file.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(size == text.utf8.count)
      }
    }

    @Test func browsersSayWhetherTheyTakeIt() {
      for header in ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.8", "GZIP", "deflate,x-gzip", "gzip ; q=0.001"] {
        #expect(Gzip.isAccepted(header), "\(header)")
      }
      for header in [nil, "", "identity", "br", "gzip;q=0", "gzip; q=0.000", "gzippy", "gzip;q=x", ";;,,=", "*"] {
        #expect(!Gzip.isAccepted(header), "\(header ?? "none")")
      }
    }
  }
#endif
