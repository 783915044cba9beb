import Moments
import SessionState
import ShellCore
import StoryScript
import TerminalText
import Timeline

/// The commands that correct cameras' clocks.
struct CameraClockCommands {
  let session: Session

  init(_ session: Session) { self.session = session }

  static let entries: [CommandEntry] = [
    CommandEntry(
      "photos clock",
      [
        Parameter("CAMERA", .text, optional: true, "the camera's name, as `photos clock` lists it"),
        Parameter(
          "SHIFT", .duration(.days(-36_500) ... .days(36_500)), optional: true,
          "the time to add, such as +1h or -30s; 0s removes the correction"),
        Parameter(
          "MOMENT", after: "in", .number(1...1_000_000_000, whole: true), optional: true, group: "stretch",
          "only the photos of a moment, by the number that `cluster` lists"),
        Parameter(
          "FROM", after: "from", .date, optional: true, group: "stretch",
          "only photos from this date on, by the camera's own clock"),
        Parameter("TO", after: "to", .date, optional: true, "the last date"),
      ],
      summary: "corrects a camera's clock, or lists the cameras",
      details: """
        If a camera was not set to summer time, or to the time of the place, its photos have the wrong hour. A \
        correction applies to all photos of the camera, or to one stretch: a moment, or from one date to another on \
        the camera's own clock. It is saved; the photo files do not change. `undo` removes it. A photo with both a \
        UTC offset and a position needs no correction: it already has the time of its place, and a correction by \
        the same difference leaves it unchanged. The list suggests corrections for photos without a position that were \
        taken within a day and a half of a photo with both.
        """,
      examples: [
        .init(
          "let moments = cluster Examples/Photos\nlet cameras = photos clock\nphotos clock $cameras[0].camera +1h",
          "an hour later"),
        .init(
          "cluster Examples/Photos\nlet camera = (photos clock | first).camera\nphotos clock $camera -7h in 2",
          "only in one moment"),
        .init(
          "cluster Examples/Photos\nlet camera = (photos clock | first).camera\nphotos clock $camera -7h from 2025-10-02 to 2025-10-03",
          "only on two days"),
        .init("cluster Examples/Photos\nphotos clock", "the cameras of the photos that were read"),
      ],
      searchWords: ["time", "zone", "summer", "shift", "wrong", "camera", "correct"], effect: .saved, in: .photos,
      shows: .drawn { CameraClockCommands($0).showCameras($1) }
    ) { (session, arguments) throws(Failure) in
      let commands = CameraClockCommands(session)
      guard let camera = arguments.text(0) else { return .value(.list(try commands.cameras())) }
      guard let shift = arguments.duration(1) else {
        throw .refused(
          "`photos clock` expects the time to add to the camera's clock",
          "try: photos clock \(Word.quotedIfNeeded(camera)) +1h"
        )
        .about(1)
      }
      try commands.correct(camera, by: shift, in: try commands.range(of: arguments, camera))
      return .value(.none)
    }
  ]

  static let events = [corrected.row]

  static let corrected = EventEntry<PhotoPart.Correction>(
    "photos.clock", "a camera's clock was corrected", lasts: true,
    fields: [
      .init("camera", "the camera's name") { $0.camera },
      .init("shift", "the correction of the camera's clock") { $0.shift },
      .init("from", "the start of the corrected stretch on the camera's clock, or none") {
        ($0.range?.lowerBound.description).value
      },
      .init("to", "the end of the corrected stretch, or none") { ($0.range?.upperBound.description).value },
      .init("photos", "the number of photos from the camera, in this stretch, or none if they cannot be read") {
        $0.photos.value
      },
    ],
    says: { line, new, _ in
      let photos = new.photos.map { TimeText.count($0, "photo") }
      let range = new.range.map { " \(CameraClockCommands.words($0))" } ?? ""
      if new.shift == .zero {
        line.write(.done, new.camera, ": no clock correction\(range)\(photos.map { ", \($0)" } ?? "")")
      } else {
        line.write(
          .done, new.camera,
          ": \(CameraClockCommands.words(new.shift)) than its clock showed\(range)\(photos.map { ": \($0)" } ?? "")")
      }
    },
    reason: { fields, _ in
      ["The photos are not changed: the correction applies when they are shown, and `undo` removes it."]
    })

