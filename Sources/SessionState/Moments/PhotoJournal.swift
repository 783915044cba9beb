import JSON
import Journal
import Moments
import Timeline

/// The persistence of photos: writing to the journal and reading it.
extension PhotoPart {
  /// The reviews that count, and all folders that were read.
  package struct Persisted: PersistedShare {
    package enum Name: CaseIterable, Hashable, Sendable {
      case reviewed, favorited, unfavorited, shown, library, clustered, clock, clockShift, clockStretch
    }

    fileprivate var review = Review()
    package private(set) var libraries: Set<String> = []
    fileprivate var snapshot = Snapshot()

    static func kind(_ name: Name) -> PersistedKind {
      let (mark, photo, body) = (
        "the photo's identity: its size in bytes, the time on the camera's clock in microseconds, and a hash of the first 4 KiB",
        "the photo's path at that time",
        "hashes of the file's middle and end and, for files up to 64 MiB, of the whole file; absent in older "
          + "journals"
      )
      let fields: KeyValuePairs<String, String> = ["mark": mark, "photo": photo, "body": body]
      let choice: KeyValuePairs<String, String> = [
        "mark": mark, "photo": photo, "body": body,
        "further": "`true` for another file of the same photo, such as its original; absent otherwise",
      ]
      let forms: [String: PersistedForm] = ["mark": .line(), "photo": .line(8_192), "body": .line()]
      let choiceForms = forms.merging(["further": .flag]) { $1 }
      return switch name {
      case .reviewed:
        PersistedKind(name: "photo.reviewed", summary: "a photo was reviewed", fields: fields, forms: forms)
      case .favorited:
        PersistedKind(
          name: "photo.favorited", changes: true, action: .adds("favourite"), summary: "a photo became a favourite",
          fields: choice, forms: choiceForms)
      case .unfavorited:
        PersistedKind(
          name: "photo.unfavorited", changes: true, action: .removes("favourite"),
          summary: "a photo is no longer a favourite, whatever its rating",
          fields: choice, forms: choiceForms)
      case .shown:
        PersistedKind(
          name: "photo.shown", changes: true, authority: .device,
          summary: "a photo was shown again",
          fields: [
            "mark": "the photo's identity; empty for the last reviewed photo",
            "body":
              "hashes of the file's middle and end and, for files up to 64 MiB, of the whole file; absent in older "
              + "journals",
          ])
      case .library:
        PersistedKind(
          name: "photos.library", authority: .device, key: "folder",
          summary: "a photo folder was read; Storyline never writes to it",
          fields: ["folder": "the folder's absolute path"])
      case .clustered:
        PersistedKind(
          name: "photos.clustered", changes: true, authority: .device, summary: "photos were divided into moments",
          fields: LibraryChoice.fields)
      case .clock:
        PersistedKind(
          name: "photos.clock", changes: true, key: "camera", action: .changes("camera's clock", "cameras' clocks"),
          summary: "a camera's clock was corrected; read from older journals",
          fields: [
            "camera": "the camera's maker and model",
            "shift": "the correction of all photos in microseconds; 0 removes it",
            "stretches":
              "other corrections, absent if there are none: `from` and `to`, times on the camera's clock, and `shift`",
          ], forms: ["camera": .line(), "shift": .whole(-Self.shiftLimit...Self.shiftLimit), "stretches": .list])
      case .clockShift:
        PersistedKind(
          name: "photos.clock.shift", changes: true, key: "camera",
          action: .changes("camera's clock", "cameras' clocks"),
          summary: "a camera's clock was corrected outside of the stretches with another correction",
          fields: ["camera": "the camera's maker and model", "shift": "the correction in microseconds; 0 removes it"],
          forms: ["camera": .line(), "shift": .whole(-Self.shiftLimit...Self.shiftLimit)])
      case .clockStretch:
        PersistedKind(
          name: "photos.clock.stretch", changes: true, key: "stretch",
          action: .changes("stretch of a camera's clock", "stretches of cameras' clocks"),
          summary: "a stretch of a camera's clock was corrected",
          fields: [
            "stretch": "the stretch and the camera as one text", "camera": "the camera's maker and model",
            "from": "the first time on the camera's clock, in microseconds", "to": "the last time",
            "shift":
              "the correction in microseconds; absent if the stretch has the correction of the whole camera again",
          ],
          forms: [
            "stretch": .line(), "camera": .line(), "from": .whole(-(1 << 60)...1 << 60),
            "to": .whole(-(1 << 60)...1 << 60),
            "shift": .whole(-Self.shiftLimit...Self.shiftLimit),
          ])
      }
    }

    mutating func fold(_ name: Name, _ saved: Journal.SavedEvent) -> Bool {
      let payload = saved.event.payload
      switch name {
      case .reviewed:
        guard let mark = Self.mark(payload) else { return false }
        review.look(at: mark, at: saved.event.instant)
      case .favorited, .unfavorited:
        guard let mark = Self.mark(payload) else { return false }
        review.choose(mark, isFavourite: name == .favorited)
      case .shown:
        let mark = Self.mark(payload)
        guard mark != nil || payload["mark"]?.stringValue == "" else { return false }
        snapshot.shown = mark
      case .library:
        guard let folder = payload["folder"]?.stringValue else { return false }
        libraries.insert(folder)
      case .clustered:
        guard let library = LibraryChoice(payload) else { return false }
        snapshot.library = library
      case .clock:
        guard let camera = payload["camera"]?.stringValue, let shift = payload["shift"]?.integerValue,
          shift.magnitude <= 1 << 60
        else { return false }
        let stretches = (payload["stretches"]?.arrayValue ?? []).compactMap(Self.stretch)
        let clock = CameraClock(whole: Duration(microseconds: shift), stretches: stretches)
        snapshot.clocks[camera] = clock.isRight ? nil : clock
      case .clockShift:
        guard let camera = payload["camera"]?.stringValue, let shift = payload["shift"]?.integerValue,
          shift.magnitude <= 1 << 60
        else { return false }
        apply(.whole(Duration(microseconds: shift)), to: camera)
      case .clockStretch:
        guard let camera = payload["camera"]?.stringValue, let from = payload["from"]?.integerValue,
          let to = payload["to"]?.integerValue, from <= to, [from, to].allSatisfy({ $0.magnitude <= 1 << 60 })
        else { return false }
        let shift = payload["shift"]?.integerValue
        guard shift?.magnitude ?? 0 <= 1 << 60 else { return false }
        let range = LocalTime(microseconds: from)...LocalTime(microseconds: to)
        apply(.stretch(range, shift.map { Duration(microseconds: $0) }), to: camera)
      }
      return true
    }

    private mutating func apply(_ change: CameraClock.Change, to camera: String) {
      var clock = snapshot.clocks[camera] ?? CameraClock()
      clock.apply(change)
      snapshot.clocks[camera] = clock.isRight ? nil : clock
    }

    private static func stretch(_ json: JSON) -> CameraClock.Stretch? {
      guard let from = json["from"]?.integerValue, let to = json["to"]?.integerValue,
        let shift = json["shift"]?.integerValue, [from, to, shift].allSatisfy({ $0.magnitude <= 1 << 60 })
      else { return nil }
      return .init(
        from: LocalTime(microseconds: from), to: LocalTime(microseconds: to), shift: Duration(microseconds: shift))
    }

    /// 400 years, in microseconds.
    private static let shiftLimit = Duration.days(146_097).microseconds

    fileprivate static func mark(_ payload: Journal.Payload) -> PhotoMark? {
      payload["mark"]?.stringValue.flatMap {
        PhotoMark(text: $0, body: payload["body"]?.stringValue, path: payload["photo"]?.stringValue ?? "")
      }
    }
  }

