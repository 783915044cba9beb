/// What a text in three quotes can have wrong: words behind the first quotes, words before the last ones, or a line that
/// is indented less than those.
public enum LongTextFault: Hashable, Sendable { case firstLine, lastLine, indentation }
