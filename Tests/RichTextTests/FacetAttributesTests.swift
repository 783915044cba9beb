import Foundation
import RichTextAttributes
import Testing

@testable import RichText

@Suite("Facet attributes")
struct FacetAttributesTests {
  @Test("Text that is typed next to a facet does not inherit it")
  func inheritance() {
    #expect(!FacetAttributes.MentionAttribute.inheritedByAddedText)
    #expect(!FacetAttributes.LinkAttribute.inheritedByAddedText)
    #expect(!FacetAttributes.TagAttribute.inheritedByAddedText)
  }

  @Test("A facet whose text changes loses its mark")
  func invalidation() {
    var text = Detector(.bluesky).attributedString(for: "#tag #other")
    let index = text.characters.index(text.startIndex, offsetBy: 2)
    text.characters.insert("x", at: index)
    #expect(text.runs.compactMap(\.tag) == ["other"])
  }

  @Test("A container holds the one attribute that a feature means")
  func containers() {
    let mention = AttributeContainer(.mention(handle: "bob", isComplete: false))
    #expect(mention[FacetAttributes.MentionAttribute.self] == .init(handle: "bob", isComplete: false))
    #expect(mention[FacetAttributes.TagAttribute.self] == nil)
    #expect(AttributeContainer(.link(uri: "https://a.com"))[FacetAttributes.LinkAttribute.self] == "https://a.com")
    #expect(AttributeContainer(.tag("a"))[FacetAttributes.TagAttribute.self] == "a")
  }
}
