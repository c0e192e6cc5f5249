// Every test of this target may run the tool or need a folder.
@_exported import ToolSupport
