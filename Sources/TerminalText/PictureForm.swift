/// The way in which a screen shows photos.
public enum PictureForm: Hashable, Sendable {
  /// Not at all.
  case none
  case halfBlocks
  /// In pixels.
  case raster

  /// - Parameter graphics: how the terminal shows pixels, as far as it has said so.
  public init(_ palette: Palette, _ glyphs: GlyphSet, _ graphics: Graphics? = nil) {
    // Whoever asked for no colours wants no picture either.
    if palette.hasColour, graphics != nil {
      self = .raster
    } else {
      self = HalfBlocks.arePossible(palette.depth, glyphs) ? .halfBlocks : .none
    }
  }
}
