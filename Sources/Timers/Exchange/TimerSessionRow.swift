import Timeline

/// A session as text, one value per column.
struct TimerSessionRow: Hashable, Sendable {
  /// The maximum length of a device name, in characters.
  private static let deviceLengthLimit = 64
  /// The maximum length of a child's name, in characters, with the number of a name that two children have.
  private static let childLengthLimit = Profile.nameLengthLimit + 6

  private(set) var texts: [TimerSessionColumn: String]

  init(_ texts: [TimerSessionColumn: String]) { self.texts = texts }

  init(_ record: TimerSessionRecord, child: String) {
    texts = [
      .id: record.id.text, .day: record.day.description,
      .started: TimerSessionText.text(record.started, offset: record.offset),
      .ended: TimerSessionText.text(record.ended, offset: record.offset),
      .activity: record.activity, .icon: String(record.icon),
      .allocated: TimerSessionText.seconds(record.allocated), .actual: TimerSessionText.seconds(record.actual),
      .saved: TimerSessionText.seconds(record.saved), .ending: record.ending.rawValue,
      .rating: record.rating?.rawValue ?? "", .device: record.device,
      .child: child,
    ]
  }

  var hasChild: Bool { texts[.child] != nil }
  /// The name of the child; empty for a session without one.
  var child: String { PrintableText.trimmed(self[.child]) }

  subscript(column: TimerSessionColumn) -> String { texts[column] ?? "" }

  /// Returns the session described by the row, with the UTC offset of its end.
  func record() throws(RowProblem) -> TimerSessionRecord {
    for column in TimerSessionColumn.allCases where !column.mayBeEmpty && self[column].isEmpty { throw .empty(column) }
    let id = try value(.id) { TimerSessionID($0) }
    let day = try value(.day) { $0.utf8.count == 10 ? CivilTime(parsing: $0.utf8).map { LocalDay($0) } : nil }
    let started = try value(.started) { TimerSessionText.instant($0) }
    let ended = try value(.ended) { TimerSessionText.instant($0) }
    let icon = try value(.icon) { $0.count == 1 ? $0.first : nil }
    let allocated = try value(.allocated) { TimerSessionText.duration($0) }
    let actual = try value(.actual) { TimerSessionText.duration($0) }
    let saved = try value(.saved) { TimerSessionText.duration($0) }
    let ending = try value(.ending) { TimerSession.Ending(rawValue: $0) }
    let rating = self[.rating].isEmpty ? nil : try value(.rating) { Rating(spelled: $0) }
    if !child.isEmpty, child.count > Self.childLengthLimit || !PrintableText.isPrintable(child) {
      throw .unreadable(.child, self[.child])
    }
    // Text from a file must meet the rules for typed text; a session that was once saved stays readable for ever.
    guard self[.activity].count <= PrintableText.nameLengthLimit, PrintableText.isPrintable(self[.activity]) else {
      throw .timerSession(.badActivity(self[.activity]))
    }
    guard self[.device].count <= Self.deviceLengthLimit, PrintableText.isPrintable(self[.device]) else {
      throw .timerSession(.badDevice(self[.device]))
    }
    guard saved == allocated - actual else { throw .savedDoesNotFit(saved, expected: allocated - actual) }
    do {
      return try TimerSessionRecord(
        id: id, activity: self[.activity], icon: icon, started: started.instant, ended: ended.instant, day: day,
        offset: ended.offset, allocated: allocated, actual: actual, ending: ending, rating: rating,
        device: self[.device])
    } catch {
      throw .timerSession(error)
    }
  }

  private func value<T>(_ column: TimerSessionColumn, _ read: (String) -> T?) throws(RowProblem) -> T {
    guard let value = read(self[column]) else { throw .unreadable(column, self[column]) }
    return value
  }
}
