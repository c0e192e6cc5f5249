// SPDX-License-Identifier: Apache-2.0

// This target is its module map. SwiftPM wants a source.
