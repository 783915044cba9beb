/// What a rule says of one candidate.
enum Outcome {
  case facet(FacetSpan)
  /// The reason, and the bytes that it speaks of.
  case rejected(Rejection, Range<Int>)

  @inline(__always)
  var span: FacetSpan? { if case .facet(let span) = self { span } else { nil } }
}
