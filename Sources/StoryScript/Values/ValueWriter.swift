import System
import Timeline

/// Converts values to text: for `print`, inside `"{…}"` and as literals of the language.
public struct ValueWriter: Sendable {
  /// Returns the local date and time at an instant, in the session's time zone.
  public var civil: @Sendable (Instant) -> CivilTime

  /// Returns the instant of a local date and time, in the session's time zone.
  public var instant: @Sendable (CivilTime) -> Instant

  /// `true` to write all digits of numbers, and dates in UTC, so that different values look different.
  var isExact = false

  public init(
    civil: @escaping @Sendable (Instant) -> CivilTime = { CivilTime(utc: $0) },
    instant: @escaping @Sendable (CivilTime) -> Instant = { $0.instant() }
  ) {
    (self.civil, self.instant) = (civil, instant)
  }

  /// Returns a value as people read it: a text without quotes, but quoted inside lists and records. O(size).
  /// - Parameter isStopped: called now and then; after it returns `true` the text ends anywhere.
  public func text(_ value: Value, isStopped: () -> Bool = { false }) -> String {
    if case .text(let text) = value { return text }
    return literal(value, isStopped: isStopped)
  }

  /// Returns a value as a literal of a script.
  /// - Parameter isStopped: as for `text`.
  public func literal(_ value: Value, isStopped: () -> Bool = { false }) -> String {
    var out = ""
    write(value, to: &out, isStopped: isStopped)
    return out
  }

  /// Returns a literal of at most about 200 characters, for messages.
  public func brief(_ value: Value) -> String {
    var out = ""
    write(value, to: &out, limit: 1_000)
    return out.count > 200 ? out.prefix(200) + "…" : out
  }

  private func write(
    _ value: Value, to out: inout String, limit: Int = .max, isStopped: () -> Bool = { false }
  ) {
    guard out.utf8.count < limit else { return }
    switch value {
    case .none: out += "none"
    case .bool(let bool): out += bool ? "true" : "false"
    case .number(let number): out += isExact ? NumberText.exact(number) : NumberText.plain(number)
    case .whole(let whole): out += String(whole)
    case .duration(let duration): out += duration.literal
    case .date(let instant): out += isExact ? "\(CivilTime(utc: instant))Z" : civil(instant).description
    case .text(let text): out += Self.quoted(text)
    case .list(let items):
      out += "["
      for (index, item) in items.enumerated() {
        if index > 0 { out += ", " }
        if out.utf8.count >= limit || (index & 1023 == 1023 && isStopped()) { return }
        write(item, to: &out, limit: limit, isStopped: isStopped)
      }
      out += "]"
    case .record(let record):
      out += "{"
      for (index, (name, value)) in zip(record.names, record.values).enumerated() {
        if index > 0 { out += ", " }
        out += name.utf8.allSatisfy(isNameByte) && !name.isEmpty ? name : Self.quoted(name)
        out += ": "
        if out.utf8.count >= limit || (index & 1023 == 1023 && isStopped()) { return }
        write(value, to: &out, limit: limit, isStopped: isStopped)
      }
      out += "}"
    }
  }

  /// Quotes a text like `quoted`, but only the beginning of a long one: for messages.
  static func quotedBriefly(_ text: String) -> String {
    text.utf8.count <= quotedLengthLimit ? quoted(text) : quoted(text.prefix(quotedLengthLimit / 4) + "…")
  }

  private static let quotedLengthLimit = 400

  /// Returns a text as a `"…"` literal; control characters become escapes.
  public static func quoted(_ text: String) -> String { Literal.quoted(text) }
}
