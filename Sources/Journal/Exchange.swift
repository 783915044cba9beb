extension Journal {
  /// The outcome of an exchange with a shared folder.
  public struct Exchange: Hashable, Sendable {
    /// Events that came from other devices, or came back after this device was set back to a backup.
    public var received = 0
    /// Bytes by which this device's file in the shared folder changed.
    public var sentBytes: Int64 = 0
  }
}
