/// The child who uses the timers: its name, and the state of the first welcome.
public struct Profile: Hashable, Sendable {
  /// The state of the welcome, which is shown once.
  public enum Onboarding: String, Hashable, Sendable, CaseIterable {
    case pending, done, skipped
  }

  /// The reason why a name is not valid.
  public enum NameProblem: Error, Hashable, Sendable {
    case empty
    /// The name has this many characters, more than `nameLengthLimit`.
    case tooLong(Int)
    /// A name must be printable and fit on one line.
    case unprintable
  }

  /// The maximum length of a name, in characters.
  public static let nameLengthLimit = PrintableText.nameLengthLimit
  /// The child's name; `nil` if it is not known.
  public private(set) var name: String?
  public private(set) var onboarding: Onboarding

  public init() {
    name = nil
    onboarding = .pending
  }

  /// Restores a stored profile; an invalid name is dropped.
  public init(name: String?, onboarding: Onboarding) {
    self.name = name.flatMap { try? Self.checked($0) }
    self.onboarding = onboarding
  }

  /// `true` if the welcome should be shown now.
  public var shouldOnboard: Bool { onboarding == .pending }
  /// Sets or changes the name; white space around it is dropped.
  public mutating func rename(_ text: String) throws(NameProblem) { name = try Self.checked(text) }
  /// Removes the name.
  public mutating func forgetName() { name = nil }

  /// Ends the welcome with the child's name.
  /// - Returns: `true` if the welcome was still pending; if not, only the name changes.
  @discardableResult
  public mutating func onboard(name text: String) throws(NameProblem) -> Bool {
    try rename(text)
    defer { onboarding = .done }
    return onboarding == .pending
  }

  /// Ends the welcome without a name; the welcome is not shown again.
  /// - Returns: `true` if the welcome was still pending.
  @discardableResult
  public mutating func skipOnboarding() -> Bool {
    guard onboarding == .pending else { return false }
    onboarding = .skipped
    return true
  }

  /// Returns the name in the form in which it is stored.
  public static func checked(_ text: String) throws(NameProblem) -> String {
    let trimmed = PrintableText.trimmed(text)
    guard !trimmed.isEmpty else { throw .empty }
    guard PrintableText.isPrintable(trimmed) else { throw .unprintable }
    guard trimmed.count <= nameLengthLimit else { throw .tooLong(trimmed.count) }
    return trimmed
  }
}
