import Bluesky

/// A post that was taken off its server.
struct DeletedPost: Sendable {
  let address: RecordAddress
}
