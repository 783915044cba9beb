import Timeline

extension TimerLedger {
  /// Works out anew what counts of one stint, and moves the sums by the difference.
  mutating func refresh(_ number: Int) {
    let entry = entries[number]
    let shown = first(of: entry.saves)
    let rating = shown == nil ? nil : rating(of: entry)
    // A place in the log is taken out of the entry before it gets another event: the same place means the same record.
    guard shown != entry.shown || rating != entry.rating else { return }
    if let old = entry.shown { count(record(at: old), entry.rating, sign: -1) }
    entries[number].shown = shown
    entries[number].rating = rating
    if let shown {
      let record = record(at: shown)
      count(record, rating, sign: 1)
      order(number, Key(ended: record.ended, id: record.id))
    }
    if shown != nil, rating == nil { waiting.insert(number) } else { waiting.remove(number) }
  }

  func record(at place: Int) -> StintRecord {
    guard case .saved(let record) = log[place].fact else { preconditionFailure("no record at \(place)") }
    return record
  }

  /// The record that counts, with the rating that counts.
  func record(of entry: Entry) -> StintRecord? {
    guard let shown = entry.shown else { return nil }
    var record = record(at: shown)
    record.rating = entry.rating
    return record
  }

  private func counts(_ place: Int) -> Bool { voided.isEmpty || voided[log[place].id] == nil }

  // Nearly every stint has one `saved` event and at most one `rated`: loops without any array in between.
  private func first(of places: [Int]) -> Int? {
    var first: Int?
    for place in places where counts(place) {
      if first.map({ log[place] < log[$0] }) ?? true { first = place }
    }
    return first
  }

  private func rating(of entry: Entry) -> Rating? {
    last(of: entry.ratings) ?? last(of: entry.saves)
  }

  /// The rating that the last of these events brings.
  private func last(of places: [Int]) -> Rating? {
    var found: (place: Int, rating: Rating)?
    for place in places where counts(place) {
      let rating: Rating?
      switch log[place].fact {
      case .saved(let record): rating = record.rating
      case .rated(_, let given): rating = given
      case .voided: rating = nil
      }
      if let rating, found.map({ log[$0.place] < log[place] }) ?? true { found = (place, rating) }
    }
    return found?.rating
  }

  /// Counts a stint in or out. When its day begins or ends to count, the streaks of the days after it change; only as
  /// many as matter for a multiplier are looked at.
  private mutating func count(_ record: StintRecord, _ rating: Rating?, sign: Int) {
    let day = record.day
    let stints = days[day]?.stints ?? 0
    let isEdge = stints == 0 || stints + sign == 0
    let last = isEdge ? day.adding(Multiplier.longestThatMatters - 1) : day
    total.stars -= stars(from: day, through: last)
    days[day, default: Tally()].count(record, rating: rating, sign: sign)
    if stints + sign == 0 {
      days[day] = nil
      daySet.remove(day)
    } else if stints == 0 {
      daySet.insert(day)
    }
    total.stars += stars(from: day, through: last)
    total.count(record, rating: rating, sign: sign)
  }

  private func stars(from first: LocalDay, through last: LocalDay) -> Int {
    var (sum, day) = (0, first)
    while true {
      if let tally = days[day] { sum += tally.stars(multiplier(on: day)) }
      guard day < last else { return sum }
      day = day.adding(1)
    }
  }

  private mutating func order(_ number: Int, _ key: Key) {
    guard entries[number].key != key else { return }
    let isLast = number == entries.count - 1 && entries[number].key == nil && lastKey.map { $0 < key } != false
    if isLast { lastKey = key } else { isOrdered = false }
    entries[number].key = key
  }
}
