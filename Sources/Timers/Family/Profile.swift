/// The child whose timers these are: its name, and whether the first welcome is over.
public struct Profile: Hashable, Sendable {
  /// The welcome, which is shown once.
  public enum Onboarding: String, Hashable, Sendable, CaseIterable {
    case pending, done, skipped
  }

  /// Why a name cannot be one.
  public enum NameProblem: Error, Hashable, Sendable {
    case empty
    /// So many characters of at most `longestName`.
    case tooLong(Int)
    /// A name stays on one line and can be printed.
    case unprintable
  }

  /// Characters of the longest name.
  public static let longestName = PrintableText.longestName
  /// The child's name; `nil` until somebody tells it.
  public private(set) var name: String?
  public private(set) var onboarding: Onboarding

  public init() {
    name = nil
    onboarding = .pending
  }

  /// As it was stored; a name that cannot be one counts as none.
  public init(name: String?, onboarding: Onboarding) {
    self.name = name.flatMap { try? Self.checked($0) }
    self.onboarding = onboarding
  }

  /// Whether the welcome should be shown now.
  public var shouldOnboard: Bool { onboarding == .pending }
  /// Tells or changes the name; white space around it is dropped.
  public mutating func rename(_ text: String) throws(NameProblem) { name = try Self.checked(text) }
  /// Takes the name away.
  public mutating func forgetName() { name = nil }

  /// Ends the welcome with the child's name.
  /// - Returns: whether it was still open; if not, only the name changes.
  @discardableResult
  public mutating func onboard(name text: String) throws(NameProblem) -> Bool {
    try rename(text)
    defer { onboarding = .done }
    return onboarding == .pending
  }

  /// Ends the welcome without a name; it is not shown again.
  /// - Returns: whether it was still open.
  @discardableResult
  public mutating func skipOnboarding() -> Bool {
    guard onboarding == .pending else { return false }
    onboarding = .skipped
    return true
  }

  /// The name as it is kept.
  public static func checked(_ text: String) throws(NameProblem) -> String {
    let trimmed = PrintableText.trimmed(text)
    guard !trimmed.isEmpty else { throw .empty }
    guard PrintableText.isPrintable(trimmed) else { throw .unprintable }
    guard trimmed.count <= longestName else { throw .tooLong(trimmed.count) }
    return trimmed
  }
}
