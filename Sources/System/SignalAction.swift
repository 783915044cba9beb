/// What happens when a signal comes, as the system registers it.
extension sigaction {
  /// Calls a handler, which may only do what signal handlers may. System calls that it interrupts are not made again.
  public static func calling(_ handler: @escaping @convention(c) (Int32) -> Void) -> sigaction {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigemptyset(&action.sa_mask)
    return action
  }

  /// What happens in a program that says nothing about the signal.
  public static var standard: sigaction { sigaction() }

  /// Whether the signal does nothing.
  public var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