  static func words(_ shift: Duration) -> String {
    shift < .zero ? "\(TimeText.length(.zero - shift)) earlier" : "\(TimeText.length(shift)) later"
  }

  /// Returns `from 2025-10-02 to 2025-10-03`, with the time of day where a stretch does not begin or end at midnight.
  static func words(_ range: ClosedRange<LocalTime>) -> String {
    "from \(date(range.lowerBound)) to \(date(LocalTime(microseconds: range.upperBound.microseconds + 1), isEnd: true))"
  }

  /// - Parameter isEnd: whether midnight is the end of the day before.
  private static func date(_ time: LocalTime, isEnd: Bool = false) -> String {
    guard time.microsecondsOfDay == 0 else { return String(time.description.prefix(16)) }
    let day = isEnd ? LocalTime(microseconds: time.microseconds - 1) : time
    return String(day.description.prefix(10))
  }
}

extension CameraClockCommands {
  /// Returns the cameras of the photos that were read, and the state of their clocks.
  fileprivate func cameras() throws(Failure) -> [Value] {
    let album = try CurrentLibrary(session).albumRead()
    let clocks = session.world.photos.clocks
    let cameras = Dictionary(grouping: album.read.photos.filter { $0.camera != nil }) { $0.camera ?? "" }
    return cameras.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { camera, photos in
      let clock = clocks[camera]
      let needed = ClockSuggestion.find(photos, clock ?? CameraClock())
      return .record([
        "camera": .text(camera), "photos": photos.count.value, "shift": (clock?.whole).value,
        "stretches": .list(
          (clock?.stretches ?? []).map { Self.record($0.from...$0.to, $0.shift) }),
        "suggested": .list(needed.map { Self.record($0.range, $0.shift, photos: $0.photos) }),
      ])
    }
  }

  private static func record(_ range: ClosedRange<LocalTime>, _ shift: Duration, photos: Int? = nil) -> Value {
    var record: Record = [
      "shift": .duration(shift), "from": .text(range.lowerBound.description), "to": .text(range.upperBound.description),
      "words": .text("\(words(shift)) \(words(range))"),
    ]
    if let photos { record["photos"] = photos.value }
    return .record(record)
  }

  fileprivate func showCameras(_ value: Value) {
    guard let cameras = value.list?.compactMap({ $0.record }) else { return }
    if cameras.isEmpty { return session.printer.writeLine(StyledText(" no photo has a camera in its metadata", .dim)) }
    let glyphs = session.output.line.glyphs
    func stretches(_ record: Record, _ field: String) -> [Record] {
      (record[field]?.list ?? []).compactMap { $0.record }
    }
    session.printer.writeTable(
      cameras,
      [
        .init("camera", overflow: .wrap) { StyledText(sanitized($0["camera"]?.text ?? "", glyphs: glyphs)) },
        .init("photos", .right) { StyledText(String(Int($0["photos"]?.number ?? 0))) },
        .init("corrected", overflow: .wrap) {
          let whole = $0["shift"]?.duration.flatMap { $0 == .zero ? nil : CameraClockCommands.words($0) }
          return StyledText(
            ([whole].compactMap { $0 } + stretches($0, "stretches").compactMap { $0["words"]?.text })
              .joined(separator: ", "))
        },
        .init("suggested", overflow: .wrap, rank: 1) {
          StyledText(stretches($0, "suggested").compactMap { $0["words"]?.text }.joined(separator: ", "), .dim)
        },
      ])
    let first = cameras.lazy.compactMap { camera in
      stretches(camera, "suggested").first.map { (camera["camera"]?.text ?? "", $0) }
    }.first
    if let (camera, stretch) = first, let shift = stretch["shift"]?.duration, let words = stretch["words"]?.text {
      let range = words.dropFirst(CameraClockCommands.words(shift).count)
      let sign = shift < .zero ? "" : "+"
      session.printer.writeWrapped(
        "Their places suggest it; try: photos clock \(Word.quotedIfNeeded(camera)) \(sign)\(shift.literal)\(range)")
    }
  }

