/// A part of Grammar.md that is made anew, between `<!-- name -->` and `<!-- end -->`.
struct ReferenceSection {
  let name: String
  let markdown: String
}
