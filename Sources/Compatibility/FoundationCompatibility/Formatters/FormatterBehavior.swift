// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  // Formatters have the behavior of OS X 10.4 only, also on Apple's platforms; apps set it all the same.

  extension DateFormatter {
    /// How a formatter works: in one way only.
    public enum Behavior: UInt, Sendable {
      /// The default of the system. Has no effect here.
      case `default` = 0
      /// That of Mac OS X 10.0; the same as the others here.
      case behavior10_0 = 1000
      /// That of Mac OS X 10.4 and later.
      case behavior10_4 = 1040
    }

    /// Always `.behavior10_4`; setting it has no effect.
    public var formatterBehavior: Behavior {
      get { .behavior10_4 }
      set {}
    }

    /// Always `.behavior10_4`; setting it has no effect.
    public class var defaultFormatterBehavior: Behavior {
      get { .behavior10_4 }
      set {}
    }
  }

  extension NumberFormatter {
    /// How a formatter works: in one way only.
    public enum Behavior: UInt, Sendable {
      /// The default of the system. Has no effect here.
      case `default` = 0
      /// That of Mac OS X 10.0; the same as the others here.
      case behavior10_0 = 1000
      /// That of Mac OS X 10.4 and later.
      case behavior10_4 = 1040
    }

    /// Always `.behavior10_4`; setting it has no effect.
    public var formatterBehavior: Behavior {
      get { .behavior10_4 }
      set {}
    }

    /// Always `.behavior10_4`; setting it has no effect.
    public class var defaultFormatterBehavior: Behavior {
      get { .behavior10_4 }
      set {}
    }
  }
#endif
