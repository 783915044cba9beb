import JSON
import System
import Timeline

/// A file beside a photo with metadata that the photo lacks: XMP from editors, JSON from Google Takeout.
///
/// Sidecars only fill gaps, and all of them are used: first XMP with the photo's full name, then XMP with the name
/// without its extension, then Google's. A photo's own capture date and position take precedence; a modification date
/// is not a capture date.
struct Sidecar: Hashable {
  /// The file's path in the library.
  var path: String
  var kind: Kind
  /// The lowercase extensions of other files that the sidecar may belong to, since its name is theirs without the
  /// extension.
  var others: [String] = []
  /// The file's lowercase extension, if the sidecar more likely belongs to one of the others: a raw file's sidecar has the
  /// name of its JPEG, and of another camera's photo with the same number. It corrects nothing here unless it names this
  /// extension.
  var doubtfulEnding: String?

  enum Kind: Hashable {
    case xmp
    case takeout
  }

  /// The maximum number of bytes to read: editors store a history of hundreds of steps in XMP, and masks; Google's
  /// files are short.
  static let byteLimit = 1 << 23

  /// Adds metadata from a photo's sidecars that the photo lacks. Each contributes the values that it has: date,
  /// position and rating may come from different sidecars.
  /// - Parameter sidecars: The sidecars in order of precedence.
  static func fill(_ metadata: inout Metadata, from sidecars: [Sidecar], below root: String) {
    let own = metadata.rating
    let embedded = metadata.dates.first { $0.source < .gps }
    var edited: Edited?
    // An editor's rating is newer than the camera's. But an editor that says "no stars" may only ever have shown the
    // photo, so another editor's rating counts.
    var said: Int?
    for sidecar in sidecars {
      metadata.rating = nil
      let date = sidecar.fill(&metadata, embedded, fullPath: root + "/" + sidecar.path)
      edited = edited ?? date
      if let rating = metadata.rating, said ?? 0 == 0 { said = rating }
    }
    metadata.rating = said ?? own
    if let embedded, let edited { correct(&metadata, embedded, as: edited) }
  }

  /// Adopts an editor's date that differs from the file's: the sidecar exists for such corrections, since editors do
  /// not write into raw files.
  ///
  private static func correct(_ metadata: inout Metadata, _ embedded: CaptureTime, as edited: Edited) {
    switch edited.relation(to: embedded) {
    case .same(let offset): learnOffset(&metadata, of: embedded, offset)
    case .coarser: break
    case .different:
      var local = edited.date.local
      // A time of day that the editor does not give stays: it shows the order of a burst.
      if local.microsecondsOfDay == 0 {
        local.microseconds += embedded.local.microsecondsOfDay
      } else if edited.lacksSeconds {
        local.microseconds += embedded.local.microsecondsOfDay % Edited.minute
      }
      metadata.dates.removeAll { $0.source == edited.date.source && $0.local == edited.date.local }
      metadata.dates.insert(CaptureTime(local: local, source: .sidecar, offset: edited.date.offset), at: 0)
    }
  }

  /// A capture date according to an editor.
  ///
  /// Editors copy dates without fractions of a second, and some without seconds or with the time 00:00; some convert them
  /// to UTC.
  private struct Edited {
    let date: CaptureTime
    let lacksSeconds: Bool

    fileprivate static let minute: Int64 = 60_000_000

    enum Relation {
      /// A copy of the file's date; it may tell the offset.
      case same(UTCOffset?)
      /// The day of the file's date.
      case coarser
      case different
    }

    func relation(to embedded: CaptureTime) -> Relation {
      func isSame(_ a: Int64, _ b: Int64) -> Bool { (a - b).magnitude < 1_000_000 }
      let own = embedded.local.microseconds
      let coarse =
        date.local.microsecondsOfDay % Self.minute == 0 ? own - embedded.local.microsecondsOfDay % Self.minute : own
      let difference = coarse - date.local.microseconds
      if isSame(difference, 0) || isSame(own, date.local.microseconds) { return .same(date.offset) }
      if date.local.microsecondsOfDay == 0, date.local.dayNumber == embedded.local.dayNumber { return .coarser }
      if let a = embedded.offset, let b = date.offset,
        isSame(difference, Int64(a.minutes - b.minutes) * Self.minute)
      {
        return .same(nil)
      }
      let quarters = difference.flooredDivision(by: 900_000_000)
      if embedded.offset == nil, date.offset?.minutes == 0, isSame(difference, quarters * 900_000_000),
        let offset = UTCOffset(minutes: Int(quarters) * 15, source: .xmp)
      {
        return .same(offset)
      }
      return .different
    }
  }

  private static func learnOffset(_ metadata: inout Metadata, of date: CaptureTime, _ offset: UTCOffset?) {
    guard date.offset == nil, let offset, let place = metadata.dates.firstIndex(of: date) else { return }
    metadata.dates[place].offset = offset
  }

  /// Adds metadata from the file at `fullPath` that is missing.
  /// - Parameter embedded: The capture date in the photo's file.
  /// - Returns: The capture date according to an editor, if it may correct that of the file.
  private func fill(_ metadata: inout Metadata, _ embedded: CaptureTime?, fullPath: String) -> Edited? {
    guard let bytes = Self.read(fullPath) else { return nil }
    var edited: Edited?
    switch kind {
    case .xmp:
      bytes.withUnsafeBytes { bytes in
        var fields = XMPFields(bytes)
        guard !isOfAnother(fields) else { return }
        if let date = fields.original ?? fields.photoshop {
          edited = Edited(
            date: CaptureTime(
              local: date.local, source: fields.original == nil ? .xmpPhotoshop : .xmpOriginal,
              offset: date.offset.flatMap { UTCOffset(minutes: $0, source: .xmp) }),
            lacksSeconds: fields.lacksSeconds)
        }
        if let doubtfulEnding, fields.ending != doubtfulEnding, let embedded, let date = edited {
          edited = nil
          // A file with another date is another photo, whose stars and place are not this one's either.
          if case .different = date.relation(to: embedded) { return }
        }
        // This rating may have any prefix, and is never that of another picture that this one was made from.
        if let rating = try? SidecarRating(Array(bytes)) { fields.rating = rating.stars }
        metadata.fill(fields)
        metadata.add(day: fields.day)
      }
    case .takeout:
      guard let fields = TakeoutFields(bytes) else { return nil }
      if fields.isFavorite { metadata.rating = Self.favoriteStars }
      metadata.position = metadata.position ?? fields.position
      if let taken = fields.taken { metadata.dates.append(taken) }
    }
    metadata.dates.sort { $0.source < $1.source }
    return edited
  }

  /// The stars of a photo that is marked as a favourite in Google Photos, which has no stars.
  private static let favoriteStars = 5

  /// `true` if the sidecar says that it belongs to another file, as Adobe's programs do.
  func isOfAnother(_ fields: XMPFields) -> Bool { fields.ending.map { others.contains($0) } ?? false }

  private static func read(_ path: String) -> [UInt8]? {
    guard let bytes = try? File.read(path, atMost: byteLimit + 1), (1...byteLimit).contains(bytes.count) else {
      return nil
    }
    return bytes
  }
}

/// The files that editors have written beside photos, as currently listed in their folders.
public struct EditorSidecars {
  private let root: String
  private var folders: [Substring: SidecarIndex] = [:]

  /// - Parameter root: The library's folder.
  public init(below root: String) { self.root = root }

  /// Returns the sidecars of a photo's file in order of precedence: the one with its full name, and the one with its
  /// name without the extension, unless that one says that it belongs to another file.
  /// - Parameter path: The file's path in the library.
  /// - Returns: Their paths and contents; `nil` for content that cannot be read or is longer than any that an editor
  ///   writes.
  public mutating func of(_ path: String) -> [(path: String, content: [UInt8]?)] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[..<$0] } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    if folders[folder] == nil {
      let names = (try? Folder.names(in: folder.isEmpty ? root : "\(root)/\(folder)")) ?? []
      folders[folder] = SidecarIndex(names, prefix: folder.isEmpty ? "" : folder + "/")
    }
    return (folders[folder]?.editors(name) ?? []).compactMap { sidecar in
      guard let bytes = try? File.read(root + "/" + sidecar.path, atMost: Sidecar.byteLimit + 1),
        bytes.count <= Sidecar.byteLimit
      else { return (sidecar.path, nil) }
      return bytes.withUnsafeBytes({ sidecar.isOfAnother(XMPFields($0)) }) ? nil : (sidecar.path, bytes)
    }
  }
}

