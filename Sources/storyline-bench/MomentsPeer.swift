import CPeers
import Moments

/// The C program of CPeers that sorts photos by time and divides them into moments, with photos in its own form.
struct MomentsPeer {
  private let photos: [peer_photo]

  /// - Parameter photos: with offsets, as a phone takes them: the program borrows none.
  init(_ photos: [Photo]) {
    var models: [String?: Int32] = [:]
    self.photos = photos.map { photo in
      let model = models[photo.metadata.model, default: Int32(models.count)]
      models[photo.metadata.model] = model
      return peer_photo(
        time: photo.taken.local.microseconds - Int64(photo.taken.offset?.minutes ?? 0) * 60_000_000,
        latitude: photo.position?.latitude ?? 0, longitude: photo.position?.longitude ?? 0,
        has_position: photo.position != nil, model: model)
    }
  }

  func divide() { peer_free_moments(peer_divide(photos, photos.count)) }

  /// Returns whether it finds the same moments, photo by photo.
  func agrees(with clustering: Clustering) -> Bool {
    let found = peer_divide(photos, photos.count)
    defer { peer_free_moments(found) }
    guard found.count == clustering.clusters.count else { return false }
    return clustering.clusters.enumerated().allSatisfy { number, cluster in
      let moment = found.all![number]
      return moment.count == cluster.photos.count && moment.length == cluster.length.microseconds
        && moment.bursts == cluster.bursts.count && moment.has_centre == (cluster.centre != nil)
        && cluster.photos.indices.allSatisfy { cluster.photos[$0] == Int(found.order![moment.first + $0]) }
    }
  }
}
