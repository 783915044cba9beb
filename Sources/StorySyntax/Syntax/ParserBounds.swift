extension Parser {
  /// The room that reading a script may take, and whether it is still wanted.
  public struct Bounds: Sendable {
    /// The depth to which blocks, parentheses, lists and strings may be nested together.
    public let nesting: Int
    /// Asked between statements; what takes seconds must end when somebody presses ^C.
    public let isCancelled: @Sendable () -> Bool

    /// - Parameters:
    ///   - stack: the bytes of the native stack, which everything that walks through a script uses.
    ///   - isCancelled: ends reading and compiling with `Problem.interrupted`.
    public init(stack: Int = .max, isCancelled: @escaping @Sendable () -> Bool = { false }) {
      nesting = min(Parser.nestingLimit, max(1, (stack - Self.bottom) / Self.level))
      self.isCancelled = isCancelled
    }

    /// The bytes that a program takes before anything is nested.
    private static let bottom = 100_000
    /// The bytes that a level may take, measured for nested steps and blocks where most is taken: by the compiler.
    #if DEBUG
      private static let level = 62_000
    #else
      private static let level = 20_000
    #endif
  }
}
