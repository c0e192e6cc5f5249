// SPDX-License-Identifier: Apache-2.0

#if Postgres
  /// What predicates mean and PostgreSQL has no function for, as functions of the store's namespace in plain SQL.
  ///
  /// They give what Swift gives, also for text that is not in Unicode's composed form, numbers that do not fit and
  /// divisions by zero, which would end the statement. No extension is needed.
  package struct PostgresHelpers {
    /// Raised with each change of a function, or of the tables of the history: an older store gets the new ones.
    package static let version = 4

    /// What begins and ends each character in ``characters``.
    private static let mark = "\u{1}"

    let prefix: String

    package init(_ layout: StoreLayout) { prefix = layout.helper("") }

    /// - Parameter prefix: A quoted name, and a dot.
    package init(prefix: String) { self.prefix = prefix }

    package var statements: [String] { predicates + search }

    /// What predicates and orders need.
    package var predicates: [String] { [collations] + characters + texts + folding + numbers }

    func function(
      _ name: String, _ arguments: String, _ result: String, _ body: String, language: String = "sql",
      volatility: String = "IMMUTABLE"
    ) -> String {
      "CREATE OR REPLACE FUNCTION \(prefix)\(name)(\(arguments)) RETURNS \(result) LANGUAGE \(language) \(volatility) "
        + "PARALLEL SAFE STRICT AS $swiftdata$ \(body) $swiftdata$"
    }

    /// Orders and cases of text, by ICU. A server that was built without it has the C library's: there, localized orders are
    /// those of code points.
    private var collations: String {
      let names = ["swiftdata_standard", "swiftdata_localized"].map { "CREATE COLLATION IF NOT EXISTS \(prefix)\($0) " }
      return "DO $collations$ BEGIN \(names[0])(provider = icu, locale = 'und-u-kn-true'); "
        + "\(names[1])(provider = icu, locale = 'und'); EXCEPTION WHEN feature_not_supported THEN "
        + "BEGIN \(names.map { $0 + "(provider = libc, locale = 'C.UTF-8'); " }.joined()) EXCEPTION WHEN OTHERS THEN "
        + "\(names.map { $0 + "FROM \"C\"; " }.joined()) END; END $collations$"
    }

    /// ASCII text without a carriage return has a character for each byte.
    private func isSimple(_ text: String) -> String {
      "(octet_length(\(text)) = length(\(text)) AND strpos(\(text), chr(13)) = 0)"
    }

    /// A text with a mark around each of its characters: what contains what is then a question of bytes.
    private var characters: [String] {
      let pattern = "(" + GraphemeClasses.shared.cluster + ")"
      let mark = Self.mark
      return [
        function(
          "swiftdata_characters", "t text", "text",
          "SELECT '\(mark)' || regexp_replace(normalize(t, NFC), $pattern$\(pattern)$pattern$, '\\1\(mark)', 'g')")
      ]
    }

    private var texts: [String] {
      let simple = isSimple("t")
      return [
        function(
          "swiftdata_contains", "t text, part text", "boolean",
          """
          SELECT CASE WHEN \(simple) THEN strpos(t, normalize(part, NFC)) > 0 \
          ELSE strpos(\(prefix)swiftdata_characters(t), \(prefix)swiftdata_characters(part)) > 0 END
          """),
        function(
          "swiftdata_starts", "t text, part text", "boolean",
          """
          SELECT CASE WHEN \(simple) THEN starts_with(t, normalize(part, NFC)) \
          ELSE starts_with(\(prefix)swiftdata_characters(t), \(prefix)swiftdata_characters(part)) END
          """),
        function(
          "swiftdata_ends", "t text, part text", "boolean",
          """
          SELECT CASE WHEN \(simple) THEN right(t, length(normalize(part, NFC))) = normalize(part, NFC) \
          ELSE right(\(prefix)swiftdata_characters(t), length(\(prefix)swiftdata_characters(part))) \
          = \(prefix)swiftdata_characters(part) END
          """),
        function(
          "swiftdata_length", "t text", "bigint",
          """
          SELECT CASE WHEN \(simple) THEN length(t)::bigint ELSE length(regexp_replace(normalize(t, NFC), \
          $pattern$\(GraphemeClasses.shared.cluster)$pattern$, 'x', 'g'))::bigint END
          """),
      ]
    }

    /// Without case and accents, as ``StandardStringFold`` folds.
    private var folding: [String] {
      let marks = "\\u0300-\\u036f\\u0483-\\u0487\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f"
      return [
        function(
          "swiftdata_fold", "t text", "text",
          """
          SELECT CASE WHEN octet_length(t) = length(t) THEN lower(t COLLATE "C") \
          ELSE replace(lower(upper(regexp_replace(normalize(t, NFD), '(?<=[\\u0001-\\u050f\\ufb00-\\ufb06])[\(marks)]+', '', 'g') \
          COLLATE \(prefix)swiftdata_localized)), 'ς', 'σ') COLLATE "C" END
          """),
        // The part comes folded. Nothing contains the empty text.
        function(
          "swiftdata_standard_contains", "t text, part text", "boolean",
          "SELECT part <> '' AND strpos(\(prefix)swiftdata_fold(t), part) > 0"),
      ]
    }

    private var numbers: [String] {
      [
        function(
          "swiftdata_integer", "operation text, a bigint, b bigint", "bigint",
          """
          SELECT CASE WHEN r BETWEEN -9223372036854775808 AND 9223372036854775807 THEN r::bigint END FROM (SELECT \
          CASE operation WHEN '+' THEN a::numeric + b WHEN '-' THEN a::numeric - b WHEN '*' THEN a::numeric * b \
          WHEN '/' THEN div(a::numeric, NULLIF(b, 0)::numeric) ELSE mod(a::numeric, NULLIF(b, 0)::numeric) END AS r) AS q
          """),
        function(
          "swiftdata_real", "operation text, a double precision, b double precision", "double precision",
          """
          DECLARE r double precision; negative boolean; BEGIN \
          IF operation = '/' AND b = 0 THEN \
          IF a = 0 OR a = 'NaN' THEN RETURN NULL; END IF; \
          RETURN CASE WHEN (a > 0) = (b::text = '0') THEN 'Infinity'::float8 ELSE '-Infinity'::float8 END; END IF; \
          BEGIN \
          r := CASE operation WHEN '+' THEN a + b WHEN '-' THEN a - b WHEN '*' THEN a * b ELSE a / b END; \
          EXCEPTION WHEN numeric_value_out_of_range THEN \
          negative := CASE operation WHEN '+' THEN a < 0 WHEN '-' THEN a < 0 ELSE (a < 0) <> (b < 0) END; \
          IF operation IN ('*', '/') AND (CASE operation WHEN '*' THEN ln(abs(a)) + ln(abs(b)) \
          ELSE ln(abs(a)) - ln(abs(b)) END) < 0 \
          THEN RETURN CASE WHEN negative THEN '-0'::float8 ELSE 0 END; END IF; \
          RETURN CASE WHEN negative THEN '-Infinity'::float8 ELSE 'Infinity'::float8 END; \
          END; \
          RETURN NULLIF(r, 'NaN'); END
          """, language: "plpgsql"),
        function(
          "swiftdata_float", "a double precision", "double precision",
          """
          SELECT CASE WHEN abs(a) = 'Infinity' OR a = 'NaN' THEN a WHEN abs(a) >= 3.4028235677973366e38::float8 \
          THEN sign(a) * 'Infinity'::float8 WHEN abs(a) <= 7.006492321624085e-46::float8 THEN 0 \
          ELSE a::real::float8 END
          """),
      ]
    }
  }
#endif