/// The sidecars of a folder, which can be found by the name of their photo.
///
/// The XMP of editors is named `a.jpg.xmp` or `a.xmp`. Google Takeout's names are undocumented; the rules are those
/// of its exports of 2019–2025: `a.jpg.json`, `a.jpg.supplemental-metadata.json` and its truncated forms,
/// `a.jpg(1).json` for `a(1).jpg`, and at most 46 characters of the photo's name. An edited photo and the film of a
/// Live Photo have no sidecar of their own: that of the original has the date. If there are several sidecars, all
/// count.
struct SidecarIndex {
  /// Editors' sidecars by the name of a photo, or by the name without its extension.
  private var xmp: [String: [Sidecar]] = [:]
  /// Editors' sidecars that match no file name here exactly, by their lowercase names: some programs, and
  /// case-insensitive disks, write `a.jpg.xmp` for `A.JPG`.
  private var unmatchedSidecars: [String: [Sidecar]] = [:]
  /// The extensions of the files that an editor's sidecar may belong to, by their name without the extension.
  private var endings: [String: [String]] = [:]
  /// Google's sidecars by the name of a photo.
  private var takeout: [String: [Sidecar]] = [:]
  /// Google's sidecars by the name of a photo without its extension, for films.
  private var stills: [String: [Sidecar]] = [:]
  /// Google's sidecars that name a photo without its extension.
  private var bare: [String: [Sidecar]] = [:]
  /// Google's sidecars by the first characters of a photo's name.
  private var cut: [String: [Sidecar]] = [:]

  private static let lengthLimit = 46
  private static let suffix = "supplemental-metadata"
  private static let films: Set<String> = [".mp4", ".mov", ".mp"]
  /// The suffixes that Google Photos appends to the name of an edited photo, by the language of the account.
  fileprivate static let edits = [
    "-edited", "-bearbeitet", "-modifié", "-ha editado", "-editado", "-modificato", "-bewerkt", "-edytowane", "-editat",
    "-編集済み", "-effects", "-smile", "-mix",
  ]

  /// - Parameters:
  ///   - names: The names of all files in the folder, including those that are not sidecars.
  ///   - prefix: The prefix of the sidecars' paths.
  init(_ names: some Sequence<String>, prefix: String) {
    for name in names {
      let end = name.utf8.suffix(5).map { $0 | 0x20 }
      if end.elementsEqual(".json".utf8) {
        addTakeout(Sidecar(path: prefix + name, kind: .takeout), String(name.dropLast(5)))
      } else if end.dropFirst().elementsEqual(".xmp".utf8) {
        xmp[String(name.dropLast(4)), default: []].append(Sidecar(path: prefix + name, kind: .xmp))
      }
    }
    guard !xmp.isEmpty else { return }
    let wanted = Set(xmp.keys.map { $0.lowercased() })
    for name in names {
      let (stem, ending) = Self.parts(name)
      if !ending.isEmpty, wanted.contains(stem.lowercased()) {
        endings[stem, default: []].append(ending.dropFirst().lowercased())
      }
    }
    let known = Set(names)
    for (name, sidecars) in xmp where !known.contains(name) && (endings[name] ?? []).allSatisfy({ $0 == "xmp" }) {
      unmatchedSidecars[name.lowercased(), default: []] += sidecars
    }
  }

  var isEmpty: Bool { xmp.isEmpty && takeout.isEmpty && bare.isEmpty && cut.isEmpty }

  private mutating func addTakeout(_ sidecar: Sidecar, _ name: String) {
    var (base, copy) = Self.numbered(name)
    if [base.count, base.utf16.count, base.utf8.count].contains(Self.lengthLimit) {
      cut[base + copy, default: []].append(sidecar)
    }
    var isShort = false
    if let dot = base.lastIndex(of: "."), Self.suffix.hasPrefix(base[base.index(after: dot)...]) {
      isShort = base[dot...].count > 1
      base = String(base[..<dot])
    }
    let (stem, ending) = Self.parts(base)
    if isShort, !MediaFormat.extensions.contains(ending.dropFirst().lowercased()) {
      bare[base + copy, default: []].append(sidecar)
    }
    guard !ending.isEmpty else { return }
    takeout[stem + copy + ending, default: []].append(sidecar)
    stills[stem + copy, default: []].append(sidecar)
  }

  /// Returns the sidecars of the photo or film with this name, in order of precedence.
  subscript(name: String) -> [Sidecar] { editors(name) + google(name) }

  /// Returns the sidecars of editors: first by the full name, which identifies the photo, then by the name without
  /// its extension.
  func editors(_ name: String) -> [Sidecar] {
    let (stem, ending) = Self.parts(name)
    let full = xmp[name] ?? unmatchedSidecars[name.lowercased()] ?? []
    guard stem != name, var short = xmp[stem] ?? unmatchedSidecars[stem.lowercased()] else { return full }
    let own = ending.dropFirst().lowercased()
    let others = (endings[stem] ?? []).filter { $0 != own }
    let isDoubtful = !Self.isMain(own, among: others.filter { MediaFormat.extensions.contains($0) })
    for place in short.indices {
      short[place].others = others
      if isDoubtful { short[place].doubtfulEnding = own }
    }
    return full + short
  }