  /// Returns whether an event of another device ended a favourite; `nil` for other events.
  package func countsAsChoice(_ saved: Journal.SavedEvent, since before: PhotoPart) -> Bool? {
    guard saved.event.type == Persisted.kind(.unfavorited).name else { return nil }
    // The photo is counted with its first file.
    guard saved.event.payload["further"]?.boolValue != true else { return false }
    guard let mark = Persisted.mark(saved.event.payload) else { return false }
    return review.choices[mark] == false && before.review.choices[mark] != false
  }

  // MARK: Facts

  static func kept(_ fact: Fact, _ place: PersistedPlace) -> PersistedFact? {
    switch fact {
    case .reviewed(let mark, let path, let at): make(.reviewed, mark, path, .id(id(mark, place)), at)
    case .chosen(let mark, let path, let isFavourite, let isFurther, let at):
      make(
        isFavourite ? .favorited : .unfavorited, mark, path,
        .turn(
          cause: ["photo", isFavourite ? "favorited" : "unfavorited", mark.completeText], name: name(mark, isFavourite)),
        at, isFurther: isFurther)
    case .library(let folder, let at):
      PersistedFact(
        type: Persisted.kind(.library).name, identity: .id(Journal.Event.ID(cause: "photos", "library", folder)),
        at: at,
        payload: ["folder": .string(folder)])
    }
  }

  private static func make(
    _ name: Persisted.Name, _ mark: PhotoMark, _ path: String?, _ identity: PersistedFact.Identity, _ at: Instant,
    isFurther: Bool = false
  ) -> PersistedFact {
    PersistedFact(
      type: Persisted.kind(name).name, identity: identity, at: at,
      payload: Journal.Payload(
        fields(mark) + [.init("photo", .string(path ?? ""))] + (isFurther ? [.init("further", .bool(true))] : [])))
  }

