/// A generated part of Grammar.md, or of a README.md beside the code, between `<!-- name -->` and `<!-- end -->`.
struct ReferenceSection {
  let name: String
  let markdown: String
}
