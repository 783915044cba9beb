import JSON
import System

/// Files beside a photo that say what the photo itself does not: XMP from editors, JSON from Google Takeout.
///
/// They fill gaps only, all of them: XMP first, by the photo's full name and then by the name without its ending, and then
/// Google's. A photo's own date of capture and position go first; a date of change is no date of capture.
struct Sidecar: Hashable {
  /// The file's path in the library.
  var path: String
  var kind: Kind
  /// The endings, in small letters, of other files that it may be about: it is called as all of them without theirs.
  var others: [String] = []

  enum Kind: Hashable {
    case xmp
    case takeout
  }

  /// The most bytes that are read: editors keep a history of hundreds of steps in XMP, and masks; Google's files are short.
  static let mostBytes = 1 << 23

  /// Adds to `metadata` what the files beside a photo have and it lacks, each for what it has: date, position and stars may
  /// stand in several.
  /// - Parameter sidecars: in the order in which they count.
  static func fill(_ metadata: inout Metadata, from sidecars: [Sidecar], below root: String) {
    let own = metadata.rating
    // What an editor says is newer than what the camera wrote; an editor that says "no stars" may be one that only ever shows
    // the photo, so the stars of another one count.
    var said: Int?
    for sidecar in sidecars {
      metadata.rating = nil
      sidecar.fill(&metadata, fullPath: root + "/" + sidecar.path)
      if let rating = metadata.rating, said ?? 0 == 0 { said = rating }
    }
    metadata.rating = said ?? own
  }

  /// Adds to `metadata` what the file at `fullPath` has and it lacks.
  private func fill(_ metadata: inout Metadata, fullPath: String) {
    guard
      kind == .xmp || metadata.position == nil || metadata.taken.map({ $0.source >= .exifModified }) ?? true,
      let bytes = Self.read(fullPath)
    else { return }
    switch kind {
    case .xmp:
      bytes.withUnsafeBytes { bytes in
        var fields = XMPFields(bytes)
        guard !isOfAnother(fields) else { return }
        // By any prefix, and not those of another picture that this one was made of.
        if let rating = try? SidecarRating(Array(bytes)) { fields.rating = rating.stars }
        metadata.fill(fields)
        metadata.add(day: fields.day)
      }
    case .takeout:
      guard let fields = TakeoutFields(bytes) else { return }
      metadata.position = metadata.position ?? fields.position
      if let taken = fields.taken { metadata.dates.append(taken) }
    }
    metadata.dates.sort { $0.source < $1.source }
  }

  /// Whether it says that it is about another file, as Adobe's programs do.
  func isOfAnother(_ fields: XMPFields) -> Bool { fields.ending.map { others.contains($0) } ?? false }

  private static func read(_ path: String) -> [UInt8]? {
    guard let bytes = try? File.read(path, atMost: mostBytes + 1), (1...mostBytes).contains(bytes.count) else {
      return nil
    }
    return bytes
  }
}

/// The files that editors have written beside photos, as their folders list them now.
public struct EditorSidecars {
  private let root: String
  private var folders: [Substring: SidecarIndex] = [:]

  /// - Parameter root: the library's folder.
  public init(below root: String) { self.root = root }

  /// Those of a photo's file, in the order in which they count: the one by its full name, and the one by its name without the
  /// ending, unless that says to be another file's.
  /// - Parameter path: the file's path in the library.
  /// - Returns: their paths and contents; `nil` for what cannot be read or is longer than anything that an editor writes.
  public mutating func of(_ path: String) -> [(path: String, content: [UInt8]?)] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { path[..<$0] } ?? ""
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    if folders[folder] == nil {
      let names = (try? Folder.names(in: folder.isEmpty ? root : "\(root)/\(folder)")) ?? []
      folders[folder] = SidecarIndex(names, prefix: folder.isEmpty ? "" : folder + "/")
    }
    return (folders[folder]?.editors(name) ?? []).compactMap { sidecar in
      guard let bytes = try? File.read(root + "/" + sidecar.path, atMost: Sidecar.mostBytes + 1),
        bytes.count <= Sidecar.mostBytes
      else { return (sidecar.path, nil) }
      return bytes.withUnsafeBytes({ sidecar.isOfAnother(XMPFields($0)) }) ? nil : (sidecar.path, bytes)
    }
  }
}

/// The sidecars of one folder, to be found by the name of the photo that they belong to.
///
/// XMP of editors is called `a.jpg.xmp` or `a.xmp`. Google Takeout's names have no document; the rules are those of its
/// exports of 2019–2025: `a.jpg.json`, `a.jpg.supplemental-metadata.json` and its cut forms, `a.jpg(1).json` for
/// `a(1).jpg`, and no more than 46 characters of the photo's name. An edited photo and the film of a Live Photo have no
/// file of their own: that of the original says when it was.
/// Of several files all count.
struct SidecarIndex {
  /// By the name of a photo, or by the name without its ending.
  private var xmp: [String: [Sidecar]] = [:]
  /// Those of editors that are called as no file here, by their names in small letters: some programs, and disks on which
  /// letters of both sizes are one, write `a.jpg.xmp` for `A.JPG`.
  private var strays: [String: [Sidecar]] = [:]
  /// The endings of the files that an editor's file may be about, by their name without it.
  private var endings: [String: [String]] = [:]
  /// By the name of a photo.
  private var takeout: [String: [Sidecar]] = [:]
  /// By the name of a photo without its ending, for films.
  private var stills: [String: [Sidecar]] = [:]
  /// By the first characters of a photo's name.
  private var cut: [String: [Sidecar]] = [:]

