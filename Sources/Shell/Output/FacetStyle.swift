import RichText
import Terminal

/// The styles of what stands in a text, the same while it is typed and wherever it is shown.
extension Style {
  init(_ kind: FacetSpan.Kind) {
    self =
      switch kind {
      case .mention: .mention
      case .partialMention: .partialMention
      case .link, .bareLink, .localLink: .link
      case .tag, .cashtag: .tag
      }
  }

  init(_ feature: Facet.Feature) {
    switch feature {
    case .mention(_, let isComplete): self.init(isComplete ? .mention : .partialMention)
    case .link: self.init(.link)
    case .tag: self.init(.tag)
    }
  }
}
