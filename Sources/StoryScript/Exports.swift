/// Also exports the syntax: a file that imports StoryScript can name diagnostics, commands and syntax trees.
@_exported import StorySyntax
