import Timeline

extension TimerLedger {
  /// Works out anew what counts of one session, and moves the sums by the difference.
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

  func record(at place: Int) -> SessionRecord {
    guard case .saved(let record) = log[place].fact else { preconditionFailure("no record at \(place)") }
    return record
  }

  /// The record that counts, with the rating that counts.
  func record(of entry: Entry) -> SessionRecord? {
    guard let shown = entry.shown else { return nil }
    var record = record(at: shown)
    record.rating = entry.rating
    return record
  }

  private func counts(_ place: Int) -> Bool { voided.isEmpty || voided[log[place].id] == nil }

  private func first(of places: [Int]) -> Int? {
    if places.count == 1 { return counts(places[0]) ? places[0] : nil }
    return places.filter(counts).min { log[$0] < log[$1] }
  }

  private func rating(of entry: Entry) -> Rating? {
    let last = entry.ratings.filter(counts).max { log[$0] < log[$1] }
    if let last, case .rated(_, let rating) = log[last].fact { return rating }
    let rated = entry.saves.filter { counts($0) && record(at: $0).rating != nil }
    return rated.max { log[$0] < log[$1] }.flatMap { record(at: $0).rating }
  }

  /// Counts a session in or out. When its day begins or ends to count, the streaks of the days after it change; only as
  /// many as matter for a multiplier are looked at.
  private mutating func count(_ record: SessionRecord, _ rating: Rating?, sign: Int) {
    let day = record.day
    let sessions = days[day]?.sessions ?? 0
    let isEdge = sessions == 0 || sessions + sign == 0
    let last = isEdge ? day.adding(Multiplier.longestThatMatters - 1) : day
    total.stars -= stars(from: day, through: last)
    days[day, default: Tally()].count(record, rating: rating, sign: sign)
    if sessions + sign == 0 {
      days[day] = nil
      daySet.remove(day)
    } else if sessions == 0 {
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
