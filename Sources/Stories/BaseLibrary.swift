import Timeline

/// The ten stories that the feed repeats endlessly (behaviour, section 1: "deck").
///
/// They are pictures without a length of their own, so that `for 15s` means 15 s for each. All are younger than 24 h
/// when a session begins, the newest first.
public enum BaseLibrary {
  public static let stories: [Story] = [
    picture(1, "cleo", "market-before-the-rain", .minutes(12)),
    picture(2, "dora", "bread-out-of-the-oven", .minutes(35)),
    picture(3, "emil", "tram-28-uphill", .hours(1)),
    picture(4, "ana", "harbour-at-dawn", .hours(2)),
    picture(5, "ben", "new-strings-first-chord", .hours(3)),
    picture(6, "ana", "swifts-over-the-roofs", .hours(5)),
    picture(7, "cleo", "chalk-on-the-pavement", .hours(8)),
    picture(8, "ben", "last-train-home", .hours(11)),
    picture(9, "dora", "sourdough-day-three", .hours(16)),
    picture(10, "ana", "lighthouse-in-fog", .hours(21)),
  ]

  private static func picture(_ id: Int, _ author: String, _ name: String, _ age: Duration) -> Story {
    Story(id: id, author: author, media: .image(name), posted: .beforeSession(age))
  }
}
