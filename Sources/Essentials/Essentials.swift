// Foundation without what carries 34 MB of tables of the world's languages along: `Data`, `Date`, `URL`, `AttributedString`
// and the coders. On systems where that part stands alone it is linked alone; no other module asks which those are.
#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif
