/// Re-exports TerminalText: an import of Terminal also provides styles, tables and pictures.
@_exported import TerminalText
