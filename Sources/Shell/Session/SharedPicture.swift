/// A picture ready to be handed to others: without what its file says beside it.
struct SharedPicture {
  let bytes: [UInt8]
  /// `image/jpeg`
  let type: String
  /// In pixels, as people see it.
  let width: Int
  let height: Int
  /// What its file says that it shows.
  let description: String?
}

/// Pictures that were chosen from many.
struct ChosenPictures {
  /// In the order in which they were taken, with their files.
  let pictures: [(file: String, picture: SharedPicture)]
  /// How many could not be used where fewer were found than were wanted.
  let unusable: Int
}

/// Pictures that somebody has published, wherever they are.
struct PublishedPictures {
  struct Item {
    /// What it shows, in words; empty where nobody said.
    let alt: String
    /// What names the picture, everywhere and for ever.
    let name: String
    /// The handle of whoever shows it.
    let author: String
  }

  /// Whose they are: "@3 of ana.test".
  let title: String
  let items: [Item]
}
