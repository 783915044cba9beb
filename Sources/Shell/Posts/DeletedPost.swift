import Bluesky

/// A post that was deleted from its server.
struct DeletedPost: Sendable {
  let address: RecordAddress
}
