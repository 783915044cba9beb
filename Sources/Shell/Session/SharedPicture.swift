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
