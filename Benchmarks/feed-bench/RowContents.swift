import FeedEngine

// Three kinds of content, each of a type of its own as in an app, with two strings each. The views
// stand for a host's: they keep their configuration and know their height.

struct ArticleContent: ContentConfiguration {
  var author: String
  var text: String
  var height: Double

  func makeContentView() -> ArticleView { ArticleView(self) }
}

final class ArticleView: ContentView {
  var configuration: ArticleContent

  init(_ configuration: ArticleContent) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: configuration.height)
  }
}

struct PhotoContent: ContentConfiguration {
  var title: String
  var caption: String
  var height: Double

  func makeContentView() -> PhotoView { PhotoView(self) }
}

final class PhotoView: ContentView {
  var configuration: PhotoContent

  init(_ configuration: PhotoContent) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: configuration.height)
  }
}

struct NoticeContent: ContentConfiguration {
  var sender: String
  var message: String
  var height: Double

  func makeContentView() -> NoticeView { NoticeView(self) }
}

final class NoticeView: ContentView {
  var configuration: NoticeContent

  init(_ configuration: NoticeContent) {
    self.configuration = configuration
  }

  func size(fitting proposal: SizeProposal) -> FeedSize {
    FeedSize(width: proposal.width ?? 0, height: configuration.height)
  }
}
