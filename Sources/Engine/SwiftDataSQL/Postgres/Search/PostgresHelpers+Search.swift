// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// Functions of the full-text search: the words of texts, and how well a row matches.
  ///
  /// PostgreSQL's own parser takes `e-mail`, addresses and numbers for words of their own kinds, and depends on the database's
  /// locale for what a letter is. Files do neither.
  extension PostgresHelpers {
    var search: [String] { [wordText, words, weights, rank] }

    /// A text as its words, in the form that is compared, with a space between them.
    private var wordText: String {
      let (latin, marks) = (WordFold.latin, WordFold.marks)
      return function(
        "swiftdata_word_text", "t text", "text",
        """
        SELECT CASE WHEN octet_length(t) = length(t) THEN btrim(regexp_replace(lower(t COLLATE "C"), '[^a-z0-9]+', ' ', 'g')) \
        ELSE btrim(regexp_replace(replace(lower(regexp_replace(normalize(regexp_replace(normalize(t, NFD), \
        '(?<=[\(latin)])[\(marks)]+', '', 'g'), NFC), '[\(marks)]+', '', 'g') COLLATE \(prefix)swiftdata_localized), 'ς', 'σ') COLLATE "C", \
        '[^\(WordFold.parts)]+', ' ', 'g')) END
        """)
    }

    /// The words of several texts with their places, and a place between one text and the next, so that no phrase is found
    /// across. A `tsvector` has a megabyte at most: of long texts it has no places, and of very long ones not all words.
    private var words: String {
      function(
        "swiftdata_words", "texts text[]", "tsvector",
        """
        SELECT CASE WHEN octet_length(w) < 200000 THEN (SELECT \
        coalesce(string_agg(left(word, \(WordFold.longest)) || ':' || least(place, 16383), ' '), '')::tsvector \
        FROM string_to_table(w, ' ') WITH ORDINALITY AS x(word, place) WHERE word <> '') \
        ELSE (SELECT array_to_tsvector(array_agg(word)) FROM (SELECT word, sum(octet_length(word)) OVER (ORDER BY place) \
        AS total FROM (SELECT left(word, \(WordFold.longest)) AS word, min(place) AS place FROM string_to_table(w, ' ') \
        WITH ORDINALITY AS x(word, place) WHERE word <> '' GROUP BY 1) AS d) AS e WHERE total < 1000000) END \
        FROM (SELECT coalesce(string_agg(\(prefix)swiftdata_word_text(t), '  ' ORDER BY i), '') AS w \
        FROM unnest(texts) WITH ORDINALITY AS a(t, i)) AS c
        """)
    }

    /// How rare each word is: the part of BM25 that is the same for all rows. Beyond ten thousand rows with a word, it is
    /// common, and nobody counts on.
    private var weights: String {
      function(
        "swiftdata_weights", "rows regclass, words tsquery[]", "float8[]",
        """
        DECLARE total float8; found float8; word tsquery; result float8[] := '{}'; BEGIN \
        IF cardinality(words) < 2 THEN RETURN '{1}'; END IF; \
        SELECT greatest(reltuples, 0) INTO total FROM pg_class WHERE oid = rows; \
        FOREACH word IN ARRAY words LOOP \
        EXECUTE format('SELECT count(*) FROM (SELECT FROM %s WHERE \(PostgresSearchIndex.column) @@ $1 LIMIT 10001) AS s', rows) \
        INTO found USING word; \
        result := result || ln(1 + (greatest(total, found) - found + 0.5) / (found + 0.5)); \
        END LOOP; RETURN result; END
        """, language: "plpgsql", volatility: "STABLE")
    }

    /// Lower is better, as in files: the words by how rare they are and how often they occur, less in longer texts.
    private var rank: String {
      function(
        "swiftdata_rank", "row_words tsvector, words tsquery[], weights float8[]", "float8",
        "SELECT -coalesce(sum(ts_rank(row_words, word, 1) * weight), 0)::float8 FROM unnest(words, weights) AS u(word, weight)"
      )
    }
  }
#endif
