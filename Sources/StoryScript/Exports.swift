/// The language comes with its syntax: whoever imports StoryScript can name a diagnostic, a command and a syntax tree.
@_exported import StorySyntax
