import StoryScript
import System

/// `storyline check --fix`: takes what errors suggest.
extension Checker {
  /// One suggestion that was taken.
  public struct Change: Sendable {
    public let line: Int
    public let before: String
    public let after: String
  }

  /// Mends a script in its file, if anything in it can be.
  /// - Throws: why it cannot be written, or must not be, because it belongs to a photo; the file is as it was then.
  public func fix(_ path: String) throws(Failure) -> [Change] {
    guard let source = try? SourceFile.read(path) else { return [] }
    let (text, changes) = mended(source)
    guard !changes.isEmpty else { return [] }
    if let content = catalog.wings.irreplaceable(path) {
      throw .refused("'\(path)' is \(content): nothing is written over it")
    }
    do throws(SystemError) { try File.replace(path, with: text.utf8) } catch {
      throw .refused("cannot write '\(path)': \(error)")
    }
    return changes
  }

  /// The text with the suggestions of its own errors, taken one after the other from its beginning. One that leaves as many
  /// errors as there were is none, unless what is left lies behind it: of two slips in a statement the second is seen only
  /// when the first is mended. O(errors × length).
  func mended(_ source: Source) -> (text: String, changes: [Change]) {
    var (source, changes, refused): (Source, [Change], Set<SourceRange>) = (source, [], [])
    var errors = self.errors(in: source)
    while let error = errors.first(where: { isMendable($0, in: source) && !refused.contains($0.range) }) {
      guard let edit = error.edit, let text = error.mended, let next = try? Source(name: source.name, text: text) else {
        break
      }
      let left = self.errors(in: next)
      let end = Int(edit.range.start) + edit.text.utf8.count
      let goesOn =
        count(left) == count(errors)
        && left.allSatisfy { $0.source?.name != source.name || Int($0.range.start) >= end || isBefore($0, edit.range) }
      guard count(left) < count(errors) || goesOn else {
        refused.insert(error.range)
        continue
      }
      let line = source.position(of: Int(edit.range.start)).line
      changes.append(Change(line: line, before: source.text(edit.range), after: edit.text))
      (source, errors, refused) = (next, left, [])
    }
    return (source.text(SourceRange(0, source.bytes.count)), changes)
  }

  private func isBefore(_ error: Diagnostic, _ range: SourceRange) -> Bool { error.range.end <= range.start }

  private func isMendable(_ error: Diagnostic, in source: Source) -> Bool {
    error.source?.name == source.name && !error.problem.isWarning && error.edit != nil
  }

  private func count(_ errors: [Diagnostic]) -> Int { errors.count { !$0.problem.isWarning } }
}
