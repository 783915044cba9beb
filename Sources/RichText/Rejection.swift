/// The reason why something that looks like a facet is not one.
public enum Rejection: Hashable, Sendable {
  // Any kind
  /// No mention, link or tag begins here.
  case noCandidate
  /// The character before it is neither white space nor an opening bracket.
  case notAtWordStart
  /// It lies inside an earlier link or name of the same word.
  case insideEarlierLink
  /// It follows a facet in the same word, and is not part of it.
  case afterFacet

  // Mentions
  case noHandle
  /// The handle runs into a `_` or another `@`.
  case handleRunsOn
  /// The handle has no dot, so it has no domain.
  case noDomain
  /// Only digits: a reference to a listed post.
  case postReference

  // Domains
  case unknownTopLevelDomain
  /// The domain is known, but only in lowercase.
  case upperCaseTopLevelDomain
  case startsWithoutLetter
  /// A label is empty, or contains something besides letters and digits; on a command line, where labels may contain
  /// hyphens, it is empty, too long, or begins or ends with one.
  case brokenLabel
  /// The scheme must be in lowercase.
  case upperCaseScheme
  /// Nothing follows the `://`.
  case noHost
  /// The name continues with characters that cannot be part of a domain.
  case hostRunsOn
  case emailAddress
  /// An opening bracket follows: a function call or a subscript.
  case functionCall
  /// A `:` without a port follows, as in a path on another machine.
  case remotePath
  /// The ending is that of a file name.
  case fileName
  /// The name has a local meaning: an existing file, or a name of the language.
  case localName

  // Tags
  case emptyTag
  /// Only digits and punctuation.
  case noLetterInTag
  /// The `#` belongs to the keycap emoji.
  case keycapEmoji
  /// More than 64 graphemes.
  case tagTooLong
  /// The tag begins with punctuation.
  case punctuationInFront

  // Cashtags
  /// No letter after the `$`.
  case noLetterInCashtag
  /// More than five letters and digits.
  case cashtagTooLong
  /// Something other than white space and closing punctuation follows.
  case cashtagRunsOn
  /// On a command line, `$` reads a variable.
  case variable
}

extension Rejection {
  /// Returns the reason as a sentence about the bytes `range` of `text`.
  func sentence(about range: Range<Int>, in text: ByteView, of mode: Detector.Mode) -> String {
    let culprit = text.string(range)
    switch self {
    case .noCandidate: return "plain text"
    case .notAtWordStart:
      guard range.lowerBound > 0 else { return "not at the start of a word" }
      let before = text.scalar(before: range.lowerBound).scalar
      let isTag = text[range.lowerBound] == UInt8(ascii: "#") || text[range.lowerBound] == 0xEF
      let openers =
        switch mode {
        case .bluesky: isTag ? "white space" : "white space or ("
        case .shell: "white space, a bracket or a quotation mark"
        }
      return "not at the start of a word: only \(openers) may come before it, not '\(before)'"
    case .insideEarlierLink: return "an earlier mention or link in the same word covers it"
    case .afterFacet: return "'\(culprit)' comes after the facet"
    case .noHandle: return "no handle after the @"
    case .handleRunsOn: return "'\(culprit)' follows the handle"
    case .noDomain: return "not a full handle: it has no dot, unlike bob.bsky.social"
    case .postReference: return "a reference to a listed post: only digits after the @"
    case .unknownTopLevelDomain: return "unknown top-level domain: .\(culprit)"
    case .upperCaseTopLevelDomain: return "top-level domain in capitals: .\(culprit) counts only in lower case"
    case .startsWithoutLetter: return "here, a domain must start with a letter, not with '\(culprit.prefix(1))'"
    case .brokenLabel:
      return switch mode {
      case .bluesky: "not a domain: '\(culprit)' has an empty label, or characters other than letters and digits"
      case .shell:
        "not a domain: each label has 1 to 63 characters and does not begin or end with -, unlike '\(culprit)'"
      }
    case .upperCaseScheme: return "the scheme counts only in lower case, not as \(culprit)"
    case .noHost: return "nothing to link to after \(culprit)"
    case .hostRunsOn: return "'\(culprit)' follows the domain"
    case .emailAddress: return "an email address or a login, user@host"
    case .functionCall: return "a call or a subscript: '\(culprit)' follows"
    case .remotePath: return "a path on another machine: ':' without a port follows"
    case .fileName: return "a file name, because it ends in .\(culprit): write https:// before it to link it"
    case .localName: return "'\(culprit)' is a local name: write https:// before it to link it"
    case .emptyTag: return "no tag after the #"
    case .noLetterInTag: return "only digits and punctuation: a tag needs a letter, symbol or emoji"
    case .keycapEmoji: return "the # is part of an emoji"
    case .tagTooLong: return "\(TagRule.graphemes(text, range)) graphemes; the limit is \(TagRule.graphemeLimit)"
    case .punctuationInFront: return "'\(culprit)' comes right after the #"
    case .noLetterInCashtag: return "no letter after the $"
    case .cashtagTooLong: return "more than five letters and digits after the $"
    case .cashtagRunsOn: return "'\(culprit)' follows the cashtag"
    case .variable: return "a variable on a command line"
    }
  }
}

/// A rule's verdict on one candidate.
enum Outcome {
  case facet(FacetSpan)
  /// The reason, and the bytes that it refers to.
  case rejected(Rejection, Range<Int>)

  @inline(__always)
  var span: FacetSpan? { if case .facet(let span) = self { span } else { nil } }
}
