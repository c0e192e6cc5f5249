// SPDX-License-Identifier: Apache-2.0

// Every test of this target may run the tool or need a folder.
@_exported import ToolSupport
