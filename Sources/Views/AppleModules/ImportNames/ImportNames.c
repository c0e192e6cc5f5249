// This target is its module map. SwiftPM wants a source.
