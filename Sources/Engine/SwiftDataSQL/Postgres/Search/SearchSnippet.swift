// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// The part of an object's texts that matches a search best: a window of words in one of them.
  ///
  /// A window counts for more if it has more of the phrases, then if they occur more often, then if it begins with the text
  /// or with a sentence.
  package struct SearchSnippet {
    static let length = 16

    private let search: SearchText
    private let phrases: SearchPhrases

    package init(_ search: SearchText, _ phrases: SearchPhrases) {
      self.search = search
      self.phrases = phrases
    }

    private struct Window {
      var score: Int
      let text: String
      let words: [TextWords.Word]
      let matches: [Range<Int>]
      let start: Int
    }

    /// - Parameter texts: Of the object's searched attributes.
    package func make(of texts: [String]) -> String {
      var best: Window?
      for text in texts {
        guard let window = window(in: text), window.score > best?.score ?? -1 else { continue }
        best = window
      }
      return best.map(write) ?? ""
    }

    private func window(in text: String) -> Window? {
      let words = TextWords(text).words
      let matches = phrases.matches(in: words)
      var best: (score: Int, start: Int)?
      func consider(_ start: Int, extra: Int, isCentred: Bool) {
        var seen: Set<Int> = []
        var score = extra
        var last = start
        for match in matches[Self.first(of: matches, from: start)...] {
          guard match.range.lowerBound < start + Self.length else { break }
          score += seen.insert(match.phrase).inserted ? 1_000 : 1
          last = match.range.upperBound
        }
        guard score > best?.score ?? -1 else { return }
        // What was found stands in the middle.
        let middle = isCentred ? start - (Self.length - (last - start)) / 2 : start
        best = (score, max(min(middle, words.count - Self.length), 0))
      }
      let sentences = sentenceStarts(words, text)
      var sentence = 0
      for match in matches {
        consider(match.range.lowerBound, extra: 0, isCentred: true)
        while sentence + 1 < sentences.count, sentences[sentence + 1] <= match.range.lowerBound { sentence += 1 }
        guard sentences.indices.contains(sentence) else { continue }
        let start = sentences[sentence]
        if match.range.upperBound <= start + Self.length {
          consider(start, extra: start == 0 ? 120 : 100, isCentred: false)
        }
      }
      // A text without a match is the snippet if no other has one.
      let (score, start) = best ?? (0, 0)
      return Window(score: score, text: text, words: words, matches: matches.map(\.range), start: start)
    }

    /// The first match that begins at a word or after it. They are in order: a long text may have tens of thousands.
    private static func first(of matches: [(phrase: Int, range: Range<Int>)], from start: Int) -> Int {
      var (low, high) = (0, matches.count)
      while low < high {
        let middle = (low + high) / 2
        if matches[middle].range.lowerBound < start { low = middle + 1 } else { high = middle }
      }
      return low
    }

    private func sentenceStarts(_ words: [TextWords.Word], _ text: String) -> [Int] {
      words.indices.filter { index in
        guard index > 0 else { return true }
        let between = text.unicodeScalars[words[index - 1].range.upperBound..<words[index].range.lowerBound]
        return between.contains { $0 == "." || $0 == ":" } && between.contains { $0.properties.isWhitespace }
      }
    }

    private func write(_ window: Window) -> String {
      let words = window.words
      let end = min(window.start + Self.length, words.count)
      guard window.start < end else { return window.text }
      // Phrases that overlap are marked as one.
      var marked: [Range<Int>] = []
      for match in window.matches where match.lowerBound >= window.start && match.upperBound <= end {
        if let last = marked.last, match.lowerBound < last.upperBound {
          marked[marked.count - 1] = last.lowerBound..<max(last.upperBound, match.upperBound)
        } else {
          marked.append(match)
        }
      }
      let first = window.start == 0 ? window.text.startIndex : words[window.start].range.lowerBound
      let last = end == words.count ? window.text.endIndex : words[end - 1].range.upperBound
      var result = window.start == 0 ? "" : "…"
      var place = first
      for range in marked {
        let (lower, upper) = (words[range.lowerBound].range.lowerBound, words[range.upperBound - 1].range.upperBound)
        result += window.text[place..<lower] + search.startMark + window.text[lower..<upper] + search.endMark
        place = upper
      }
      return result + window.text[place..<last] + (end == words.count ? "" : "…")
    }
  }
#endif
