import JSON
import Journal
import Timeline

/// The form of a field's value in an event of another device.
///
/// A device trusts the events that it wrote itself. Events from elsewhere may contain anything: an event is left out
/// if any of its fields does not have the right form.
enum PersistedForm: Sendable {
  /// A text of one line, with its maximum size in bytes.
  case line(Int = 1_000)
  /// A text that may have several lines.
  case text
  /// One of these words.
  case word([String])
  case whole(ClosedRange<Int64>)
  /// Microseconds.
  case duration
  /// An instant in the past: microseconds since 1970.
  case past
  /// An instant that may be in the future.
  case instant
  case flag
  /// A list of texts of one line.
  case lines
  /// A list of objects.
  case list
  /// An object, with the forms of those of its fields that have one.
  case object([String: PersistedForm] = [:])
  /// Null, or a value of the given form.
  indirect case orNull(PersistedForm)

  /// The maximum size in bytes of a text with several lines: more than any post or draft needs.
  private static let textLengthLimit = 200_000
  /// The years 1 to 9999, in which every sum of an instant and a duration can be represented.
  private static let instants: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_000_000

  /// Returns whether a value has the form.
  /// - Parameter limit: the latest instant that counts as past.
  func holds(_ json: JSON, before limit: Instant) -> Bool {
    switch self {
    case .line(let most): json.stringValue.map { $0.utf8.count <= most && !$0.hasControls(butLines: false) } ?? false
    case .text:
      json.stringValue.map { $0.utf8.count <= Self.textLengthLimit && !$0.hasControls(butLines: true) } ?? false
    case .word(let words): json.stringValue.map(words.contains) ?? false
    case .whole(let range): json.integerValue.map(range.contains) ?? false
    case .duration: json.integerValue.map { (0...Self.instants.upperBound).contains($0) } ?? false
    case .past: json.integerValue.map { (Self.instants.lowerBound...limit.microseconds).contains($0) } ?? false
    case .instant: json.integerValue.map(Self.instants.contains) ?? false
    case .flag: json.boolValue != nil
    case .lines: json.arrayValue?.allSatisfy { Self.line().holds($0, before: limit) } ?? false
    case .list: json.arrayValue?.allSatisfy { Self.object().holds($0, before: limit) } ?? false
    case .object(let forms):
      if case .object(let fields) = json {
        fields.allSatisfy { Self.isHarmless($0.value) && forms[$0.name]?.holds($0.value, before: limit) ?? true }
      } else {
        false
      }
    case .orNull(let form): json == .null || form.holds(json, before: limit)
    }
  }

  /// Returns whether no number in a value, at any depth, is larger than any instant.
  private static func isHarmless(_ json: JSON) -> Bool {
    switch json {
    case .integer(let number): instants.contains(number)
    case .number(let number): number.magnitude <= Double(instants.upperBound)
    case .array(let values): values.allSatisfy(isHarmless)
    case .object(let fields): fields.allSatisfy { isHarmless($0.value) }
    case .null, .bool, .string: true
    }
  }
}

extension String {
  /// Returns whether a terminal might interpret part of the text as a command.
  fileprivate func hasControls(butLines: Bool) -> Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: !butLines
      case 0..<0x20, 0x7F..<0xA0: true
      default: false
      }
    }
  }
}

extension PersistedForm {
  /// Returns an object whose instants in the past are earlier by `shift`, if one of them is later than `limit`.
  fileprivate static func fields(
    _ fields: [JSON.Field], _ forms: [String: PersistedForm], movedBack shift: Duration, if limit: Instant
  ) -> [JSON.Field] {
    func isPast(_ field: JSON.Field) -> Bool { if case .past? = forms[field.name] { true } else { false } }
    let isMoved = fields.contains { isPast($0) && $0.value.integerValue.map { $0 > limit.microseconds } ?? false }
    return fields.map { field in
      var field = field
      if isMoved, isPast(field), let instant = field.value.integerValue {
        field.value = .integer(instant - shift.microseconds)
      }
      if let inner = forms[field.name]?.inner, case .object(let known) = field.value {
        field.value = .object(Self.fields(known, inner, movedBack: shift, if: limit))
      }
      return field
    }
  }

  /// The forms of an object's fields.
  private var inner: [String: PersistedForm]? {
    switch self {
    case .object(let forms): forms
    case .orNull(let form): form.inner
    default: nil
    }
  }
}

extension PersistedKind {
  /// Returns a payload for an event that gets an earlier date: its instants after `limit` move with it.
  package func payload(_ payload: Journal.Payload, movedBack shift: Duration, if limit: Instant) -> Journal.Payload {
    guard case .object(let fields)? = try? payload.json else { return payload }
    let moved = PersistedForm.fields(fields, forms, movedBack: shift, if: limit)
    return moved == fields ? payload : Journal.Payload(moved)
  }

  /// The earliest instant that events of other devices may have: 1900.
  private static let first = Instant(secondsSince1970: -2_208_988_800)
  /// The possible offsets from UTC, in seconds.
  private static let offsets: ClosedRange<Int32> = -86_400...86_400

  /// Returns whether an event of another device has the form of its type.
  /// - Parameter limit: the latest instant that counts as past.
  package func isSound(_ event: Journal.Event, before limit: Instant) -> Bool {
    guard event.instant >= Self.first, case .object(let fields)? = try? event.payload.json else { return false }
    if let local = event.local {
      let latest = (limit.microseconds / 86_400_000_000) + 2
      guard Self.offsets.contains(local.offsetSeconds), Int64(local.daysSince1970) <= latest else { return false }
    }
    return fields.allSatisfy { forms[$0.name]?.holds($0.value, before: limit) ?? true }
  }
}
