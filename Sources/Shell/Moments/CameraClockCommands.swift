import Moments
import StoryScript
import Terminal
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
      ],
      summary: "corrects a camera's clock, or lists the cameras",
      details: """
        If a camera was not set to summer time, or to the time of the place, all of its photos have the wrong hour. \
        The correction is saved; the photo files do not change. `undo` removes the correction. A photo with a position \
        then uses the time zone of its place.
        """,
      examples: [
        .init(
          "let moments = cluster Examples/Photos\nlet cameras = photos clock\nphotos clock $cameras[0].camera +1h",
          "an hour later"),
        .init("cluster Examples/Photos\nphotos clock", "the cameras of the photos that were read"),
      ],
      searchWords: ["time", "zone", "summer", "shift", "wrong", "camera", "correct"], effect: .saved, in: .photos,
      shows: .drawn { CameraClockCommands($0).showCameras($1) }
    ) { (session, arguments) throws(Failure) in
      guard let camera = arguments.text(0) else { return .value(.list(try CameraClockCommands(session).cameras())) }
      guard let shift = arguments.duration(1) else {
        throw .refused(
          "`photos clock` expects the time to add to the camera's clock",
          "try: photos clock \(Word.quotedIfNeeded(camera)) +1h"
        )
        .about(1)
      }
      try CameraClockCommands(session).correct(camera, by: shift)
      return .value(.none)
    }
  ]

  static let events = [corrected.row]

  static let corrected = EventEntry<PhotoPart.Correction>(
    "photos.clock", "a camera's clock was corrected", lasts: true,
    fields: [
      .init("camera", "the camera's name") { $0.camera },
      .init("shift", "the correction of the camera's clock") { $0.shift },
      .init("photos", "the number of photos from the camera") { $0.photos },
    ],
    says: { line, new, _ in
      let photos = TimeText.count(new.photos, "photo")
      if new.shift == .zero {
        line.write(.done, new.camera, ": no clock correction, \(photos)")
      } else {
        line.write(.done, new.camera, ": \(CameraClockCommands.words(new.shift)) than its clock showed: \(photos)")
      }
    },
    reason: { fields, _ in
      ["The photos are not changed: the correction applies when they are shown, and `undo` removes it."]
    })

  static func words(_ shift: Duration) -> String {
    shift < .zero ? "\(TimeText.length(.zero - shift)) earlier" : "\(TimeText.length(shift)) later"
  }
}

extension CameraClockCommands {
  /// Returns the cameras of the photos that were read, and the state of their clocks.
  fileprivate func cameras() throws(Failure) -> [Value] {
    let album = try CurrentLibrary(session).albumRead()
    var counts: [String: Int] = [:]
    var owners: [String: String] = [:]
    for photo in album.scan.photos {
      guard let camera = photo.camera else { continue }
      counts[camera, default: 0] += 1
      owners[photo.path] = camera
    }
    var shifts: [String: [Duration: Int]] = [:]
    for problem in album.scan.problems {
      guard case .clockElsewhere(let camera, let place) = problem.reason, let owner = owners[problem.path] else {
        continue
      }
      shifts[owner, default: [:]][.minutes(Int64(place.minutes - camera.minutes)), default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { camera, count in
      let needed = shifts[camera]?.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      return .record([
        "camera": .text(camera), "photos": count.value, "shift": session.world.photos.clocks[camera].value,
        "seems": .text(needed.map { "\(CameraClockCommands.words($0)), judging by the place" } ?? ""),
      ])
    }
  }

  fileprivate func showCameras(_ value: Value) {
    guard let cameras = value.list?.compactMap(\.record) else { return }
    if cameras.isEmpty { return session.printer.writeLine(StyledText(" no photo has a camera in its metadata", .dim)) }
    let glyphs = session.output.line.glyphs
    session.printer.writeTable(
      cameras,
      [
        .init("camera", overflow: .wrap) { StyledText(sanitized($0["camera"]?.text ?? "", glyphs: glyphs)) },
        .init("photos", .right) { StyledText(String(Int($0["photos"]?.number ?? 0))) },
        .init("corrected") {
          StyledText($0["shift"]?.duration.map { CameraClockCommands.words($0) } ?? "")
        },
        .init("suggested", overflow: .wrap, rank: 1) { StyledText($0["seems"]?.text ?? "", .dim) },
      ])
  }

  fileprivate func correct(_ camera: String, by shift: Duration) throws(Failure) {
    let now = try session.present()
    let photos =
      session.world.photos.clocks[camera] == nil
      ? try CurrentLibrary(session).albumRead().scan.photos : session.world.photos.album?.scan.photos ?? []
    let count = photos.count { $0.camera == camera }
    guard count > 0 || session.world.photos.clocks[camera] != nil else {
      let all = photos.compactMap(\.camera)
      let near = all.first { $0.lowercased().contains(camera.lowercased()) } ?? closest(to: camera, among: all)
      guard let first = near ?? all.first else {
        throw .refused("no photos that name a camera have been read", PhotoCommands.example ?? "try: cluster FOLDER")
      }
      throw .refused(
        "no photo was taken with '\(camera)'", "try: photos clock \(Word.quotedIfNeeded(first)) …"
      )
      .about(
        0)
    }
    session.change { $0.photos.correct(camera, by: shift) }
    session.process(.photos(.corrected(.init(camera: camera, shift: shift, photos: count), at: now)))
  }
}
