import Moments
import SessionState
import ShellCore
import StoryScript
import System

/// The favourites as files for other programs.
struct FavoriteExport {
  enum Form: String, CaseIterable {
    /// A path on each line.
    case list
    /// A playlist of these paths, for picture players.
    case m3u
    /// A sidecar for each photo, with its stars: a copy of the photo's own sidecar if it has one.
    case xmp
  }

  /// A file of the export.
  struct Written {
    /// The path relative to the folder.
    let path: String
    let content: [UInt8]
    /// The photos that the file describes, by their paths in the library.
    var photos: [String] = []
  }

  private(set) var files: [Written] = []
  /// The number of favourites in the files.
  let count: Int
  /// The number of favourites that a list cannot contain, because their names have line breaks.
  let unlisted: Int
  /// The number of favourites whose sidecars all have the right stars already.
  private(set) var same = 0
  /// The sidecars of favourites that must not be changed, with the reasons.
  private(set) var unsafe: [(path: String, reason: String)] = []
  /// The number of files that were added or left alone.
  private var handled = 0

  /// The number of files for which Lightroom reads no sidecar: only those of raw files, and not of DNG.
  private(set) var withoutSidecar = 0

  /// - Parameters:
  ///   - leastStars: The stars of a favourite; a photo with fewer of its own gets five.
  ///   - isForLightroom: Whether sidecars have the names that Lightroom reads: `IMG_1.xmp` for IMG_1.CR2.
  init(_ album: Album, _ favourites: [Int], as form: Form, leastStars: Int, isForLightroom: Bool = false) {
    let photos = favourites.map { album.scan.photos[$0] }
    guard form != .xmp else {
      (count, unlisted) = (photos.count, 0)
      addSidecars(of: photos, below: album.scan.root, leastStars, isForLightroom)
      return
    }
    let root = (try? FilePath.resolved(album.scan.root)) ?? album.scan.root
    let listed = photos.filter { !$0.path.contains { $0.isNewline } }
    var content = form == .m3u ? Array("#EXTM3U\n#EXTENC: UTF-8\n".utf8) : []
    for photo in listed { content += FileName.bytes(root + (root.hasSuffix("/") ? "" : "/") + photo.path) + [0x0A] }
    (count, unlisted) = (listed.count, photos.count - listed.count)
    files = [Written(path: form == .m3u ? "favorites.m3u" : "favorites.txt", content: content)]
  }

  // MARK: Sidecars

  /// Adds a file for each photo: a new sidecar if there is none, otherwise a copy of the existing one in which only
  /// the stars differ. Sidecars that have stars already are left out.
  private mutating func addSidecars(
    of photos: [Photo], below root: String, _ leastStars: Int, _ isForLightroom: Bool
  ) {
    var sidecars = EditorSidecars(below: root)
    var places: [String: Int] = [:]
    for photo in photos {
      let stars = photo.metadata.rating.flatMap { $0 >= leastStars ? $0 : nil } ?? 5
      let before = handled
      // Editors open a raw file and its JPEG as two photos, so each gets its stars.
      for path in photo.editable {
        var beside = sidecars.of(path)
        var name = path + ".xmp"
        if isForLightroom {
          guard let short = Self.lightroomName(path) else {
            withoutSidecar += 1
            handled += 1
            continue
          }
          // Many disks do not distinguish IMG_1.XMP from IMG_1.xmp: the copy must be that file.
          beside.removeAll { $0.path.lowercased() != short.lowercased() }
          name = short
          if beside.isEmpty, File.exists(root + "/" + short) {
            skip(short, "belongs to another file")
            continue
          }
        }
        if !beside.isEmpty {
          addChange(of: beside, stars, leastStars, photo: path, &places)
        } else {
          append(name, Array(Self.sidecar(stars: stars).utf8), photo: path, &places)
        }
      }
      if handled == before { same += 1 }
    }
    files.removeAll { file in unsafe.contains { $0.path == file.path } }
  }

  /// Returns the name of the sidecar that Lightroom reads for a raw file; `nil` for all other files, into which it writes.
  private static func lightroomName(_ path: String) -> String? {
    guard let dot = path.lastIndex(of: "."),
      MediaFormat.rawExtensions.contains(path[path.index(after: dot)...].lowercased())
    else { return nil }
    return path[..<dot] + ".xmp"
  }

