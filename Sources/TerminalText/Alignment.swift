/// The place of a cell's text in its column.
public enum Alignment: Hashable, Sendable { case left, right }
