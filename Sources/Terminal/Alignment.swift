/// Where a cell's text stands in its column.
public enum Alignment: Hashable, Sendable { case left, right }