  /// Adds a copy of the sidecar in which an editor looks for a photo's stars: of several the one that mentions stars,
  /// otherwise the one with the photo's full name. Adds nothing if one of them has stars.
  private mutating func addChange(
    of beside: [(path: String, content: [UInt8]?)], _ stars: Int, _ leastStars: Int, photo: String,
    _ places: inout [String: Int]
  ) {
    var readable: [(path: String, rating: SidecarRating)] = []
    for (path, content) in beside {
      guard let content else {
        skip(path, "cannot be read")
        continue
      }
      do throws(SidecarRating.Problem) { readable.append((path, try SidecarRating(content))) } catch {
        skip(path, error.description)
      }
    }
    // A user rejected this file by hand: that counts more than decisions about the photo or its other files.
    if let rejected = readable.first(where: { $0.rating.stars == -1 }) {
      return skip(rejected.path, "rejects this file with -1 stars")
    }
    guard !readable.contains(where: { $0.rating.stars ?? 0 >= leastStars }),
      let chosen = readable.first(where: { $0.rating.stars != nil }) ?? readable.first
    else { return }
    do throws(SidecarRating.Problem) {
      append(chosen.path, try chosen.rating.bytes(with: stars), photo: photo, &places)
    } catch {
      skip(chosen.path, error.description)
    }
  }

  private mutating func skip(_ path: String, _ reason: String) {
    handled += 1
    if !unsafe.contains(where: { $0.path == path }) { unsafe.append((path, reason)) }
  }

  /// Appends a file; two photos may share one if its content is the same for both.
  private mutating func append(_ path: String, _ content: [UInt8], photo: String, _ places: inout [String: Int]) {
    handled += 1
    guard let place = places[path] else {
      places[path] = files.count
      return files.append(Written(path: path, content: content, photos: [photo]))
    }
    files[place].photos.append(photo)
    if files[place].content != content {
      skip(path, "belongs to \(files[place].photos[0]) and \(photo), which have different numbers of stars")
    }
  }

  /// Returns XMP with only the rating; five stars if the photo has none of its own.
  static func sidecar(stars: Int) -> String {
    """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(stars > 0 ? stars : 5)"/>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>

    """
  }
}

extension FavoriteCommands {
  private static let noteLimit = 5

  /// Writes an export into a folder, which is created if it is missing. Everything is checked before anything is
  /// written.
  /// - Returns: the number of files written, without those that already exist with the same content.
  func write(_ export: FavoriteExport, to folder: String, replacing: Bool) throws(Failure) -> Int {
    let full = FilePath.expanded(folder)
    try FileAccess(session).refuseInLibrary(full, as: folder)
    if let status = try? FileStatus(full), !status.isFolder { throw .refused("'\(folder)' is not a folder") }
    var missing: [FavoriteExport.Written] = []
    for file in export.files {
      let path = full + "/" + file.path
      try FileAccess(session).refuseInLibrary(path, as: path)
      // A folder of photos is one even if it was never read.
      if let photo = file.photos.first(where: { File.exists("\(full)/\($0)") }) {
        throw .refused(
          "'\(full)/\(photo)' is a photo, and Storyline never writes next to photos", "choose another folder")
      }
      guard File.exists(path) else {
        missing.append(file)
        continue
      }
      // One more byte than expected distinguishes a longer file from an identical one.
      if (try? File.read(path, atMost: file.content.count + 1)) == file.content { continue }
      if export.files.count > 1 || !replacing {
        let remedy = export.files.count > 1 ? "choose another folder" : "add `replace` to overwrite it"
        throw .refused("'\(folder)/\(file.path)' already exists", remedy)
      }
      missing.append(file)
    }
    for file in missing {
      let path = full + "/" + file.path
      do throws(SystemError) { try Folder.make(FilePath.folder(of: path), mode: 0o755) } catch {
        throw .refused("cannot create the folder '\(FilePath.folder(of: path))': \(error)")
      }
      try FileAccess(session).write(to: path, replacing: replacing) { (_) in file.content }
    }
    if export.unlisted > 0 {
      let names = TimeText.count(
        export.unlisted, "favourite has a line break in its name", "favourites have line breaks in their names")
      session.notice("\(names) and cannot be listed")
    }
    for sidecar in export.unsafe.prefix(Self.noteLimit) {
      session.notice("'\(sidecar.path)' \(sidecar.reason): its stars were not changed, and it was left out")
    }
    if export.unsafe.count > Self.noteLimit {
      session.notice(
        "\(TimeText.count(export.unsafe.count - Self.noteLimit, "more sidecar")) left out for similar reasons")
    }
    return missing.count
  }
}
