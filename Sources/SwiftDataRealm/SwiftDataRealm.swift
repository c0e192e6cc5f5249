@_exported import RealmFile
