// SPDX-License-Identifier: Apache-2.0

// What 'import os' brings to an app: the same as 'import OSLog'. See the article "Views in the browser" for the compiler
// flag that makes this module answer to the name.
@_exported import OSLogCompatibility
