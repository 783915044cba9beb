import Bluesky
import RichText
import SessionState
import StoryScript
import Timeline

/// The posts in the text that a user typed, or the reason why the text is not a post.
enum PostWords {
  /// - Parameters:
  ///   - splits: `true` if a text that is too long becomes several posts.
  ///   - languages: language tags, separated by spaces or commas; `tags` has the same form.
  ///   - warnings: the author's own content warnings.
  ///   - mayBeEmpty: `true` if the post shows something even without a text.
  static func posts(
    _ text: String, at instant: Instant, splits: Bool, isNumbered: Bool, languages: String?, tags: String?,
    warnings: [String] = [], mayBeEmpty: Bool = false
  ) throws(Failure) -> [Post] {
    let labels = try labels(languages, tags, warnings)
    if text.utf8.count > lengthLimit {
      throw .refused(
        "this text is too long: \(TimeText.grouped(text.utf8.count)) bytes (limit \(TimeText.grouped(lengthLimit)))",
        "post only part of the text")
    }
    let pieces = splits ? PostSplit(text, isNumbered: isNumbered).pieces : [text]
    guard mayBeEmpty || !pieces.isEmpty else { throw .refused(isEmpty) }
    var posts: [Post] = []
    for piece in pieces.isEmpty ? [""] : pieces {
      do throws(Post.Problem) {
        posts.append(try Post(piece, created: instant, labels: labels, mayBeEmpty: mayBeEmpty))
      } catch {
        throw failure(error, splits)
      }
    }
    return posts
  }

  /// A text longer than this is not even measured: a thread of a hundred posts needs a tenth of it.
  private static let lengthLimit = 300_000

  private static let isEmpty = "a post needs some text"

  private static func failure(_ problem: Post.Problem, _ splits: Bool) -> Failure {
    switch problem {
    case .empty: return .refused(isEmpty)
    case .tooLong(let measure):
      let words =
        measure.remainingGraphemes < 0
        ? "leave out \(TimeText.count(-measure.remainingGraphemes, "character"))"
        : "leave out \(TimeText.count(-measure.remainingBytes, "byte"))"
      return .refused(
        "this post is too long: \(TimeText.count(measure.graphemes, "character")) (limit \(PostMeasure.graphemeLimit)), \(measure.bytes) bytes (limit \(PostMeasure.byteLimit))",
        splits ? words : "\(words), or add `split` for a thread")
    }
  }

  private static func labels(_ languages: String?, _ tags: String?, _ warnings: [String]) throws(Failure) -> Post.Labels
  {
    func words(_ text: String?) -> [String] {
      (text ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
    }
    do throws(Post.Labels.Problem) {
      return try Post.Labels(languages: words(languages), tags: words(tags), warnings: warnings)
    } catch {
      switch error {
      case .tooManyLanguages(let count):
        throw .refused("too many languages: \(count) (limit \(Post.Labels.languageLimit))")
      case .noLanguage(let word):
        throw .refused("'\(word)' is not a language code", "try: lang de, lang pt-BR, lang \"de en\"")
      case .tooManyTags(let count):
        throw .refused("too many tags: \(count) (limit \(Post.Labels.tagLimit), not counting tags in the text)")
      case .noWarning(let word): throw .refused("'\(word)' is not a content warning")
      case .emptyTag: throw .refused("a tag needs a word after its #")
      case .tagTooLong(let tag):
        throw .refused(
          tag.count > Post.Labels.tagGraphemeLimit
            ? "the tag '\(tag.prefix(20))…' is too long: \(tag.count) characters (limit \(Post.Labels.tagGraphemeLimit))"
            : "the tag '\(tag.prefix(20))…' is too long: \(tag.utf8.count) bytes (limit \(Post.Labels.tagByteLimit))")
      }
    }
  }

  /// Returns `1`, `1 and 2` or `1, 2 and 3`; of many numbers only the first ones.
  /// - Parameter mark: the text before each number.
  static func list(_ numbers: [Int], _ mark: String = "") -> String {
    let shown = numbers.prefix(8).map { mark + String($0) }
    if numbers.count > shown.count { return shown.joined(separator: ", ") + " and \(numbers.count - shown.count) more" }
    return shown.listed("and")
  }
}