  private static func fields(_ mark: PhotoMark) -> [JSON.Field] {
    let body = mark.body.map { [JSON.Field("body", .string($0.text))] } ?? []
    return [.init("mark", .string(mark.text))] + body
  }

  /// Returns the ID of a look, which is unique to the session: another session may have looked at the photo as well,
  /// and its look stays after an undo.
  private static func id(_ mark: PhotoMark, _ place: PersistedPlace) -> Journal.Event.ID {
    Journal.Event.ID(cause: "photo", "reviewed", mark.completeText, place.session)
  }

  private static func name(_ mark: PhotoMark, _ isFavourite: Bool) -> String {
    "favourite/\(isFavourite)/\(mark.completeText)"
  }

  func changes(to other: PhotoPart, at instant: Instant, _ place: PersistedPlace, _ change: (PersistedChange) -> Void) {
    if isSame(as: other) || review == other.review { return }
    for mark in review.looks(missingIn: other.review) { change(.void(Self.id(mark, place))) }
    for mark in other.review.looks(missingIn: review) { change(.restore(Self.id(mark, place))) }
    let (mine, theirs) = (review.choices, other.review.choices)
    guard mine != theirs else { return }
    let album = other.album ?? album
    func fact(_ mark: PhotoMark, _ isFavourite: Bool) -> PersistedFact? {
      Self.kept(.chosen(mark, path: album?.path(of: mark), isFavourite: isFavourite, at: instant), place)
    }
    for (mark, isFavourite) in mine where theirs[mark] != isFavourite {
      if let opposite = fact(mark, !isFavourite) {
        change(.takeBack(name: Self.name(mark, isFavourite), otherwise: opposite))
      }
    }
    for (mark, isFavourite) in theirs where mine[mark] == nil {
      if let fact = fact(mark, isFavourite) { change(.append(fact)) }
    }
  }

  // MARK: Snapshot

  /// The snapshot of photos.
  struct Snapshot: Hashable, Sendable {
    fileprivate(set) var clocks: [String: CameraClock] = [:]
    /// The shown photo, if it is not the one that was reviewed last.
    fileprivate(set) var shown: PhotoMark?
    fileprivate(set) var library: LibraryChoice?
  }

  func snapshot(_ place: PersistedPlace) -> Snapshot {
    Snapshot(clocks: clocks, shown: snapshotShown, library: snapshotLibrary)
  }

  static func snapshot(_ kept: Persisted) -> Snapshot { kept.snapshot }

  static func changes(
    from before: Snapshot, to snapshot: Snapshot
  ) -> [(name: Persisted.Name, payload: Journal.Payload)] {
    var changes: [(name: Persisted.Name, payload: Journal.Payload)] = []
    for camera in Set(before.clocks.keys).union(snapshot.clocks.keys).sorted()
    where before.clocks[camera] != snapshot.clocks[camera] {
      let clock = snapshot.clocks[camera] ?? CameraClock()
      // Each part is an event, so another device's corrections of other parts stay.
      for change in (before.clocks[camera] ?? CameraClock()).changes(to: clock) {
        changes.append(Self.event(change, of: camera))
      }
    }
    if before.shown != snapshot.shown {
      changes.append((.shown, Journal.Payload(snapshot.shown.map { fields($0) } ?? [.init("mark", .string(""))])))
    }
    if let library = snapshot.library, library != before.library { changes.append((.clustered, library.payload)) }
    return changes
  }

  private static func event(
    _ change: CameraClock.Change, of camera: String
  ) -> (name: Persisted.Name, payload: Journal.Payload) {
    switch change {
    case .whole(let shift):
      return (.clockShift, ["camera": .string(camera), "shift": .integer(shift.microseconds)])
    case .stretch(let range, let shift):
      let (from, to) = (range.lowerBound.microseconds, range.upperBound.microseconds)
      let fields: [JSON.Field] = [
        .init("stretch", .string("\(from)/\(to) \(camera)")), .init("camera", .string(camera)),
        .init("from", .integer(from)), .init("to", .integer(to)),
      ]
      return (
        .clockStretch, Journal.Payload(fields + (shift.map { [.init("shift", .integer($0.microseconds))] } ?? []))
      )
    }
  }

  mutating func restore(_ kept: Persisted, _ place: PersistedPlace) {
    restore(
      kept.review, kept.snapshot.shown ?? kept.review.looks.last?.mark, kept.snapshot.library,
      clocks: kept.snapshot.clocks)
  }

  mutating func join(_ kept: Persisted, _ place: PersistedPlace) {
    let shown = album == nil ? kept.snapshot.shown ?? kept.review.looks.last?.mark : kept.snapshot.shown
    join(kept.review, shown, kept.snapshot.library, clocks: kept.snapshot.clocks)
  }
}
