/// The largest sizes of things: more than a script needs, far below what memory gives.
enum Limits {
  #if FUZZING
    // Hostile scripts shall meet these limits within the time of one run.
    static let listItems = 5_000
    static let textBytes = 1 << 16
    static let parts = 20_000
  #else
    static let listItems = 50_000_000
    static let textBytes = 256 << 20
    /// The most values inside a value that is compared or written. Values that share their parts, as `x = [$x, $x]`
    /// makes them, can have far more of them than memory holds.
    static let parts = 50_000_000
  #endif

  /// The depth to which lists and records may be nested. Walking through them uses the native stack, and so does giving
  /// them back.
  static let valueNesting = 1_000

  static func checkItems(_ count: Int) throws(Failure) {
    guard count <= listItems else { throw Failure(.tooLarge(what: "this list", limit: "50 million items")) }
  }

  static func checkText(bytes count: Int) throws(Failure) {
    guard count <= textBytes else { throw Failure(.tooLarge(what: "this text", limit: "256 MiB")) }
  }
}
