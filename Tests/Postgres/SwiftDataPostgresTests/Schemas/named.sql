-- Ships and their harbours: tables whose keys are no whole numbers, as people write them for psql, with nothing of this
-- library. Everything is made in the first schema of the search path.

CREATE DOMAIN port_code AS varchar(5) CHECK (VALUE = upper(VALUE));

CREATE FUNCTION seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_seen = clock_timestamp();
  RETURN NEW;
END $$;

CREATE FUNCTION loud() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.name = upper(NEW.name);
  RETURN NEW;
END $$;

CREATE TABLE sea_flag (
  code character(3) PRIMARY KEY,
  name text NOT NULL
);

CREATE TABLE sea_harbour (
  code port_code PRIMARY KEY,
  name text NOT NULL,
  flag_code character(3) REFERENCES sea_flag
);

CREATE TABLE sea_vessel (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  tonnage integer NOT NULL DEFAULT 0,
  home_id port_code REFERENCES sea_harbour ON DELETE SET NULL,
  sister_id uuid REFERENCES sea_vessel ON DELETE SET NULL,
  last_seen timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER seen BEFORE UPDATE ON sea_vessel FOR EACH ROW EXECUTE FUNCTION seen();

CREATE TABLE sea_sailor (
  sailor_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  rank integer,
  vessel_id uuid REFERENCES sea_vessel ON DELETE CASCADE
);
CREATE INDEX ON sea_sailor (vessel_id);

CREATE TABLE sea_calls (
  vessel_id uuid REFERENCES sea_vessel ON DELETE CASCADE,
  harbour_code port_code REFERENCES sea_harbour ON DELETE CASCADE,
  PRIMARY KEY (vessel_id, harbour_code)
);

CREATE SEQUENCE sea_ticket_numbers;
CREATE TABLE sea_ticket (
  number text PRIMARY KEY DEFAULT 'T' || nextval('sea_ticket_numbers')::text,
  buyer text NOT NULL,
  vessel_id uuid NOT NULL REFERENCES sea_vessel
);

CREATE TABLE sea_digest (
  hash bytea PRIMARY KEY,
  note text
);

-- Numbers that refer to others.
CREATE TABLE sea_voyage (
  id bigserial PRIMARY KEY,
  vessel_id uuid NOT NULL REFERENCES sea_vessel ON DELETE CASCADE,
  to_id port_code REFERENCES sea_harbour
);

CREATE TABLE sea_crier (
  name text PRIMARY KEY,
  words text
);
CREATE TRIGGER loud BEFORE INSERT ON sea_crier FOR EACH ROW EXECUTE FUNCTION loud();

-- A part of another row: its key is that row's.
CREATE TABLE sea_papers (
  vessel_id uuid PRIMARY KEY REFERENCES sea_vessel ON DELETE CASCADE,
  text text NOT NULL
);

-- What models cannot be laid over.
CREATE COLLATION sea_folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE sea_word (word text COLLATE sea_folded PRIMARY KEY);
CREATE TABLE sea_day (day date PRIMARY KEY);
CREATE TABLE sea_computed (a text, b text NOT NULL GENERATED ALWAYS AS (lower(a)) STORED PRIMARY KEY);
CREATE TABLE sea_log (vessel_id uuid REFERENCES sea_vessel, line integer, text text NOT NULL, PRIMARY KEY (vessel_id, line));

INSERT INTO sea_flag VALUES ('DE', 'Germany'), ('DK', 'Denmark'), ('p12', 'Pirates');
INSERT INTO sea_harbour VALUES ('HAM', 'Hamburg', 'DE'), ('KIE', 'Kiel', 'DE'), ('CPH', 'Copenhagen', 'DK');
INSERT INTO sea_vessel (id, name, tonnage, home_id, last_seen) VALUES
  ('00000000-0000-4000-8000-00000000000a', 'Anna', 100, 'HAM', '2020-01-01 00:00:00+00'),
  ('00000000-0000-4000-8000-00000000000b', 'Berta', 200, 'KIE', '2020-01-01 00:00:00+00'),
  ('ff000000-0000-4000-8000-00000000000c', 'Clara', 300, NULL, '2020-01-01 00:00:00+00');
UPDATE sea_vessel SET sister_id = '00000000-0000-4000-8000-00000000000a' WHERE name = 'Berta';
INSERT INTO sea_sailor (name, rank, vessel_id) VALUES
  ('Ole', 1, '00000000-0000-4000-8000-00000000000a'), ('Pia', 2, '00000000-0000-4000-8000-00000000000a'),
  ('Rasmus', NULL, '00000000-0000-4000-8000-00000000000b'), ('Stine', 3, NULL);
INSERT INTO sea_calls VALUES ('00000000-0000-4000-8000-00000000000a', 'HAM'),
  ('00000000-0000-4000-8000-00000000000a', 'CPH'), ('00000000-0000-4000-8000-00000000000b', 'CPH');
INSERT INTO sea_voyage (vessel_id, to_id) VALUES ('00000000-0000-4000-8000-00000000000a', 'CPH');
INSERT INTO sea_digest VALUES ('\x0001ff', 'first');
