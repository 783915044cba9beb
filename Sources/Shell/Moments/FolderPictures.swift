import Moments
import StoryScript
import System
import Terminal

extension Session {
  /// A folder's pictures in the order in which they were taken; says which could not be read.
  func pictures(in path: String) throws(Failure) -> Pictures {
    let scan: Scan
    do throws(ScanError) {
      scan = try Scanner().scan(FilePath.expanded(path), while: { !Interruption.isRequested })
    } catch {
      if case .cancelled = error { throw Failure(.interrupted) }
      throw .refused(error.description, "story play deck Examples/Photos")
    }
    if !scan.problems.isEmpty {
      let count = TimeText.count(scan.problems.count, "file")
      notice("\(count) gave trouble and cannot be shown: `cluster` this folder, and `photos report` lists them")
    }
    let photos = scan.photos.enumerated()
      .sorted { ($0.element.taken.local, $0.offset) < ($1.element.taken.local, $1.offset) }
      .map(\.element)
    return Pictures(folder: scan.root, names: photos.map(\.path))
  }
}
