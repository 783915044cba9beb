/// The place in a source that an instruction comes from, for messages.
struct Place {
  var range: SourceRange
  var source: Int32
}
