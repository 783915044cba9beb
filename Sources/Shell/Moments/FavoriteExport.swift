import Essentials
import Moments
import StoryScript
import System

/// The favourites as files that other programs read.
struct FavoriteExport {
  enum Form: String, CaseIterable {
    /// A path on each line.
    case list
    /// A playlist of the same, for players of pictures.
    case m3u
    /// A sidecar for each photo, with its stars.
    case xmp
  }

  /// What is written, by its path below the folder.
  let files: [(path: String, content: [UInt8])]
  /// How many favourites are in them.
  let count: Int
  /// Favourites of which a list cannot tell: their names have line breaks.
  let unlisted: Int

  init(_ album: Album, _ favourites: [Int], as form: Form) {
    let photos = favourites.map { album.scan.photos[$0] }
    guard form != .xmp else {
      files = photos.map { ($0.path + ".xmp", Array(Self.sidecar(stars: $0.metadata.rating ?? 0).utf8)) }
      (count, unlisted) = (photos.count, 0)
      return
    }
    let root = (try? FilePath.resolved(album.scan.root)) ?? album.scan.root
    let listed = photos.filter { !$0.path.contains(where: \.isNewline) }
    var content = form == .m3u ? Array("#EXTM3U\n#EXTENC: UTF-8\n".utf8) : []
    for photo in listed { content += FileName.bytes(root + (root.hasSuffix("/") ? "" : "/") + photo.path) + [0x0A] }
    files = [(form == .m3u ? "favorites.m3u" : "favorites.txt", content)]
    (count, unlisted) = (listed.count, photos.count - listed.count)
  }

  /// XMP with nothing but the rating; five stars where the photo has none of its own.
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

extension Session {
  /// Writes an export into a folder, which is made where it is missing. All is looked at before anything is written.
  /// - Returns: how many files were written; those that stood there already with the same content are not.
  func write(_ export: FavoriteExport, to folder: String, replacing: Bool) throws(Failure) -> Int {
    let full = FilePath.expanded(folder)
    try refuseInLibrary(full, as: folder)
    if let status = try? FileStatus(full), !status.isFolder { throw .refused("'\(folder)' is no folder") }
    var missing: [(path: String, content: [UInt8])] = []
    for file in export.files {
      let path = full + "/" + file.path
      try refuseInLibrary(path, as: path)
      // A folder of photos that nobody has read is one all the same.
      if file.path.hasSuffix(".xmp"), File.exists(String(path.dropLast(4))) {
        throw .refused(
          "'\(String(path.dropLast(4)))' is there: nothing is ever written beside a photo", "choose another folder")
      }
      guard File.exists(path) else {
        missing.append(file)
        continue
      }
      // A byte more than is expected tells a longer file from the same one.
      if (try? File.read(path, atMost: file.content.count + 1)) == file.content { continue }
      if export.files.count > 1 || !replacing {
        let remedy = export.files.count > 1 ? "choose another folder" : "add 'replace' to write it anew"
        throw .refused("'\(folder)/\(file.path)' is there already", remedy)
      }
      missing.append(file)
    }
    for file in missing {
      let path = full + "/" + file.path
      do throws(SystemError) { try Folder.make(FilePath.folder(of: path), mode: 0o755) } catch {
        throw .refused("cannot make the folder '\(FilePath.folder(of: path))': \(error)")
      }
      try write(to: path, replacing: replacing) { (_) in file.content }
    }
    if export.unlisted > 0 {
      let names = TimeText.count(
        export.unlisted, "favourite has a line break in its name", "favourites have line breaks in their names")
      notice("\(names) and cannot be listed")
    }
    return missing.count
  }
}
