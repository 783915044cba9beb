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
