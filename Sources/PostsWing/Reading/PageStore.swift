import Bluesky
import ShellCore
import System
import Timeline

/// The last pages of lists, conversations and people that a real session has read, each in a file of the state
/// folder. They are shown without a network.
///
/// The pages are copies of a server's data, so losing them loses nothing: a damaged file counts as missing, and a
/// failure to write is not reported. Only the owner may read the files.
final class PageStore {
  private var folder: String?
  /// The number of lists that are kept; the list that was read longest ago is removed first.
  private static let limit = 64

  /// Keeps the pages in a state folder from now on.
  func open(_ stateFolder: String) { folder = stateFolder + (stateFolder.hasSuffix("/") ? "" : "/") + "pages" }

  func save(_ new: CachedPages) {
    guard let folder else { return }
    let name = CachedPages.fileName(new.name)
    guard let text = new.after(pages(new.name)).text else { return }
    do throws(SystemError) {
      try Folder.make(folder)
      let isNew = !File.exists(folder + "/" + name)
      try File.replaceOwn(folder + "/" + name, with: text.utf8, lasts: false)
      if isNew { removeOldestPages(in: folder) }
    } catch {
      // A cache that cannot be written is treated as missing.
    }
  }

  /// - Returns: `nil` if there are no pages of that name, or if they are damaged.
  func pages(_ name: String) -> CachedPages? {
    guard let folder,
      let bytes = try? File.read(folder + "/" + CachedPages.fileName(name), atMost: CachedPages.byteLimit),
      let pages = CachedPages(bytes), pages.name == name
    else { return nil }
    return pages
  }

  /// Returns all saved pages of an account. O(size of the saved pages).
  func all(of account: String) -> [CachedPages] {
    guard let folder, let names = try? Folder.names(in: folder) else { return [] }
    return names.compactMap { name in
      (try? File.read(folder + "/" + name, atMost: CachedPages.byteLimit)).flatMap { CachedPages($0) }
    }.filter { $0.isOf(account) }
  }

  /// Removes the saved pages of an account, which contain its private lists.
  func removeAll(of account: String) {
    guard let folder, let names = try? Folder.names(in: folder).filter(CachedPages.isFileName) else { return }
    for name in names {
      let path = folder + "/" + name
      guard let bytes = try? File.read(path, atMost: CachedPages.byteLimit), CachedPages(bytes)?.isOf(account) == true
      else { continue }
      try? File.remove(path)
    }
  }

  private func removeOldestPages(in folder: String) {
    // The user may have a folder of that name, with other files.
    guard let names = try? Folder.names(in: folder).filter(CachedPages.isFileName), names.count > Self.limit else {
      return
    }
    let byAge = names.compactMap { name in
      (try? FileStatus(folder + "/" + name)).map { (path: folder + "/" + name, modified: $0.modified) }
    }.sorted { $0.modified > $1.modified }
    for file in byAge.dropFirst(Self.limit) { try? File.remove(file.path) }
  }
}