  /// Returns whether a sidecar that has the name of several files without their extensions belongs to the file with this
  /// one: the only raw file, since editors write beside raw files what they write into others, or else the only picture.
  private static func isMain(_ own: String, among others: [String]) -> Bool {
    for kind in [MediaFormat.rawExtensions, ["dng"]] where kind.contains(own) || others.contains(where: kind.contains) {
      return kind.contains(own) && !others.contains(where: kind.contains)
    }
    return !MediaFormat.filmExtensions.contains(own) && others.allSatisfy(MediaFormat.filmExtensions.contains)
      || others.isEmpty
  }

  private func google(_ name: String) -> [Sidecar] {
    let (full, ending) = Self.parts(name)
    if let found = takeout[name] { return found }
    let (stem, copy) = Self.numbered(full)
    if !cut.isEmpty {
      let whole = stem + ending
      for beginning in [
        String(whole.prefix(Self.lengthLimit)), String(whole.utf16.prefix(Self.lengthLimit)),
        String(whole.utf8.prefix(Self.lengthLimit)),
      ] {
        if let beginning, let found = cut[beginning + copy] { return found }
      }
    }
    if let found = bare[full] { return found }
    let original = Edit(stem).map { $0.original + copy } ?? full
    if original != full, let found = takeout[original + ending] ?? bare[original] { return found }
    return Self.films.contains(ending.lowercased()) ? stills[original] ?? [] : []
  }

  /// The name of a photo that Google has edited or made from another one.
  struct Edit {
    /// The name of the other photo, without its extension.
    let original: String
    /// `true` if the name has the complete suffix. Google shortens long names, so that the suffix may be cut off.
    let isWhole: Bool
    /// `true` if the picture was made from several: a collage, or a group photo in which everyone smiles.
    let isOfSeveral: Bool

    /// The longest names that Google writes are 46 or 47 characters, or bytes, without the extension.
    private static let lengthLimits = 46...47

    /// - Returns: `nil` for the name of any other photo.
    init?(_ stem: String) {
      if let whole = SidecarIndex.edits.first(where: { stem.hasSuffix($0) }) {
        (original, isWhole) = (String(stem.dropLast(whole.count)), true)
        isOfSeveral = whole == "-smile" || whole == "-mix"
        return
      }
      guard [stem.count, stem.utf16.count, stem.utf8.count].contains(where: Self.lengthLimits.contains),
        let dash = stem.lastIndex(of: "-"), stem[dash...].count >= 3,
        SidecarIndex.edits.contains(where: { $0.hasPrefix(stem[dash...]) })
      else { return nil }
      (original, isWhole, isOfSeveral) = (String(stem[..<dash]), false, false)
    }
  }

  /// Returns a name without its extension, and the extension with its dot.
  private static func parts(_ name: String) -> (stem: String, ending: String) {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// Returns a name without the `(1)` at its end, and that suffix.
  static func numbered(_ name: String) -> (name: String, copy: String) {
    guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "("),
      name[name.index(after: bracket)...].dropLast().allSatisfy({ $0.isNumber })
    else { return (name, "") }
    return (String(name[..<bracket]), String(name[bracket...]))
  }
}

/// The metadata that Google Takeout writes beside a photo. Times are always UTC; 0/0 means no position.
struct TakeoutFields {
  private let json: JSON

  /// - Returns: `nil` for data without these fields, such as any other JSON.
  init?(_ bytes: [UInt8]) {
    let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    guard let json = try? JSON(parsing: text), json["photoTakenTime"] != nil || json["geoData"] != nil else {
      return nil
    }
    self.json = json
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  var isFavorite: Bool { json["favorited"]?.boolValue ?? false }

  var taken: CaptureTime? {
    guard let seconds = json["photoTakenTime"]?["timestamp"]?.stringValue.flatMap({ Int64($0) }), seconds != 0,
      seconds.magnitude < 1 << 36
    else { return nil }
    return CaptureTime(
      local: LocalTime(microseconds: seconds * 1_000_000), source: .takeout,
      offset: UTCOffset(minutes: 0, source: .takeout))
  }

  var position: Coordinate? {
    // The second one is the camera's position, which counts if no one has moved the photo on Google's map.
    ["geoData", "geoDataExif"].lazy.compactMap { name -> Coordinate? in
      guard let place = json[name], let latitude = place["latitude"]?.numberValue,
        let longitude = place["longitude"]?.numberValue
      else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }.first
  }
}
