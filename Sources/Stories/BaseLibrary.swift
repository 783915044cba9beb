import Timeline

/// The ten stories that the feed repeats endlessly.
///
/// They are pictures without a length of their own, so that `for 15s` means 15 s for each. All are younger than 24 h
/// when a session begins, the newest first. Their sizes are those of ordinary pictures.
public enum BaseLibrary {
  public static let stories: [Story] = [
    picture(1, "cleo", "market-before-the-rain", .minutes(12), 2_310_000),
    picture(2, "dora", "bread-out-of-the-oven", .minutes(35), 1_840_000),
    picture(3, "emil", "tram-28-uphill", .hours(1), 2_760_000),
    picture(4, "ana", "harbour-at-dawn", .hours(2), 1_490_000),
    picture(5, "ben", "new-strings-first-chord", .hours(3), 1_120_000),
    picture(6, "ana", "swifts-over-the-roofs", .hours(5), 980_000),
    picture(7, "cleo", "chalk-on-the-pavement", .hours(8), 3_050_000),
    picture(8, "ben", "last-train-home", .hours(11), 1_670_000),
    picture(9, "dora", "sourdough-day-three", .hours(16), 1_950_000),
    picture(10, "ana", "lighthouse-in-fog", .hours(21), 760_000),
  ]

  private static func picture(_ id: Int, _ author: String, _ name: String, _ age: Duration, _ bytes: Int) -> Story {
    Story(id: id, author: author, media: .image(name), posted: .beforeSession(age), bytes: bytes)
  }
}
