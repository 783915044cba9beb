/// The terminal comes with its text: whoever imports Terminal can name a style, a table and a picture.
@_exported import TerminalText
