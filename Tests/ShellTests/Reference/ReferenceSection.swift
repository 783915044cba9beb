/// A generated part of Grammar.md, between `<!-- name -->` and `<!-- end -->`.
struct ReferenceSection {
  let name: String
  let markdown: String
}
