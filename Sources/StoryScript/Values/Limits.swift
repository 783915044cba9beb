/// The maximum sizes of values: more than a script needs, and far below the available memory.
enum Limits {
  #if FUZZING
    // Hostile scripts must reach these limits within one run.
    static let listItems = 5_000
    static let textBytes = 1 << 16
    static let parts = 20_000
  #else
    static let listItems = 50_000_000
    static let textBytes = 256 << 20
    /// The maximum number of values inside a value that is compared or written. Values with shared parts, such as
    /// those made by `x = [$x, $x]`, can have far more than memory could hold.
    static let parts = 50_000_000
  #endif

  /// The maximum nesting depth of lists and records. Walking through them and freeing them both use the native stack.
  static let valueNesting = 1_000

  static func checkItems(_ count: Int) throws(Failure) {
    guard count <= listItems else { throw Failure(.tooLarge(what: "this list", limit: "50 million items")) }
  }

  static func checkText(bytes count: Int) throws(Failure) {
    guard count <= textBytes else { throw Failure(.tooLarge(what: "this text", limit: "256 MiB")) }
  }
}