  /// Returns the stretch of the camera's own time that the arguments name; `nil` for all photos.
  fileprivate func range(of arguments: Arguments, _ camera: String) throws(Failure) -> ClosedRange<LocalTime>? {
    if let number = arguments[2].number.map({ Int($0) }) {
      let album = try CurrentLibrary(session).albumRead()
      guard album.moments.indices.contains(number - 1) else {
        throw .refused("there is no moment \(number): moments are numbered 1 to \(album.moments.count)").about(2)
      }
      // The moment has the corrected times; the correction is about the camera's own.
      let times = album.moments[number - 1].photos.map { album.read.photos[$0] }.filter { $0.camera == camera }
        .map { $0.writtenTime }
      guard let first = times.min(), let last = times.max() else {
        throw .refused("no photo of moment \(number) was taken with '\(camera)'", "try: photos clock")
          .about(2)
      }
      return first...last
    }
    let (from, to) = (day(arguments[3]), day(arguments[4]))
    guard from != nil || to != nil else { return nil }
    let start = from ?? LocalTime(microseconds: 0)
    guard let to else {
      throw .refused("a stretch needs its last date as well", "try: … from \(Self.date(start)) to \(Self.date(start))")
        .about(3)
    }
    guard from != nil else {
      throw .refused("a stretch needs its first date as well", "try: … from DATE to DATE").about(4)
    }
    // A date alone is the whole day.
    let end = to.microsecondsOfDay == 0 ? to.microseconds + 86_400_000_000 - 1 : to.microseconds
    guard start.microseconds <= end else {
      throw .refused("the stretch ends before it begins", "try: … from \(Self.date(to)) to \(Self.date(start))").about(
        4)
    }
    return start...LocalTime(microseconds: end)
  }

  /// Returns a date as a wall clock shows it in the session's zone.
  ///
  /// A camera's own clock has no zone: a day whose midnight does not exist in the session's zone, because summer time
  /// begins then, has one on the camera.
  private func day(_ value: Value) -> LocalTime? {
    guard case .date(let instant) = value else { return nil }
    func local(_ instant: Instant) -> LocalTime {
      LocalTime(microseconds: (instant + session.options.zone.offset(at: instant)).microseconds)
    }
    let time = local(instant)
    let before = local(instant - Duration(microseconds: 1))
    guard before.dayNumber < time.dayNumber else { return time }
    return LocalTime(microseconds: Int64(time.dayNumber) * 86_400_000_000)
  }

  fileprivate func correct(_ camera: String, by shift: Duration, in range: ClosedRange<LocalTime>?) throws(Failure) {
    let now = try session.present()
    var photos: [Photo]?
    do throws(Failure) { photos = try CurrentLibrary(session).albumRead().read.photos } catch {
      // A correction can be changed wherever its photos are.
      guard session.world.photos.clocks[camera] != nil else { throw error }
      if case .interrupted = error.problem { throw error }
    }
    let own = (photos ?? []).filter { $0.camera == camera }
    guard !own.isEmpty || session.world.photos.clocks[camera] != nil else {
      let all = (photos ?? []).compactMap { $0.camera }
      let near = all.first { $0.lowercased().contains(camera.lowercased()) } ?? closest(to: camera, among: all)
      guard let first = near ?? all.first else {
        throw .refused("no photos that name a camera have been read", PhotoCommands.example)
      }
      throw .refused(
        "no photo was taken with '\(camera)'", "try: photos clock \(Word.quotedIfNeeded(first)) …"
      )
      .about(
        0)
    }
    let count = own.count { range?.contains($0.writtenTime) ?? true }
    if let range, count == 0, !own.isEmpty {
      throw .refused("'\(camera)' took no photo \(Self.words(range))", "try: photos scan FOLDER").about(3)
    }
    session.change { $0.photos.correct(camera, by: shift, in: range) }
    session.process(
      .photos(
        .corrected(.init(camera: camera, shift: shift, range: range, photos: photos.map { _ in count }), at: now)))
  }
}