  private static let longest = 46
  private static let suffix = "supplemental-metadata"
  private static let films: Set<String> = [".mp4", ".mov", ".mp"]
  /// What Google Photos puts behind the name of an edited photo, by the language of the account.
  private static let edits = [
    "-edited", "-bearbeitet", "-modifié", "-ha editado", "-editado", "-modificato", "-bewerkt", "-edytowane", "-editat",
    "-編集済み", "-effects", "-smile", "-mix",
  ]

  /// - Parameters:
  ///   - names: of all files in the folder; those of sidecars are picked out.
  ///   - prefix: what stands before them in the sidecars' paths.
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
    for name in names {
      let (stem, ending) = Self.parts(name)
      if xmp[stem] != nil, !ending.isEmpty { endings[stem, default: []].append(ending.dropFirst().lowercased()) }
    }
    let known = Set(names)
    for (name, sidecars) in xmp where !known.contains(name) && (endings[name] ?? []).allSatisfy({ $0 == "xmp" }) {
      strays[name.lowercased(), default: []] += sidecars
    }
  }

  var isEmpty: Bool { xmp.isEmpty && takeout.isEmpty && cut.isEmpty }

  private mutating func addTakeout(_ sidecar: Sidecar, _ name: String) {
    var (base, copy) = Self.numbered(name)
    if [base.count, base.utf16.count, base.utf8.count].contains(Self.longest) {
      cut[base + copy, default: []].append(sidecar)
    }
    if let dot = base.lastIndex(of: "."), Self.suffix.hasPrefix(base[base.index(after: dot)...]) {
      base = String(base[..<dot])
    }
    let (stem, ending) = Self.parts(base)
    guard !ending.isEmpty else { return }
    takeout[stem + copy + ending, default: []].append(sidecar)
    stills[stem + copy, default: []].append(sidecar)
  }

  /// The sidecars of the photo or film of this name, in the order in which they count.
  subscript(name: String) -> [Sidecar] { editors(name) + google(name) }

  /// What editors have written: by the full name, which says whose it is, and then by the name without its ending.
  func editors(_ name: String) -> [Sidecar] {
    let (stem, ending) = Self.parts(name)
    let full = xmp[name] ?? strays[name.lowercased()] ?? []
    guard stem != name, var short = xmp[stem] ?? strays[stem.lowercased()] else { return full }
    let others = (endings[stem] ?? []).filter { $0 != ending.dropFirst().lowercased() }
    for place in short.indices { short[place].others = others }
    return full + short
  }

  private func google(_ name: String) -> [Sidecar] {
    let (full, ending) = Self.parts(name)
    if let found = takeout[name] { return found }
    let (stem, copy) = Self.numbered(full)
    if !cut.isEmpty {
      let whole = stem + ending
      for beginning in [
        String(whole.prefix(Self.longest)), String(whole.utf16.prefix(Self.longest)),
        String(whole.utf8.prefix(Self.longest)),
      ] {
        if let beginning, let found = cut[beginning + copy] { return found }
      }
    }
    let original = Self.edits.first { stem.hasSuffix($0) }.map { String(stem.dropLast($0.count)) + copy } ?? full
    if original != full, let found = takeout[original + ending] { return found }
    return Self.films.contains(ending.lowercased()) ? stills[original] ?? [] : []
  }

  /// A name without its ending, and that with its dot.
  private static func parts(_ name: String) -> (stem: String, ending: String) {
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// A name without the `(1)` at its end, and that.
  private static func numbered(_ name: String) -> (name: String, copy: String) {
    guard name.hasSuffix(")"), let bracket = name.lastIndex(of: "("),
      name[name.index(after: bracket)...].dropLast().allSatisfy(\.isNumber)
    else { return (name, "") }
    return (String(name[..<bracket]), String(name[bracket...]))
  }
}

/// What Google Takeout writes beside a photo. Times are UTC only; 0/0 stands for no position.
struct TakeoutFields {
  private let json: JSON

  /// - Returns: `nil` for what does not hold these fields, such as any other JSON.
  init?(_ bytes: [UInt8]) {
    let text = bytes.starts(with: Self.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    guard let json = try? JSON(parsing: text), json["photoTakenTime"] != nil || json["geoData"] != nil else {
      return nil
    }
    self.json = json
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  var taken: CaptureTime? {
    guard let seconds = json["photoTakenTime"]?["timestamp"]?.stringValue.flatMap({ Int64($0) }), seconds != 0,
      seconds.magnitude < 1 << 36
    else { return nil }
    return CaptureTime(
      local: LocalTime(microseconds: seconds * 1_000_000), source: .takeout,
      offset: UTCOffset(minutes: 0, source: .takeout))
  }

  var position: Coordinate? {
    // The second is what the camera wrote, where nobody moved the photo on Google's map.
    ["geoData", "geoDataExif"].lazy.compactMap { name -> Coordinate? in
      guard let place = json[name], let latitude = place["latitude"]?.numberValue,
        let longitude = place["longitude"]?.numberValue
      else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }.first
  }
}
