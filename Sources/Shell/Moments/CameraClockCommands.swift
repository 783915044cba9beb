import Moments
import StoryScript
import Terminal
import Timeline

enum CameraClockCommands {
  static let entries: [CommandEntry] = [
    CommandEntry(
      "photos clock",
      [
        Parameter("CAMERA", .text, optional: true, "its name, as `photos clock` lists it"),
        Parameter(
          "SHIFT", .duration(.days(-36_500) ... .days(36_500)), optional: true,
          "how much later than its clock it was: +1h, -30s; 0s takes the correction back"),
      ],
      summary: "corrects a camera's clock, or lists the cameras",
      details: """
        A camera that was not set to summer time, or to the time of the place, has all its photos at a wrong hour. The \
        correction is kept beside the photos, which stay as they are; `undo` takes it back. Where a photo has a position, \
        the zone is that of the place from then on.
        """,
      examples: [
        .init(
          "let moments = cluster Examples/Photos\nlet cameras = photos clock\nphotos clock $cameras[0].camera +1h",
          "an hour later"),
        .init("cluster Examples/Photos\nphotos clock", "the cameras of the photos that were read"),
      ],
      searchWords: ["time", "zone", "summer", "shift", "wrong", "camera", "correct"], effect: .saved, in: .photos,
      shows: .drawn { $0.showCameras($1) }
    ) { (session, arguments) throws(Failure) in
      guard let camera = arguments.text(0) else { return .value(.list(try session.cameras())) }
      guard let shift = arguments.duration(1) else {
        throw .refused(
          "how much later was it than the camera's clock?", "photos clock \(Word.quotedIfNeeded(camera)) +1h"
        )
        .about(1)
      }
      try session.correct(camera, by: shift)
      return .value(.none)
    }
  ]

  static let events = [corrected.row]

  static let corrected = EventEntry<PhotoPart.Correction>(
    "photos.clock", "a camera's clock was corrected", lasts: true,
    fields: [
      .init("camera", "which one") { $0.camera },
      .init("shift", "how much later than its clock it was") { $0.shift },
      .init("photos", "how many of the photos that were read are its") { $0.photos },
    ],
    says: { line, new, _ in
      let photos = TimeText.count(new.photos, "photo")
      if new.shift == .zero {
        line.say(.done, new.camera, ": its clock is right, \(photos)")
      } else {
        line.say(.done, new.camera, ": \(CameraClockCommands.words(new.shift)) than its clock said, \(photos)")
      }
    },
    reason: { fields, _ in
      ["The photos stay as they are: it applies to what is shown of them, and `undo` takes it back."]
    })

  static func words(_ shift: Duration) -> String {
    shift < .zero ? "\(TimeText.length(.zero - shift)) earlier" : "\(TimeText.length(shift)) later"
  }
}

extension Session {
  /// Returns the cameras of the photos that were read, and the state of their clocks.
  fileprivate func cameras() throws(Failure) -> [Value] {
    let album = try albumRead()
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
        "camera": .text(camera), "photos": count.value, "shift": world.photos.clocks[camera].value,
        "seems": .text(needed.map { "\(CameraClockCommands.words($0)) where it was" } ?? ""),
      ])
    }
  }

  fileprivate func showCameras(_ value: Value) {
    guard let cameras = value.list?.compactMap(\.record) else { return }
    if cameras.isEmpty { return speaker.writeLine(StyledText(" no photo says its camera", .dim)) }
    let glyphs = output.line.glyphs
    writeTable(
      cameras,
      [
        .init("camera", overflow: .wrap) { StyledText(sanitized($0["camera"]?.text ?? "", glyphs: glyphs)) },
        .init("photos", .right) { StyledText(String(Int($0["photos"]?.number ?? 0))) },
        .init("corrected") {
          StyledText($0["shift"]?.duration.map { CameraClockCommands.words($0) } ?? "")
        },
        .init("seems to need", overflow: .wrap, rank: 1) { StyledText($0["seems"]?.text ?? "", .dim) },
      ])
  }

  fileprivate func correct(_ camera: String, by shift: Duration) throws(Failure) {
    let now = try present()
    let photos =
      world.photos.clocks[camera] == nil ? try albumRead().scan.photos : world.photos.album?.scan.photos ?? []
    let count = photos.count { $0.camera == camera }
    guard count > 0 || world.photos.clocks[camera] != nil else {
      let all = photos.compactMap(\.camera)
      let near = all.first { $0.lowercased().contains(camera.lowercased()) } ?? closest(to: camera, among: all)
      guard let first = near ?? all.first else {
        throw .refused("no photos of a camera have been read", Self.example ?? "cluster FOLDER")
      }
      throw .refused("no photo that was read is of '\(camera)'", "photos clock \(Word.quotedIfNeeded(first)) …").about(
        0)
    }
    change { $0.photos.correct(camera, by: shift) }
    happen(.photos(.corrected(.init(camera: camera, shift: shift, photos: count), at: now)))
  }
}
