-- A shop that rents films, and the music that it sells: tables as people write them for psql, with nothing of this library.
-- Everything is made in the first schema of the search path.

CREATE TYPE rating AS ENUM ('G', 'PG', 'PG-13', 'R');
CREATE DOMAIN release_year AS integer CHECK (VALUE >= 1888 AND VALUE < 2200);

CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_update = now();
  RETURN NEW;
END $$;

CREATE TABLE language (
  language_id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name character(20) NOT NULL UNIQUE
);

CREATE TABLE categories (
  category_id serial PRIMARY KEY,
  name varchar(25) NOT NULL
);

CREATE TABLE actor (
  actor_id serial PRIMARY KEY,
  first_name varchar(45) NOT NULL,
  last_name varchar(45) NOT NULL,
  last_update timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER last_updated BEFORE UPDATE ON actor FOR EACH ROW EXECUTE FUNCTION touch();

CREATE TABLE film (
  film_id serial PRIMARY KEY,
  title varchar(255) NOT NULL,
  description text,
  release_year release_year,
  language_id smallint NOT NULL REFERENCES language,
  original_language_id smallint REFERENCES language,
  rental_duration smallint NOT NULL DEFAULT 3,
  rental_rate numeric(4, 2) NOT NULL DEFAULT 4.99,
  length smallint,
  rating rating DEFAULT 'G',
  special_features text[],
  extras jsonb,
  runs interval,
  last_update timestamptz NOT NULL DEFAULT now(),
  title_length integer GENERATED ALWAYS AS (length(title)) STORED,
  fulltext tsvector
);
CREATE INDEX film_title ON film (title);
CREATE INDEX film_release ON film (last_update);

CREATE TABLE film_actor (
  actor_id integer NOT NULL REFERENCES actor,
  film_id integer NOT NULL REFERENCES film,
  last_update timestamp NOT NULL DEFAULT now(),
  PRIMARY KEY (actor_id, film_id)
);

CREATE TABLE film_category (
  film_id integer REFERENCES film ON DELETE CASCADE,
  category_id integer REFERENCES categories ON DELETE CASCADE,
  PRIMARY KEY (film_id, category_id)
);

CREATE TABLE patron (
  patron_id serial PRIMARY KEY,
  first_name varchar(45) NOT NULL,
  email varchar(50) UNIQUE,
  activebool boolean NOT NULL DEFAULT true,
  create_date date NOT NULL DEFAULT CURRENT_DATE,
  token uuid NOT NULL DEFAULT gen_random_uuid(),
  portrait bytea
);

CREATE TABLE employee (
  employee_id serial PRIMARY KEY,
  name text NOT NULL,
  reports_to integer REFERENCES employee,
  opt integer NOT NULL DEFAULT 1
);

CREATE TABLE inventory (
  inventory_id bigserial PRIMARY KEY,
  film_id integer NOT NULL REFERENCES film ON DELETE RESTRICT,
  shelf text NOT NULL,
  place integer NOT NULL,
  UNIQUE (shelf, place)
);

CREATE TABLE rental (
  rental_id bigserial PRIMARY KEY,
  rental_date timestamp NOT NULL,
  inventory_id bigint NOT NULL REFERENCES inventory ON DELETE CASCADE,
  patron_id integer REFERENCES patron ON DELETE SET NULL,
  return_date timestamp
);
CREATE INDEX ON rental (rental_date);

CREATE TABLE payment (
  payment_id bigserial PRIMARY KEY,
  rental_id bigint REFERENCES rental ON DELETE SET NULL,
  amount numeric(5, 2) NOT NULL,
  fee double precision NOT NULL DEFAULT 0
);

-- Names as another system wrote them.
CREATE TABLE "MediaType" (
  "MediaTypeId" integer NOT NULL PRIMARY KEY,
  "Name" varchar(120)
);
CREATE TABLE "Track" (
  "TrackId" serial PRIMARY KEY,
  "Name" varchar(200) NOT NULL,
  "MediaTypeId" integer NOT NULL REFERENCES "MediaType",
  "Milliseconds" integer NOT NULL,
  "Unit Price" numeric(10, 2) NOT NULL
);
CREATE TABLE "group" (
  id serial PRIMARY KEY,
  note text
);
CREATE TABLE "Set" (
  id serial PRIMARY KEY,
  label text
);

-- What models cannot be laid over.
CREATE TABLE group_line (
  group_id integer REFERENCES "group",
  line_no integer,
  amount integer NOT NULL,
  PRIMARY KEY (group_id, line_no)
);
CREATE TABLE device (
  device_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text
);
CREATE TABLE log (
  at timestamptz,
  line text
);
CREATE VIEW film_list AS SELECT film_id, title FROM film;

INSERT INTO language (name) VALUES ('English'), ('German'), ('Français');
INSERT INTO categories (name) VALUES ('Action'), ('Music'), ('Drama');
INSERT INTO actor (first_name, last_name) VALUES ('Penelope', 'Guiness'), ('Nick', 'Wahlberg'), ('Zoë', 'Berger');
INSERT INTO film (title, description, release_year, language_id, original_language_id, rental_rate, length, rating,
  special_features, extras, runs, last_update) VALUES
  ('Academy Dinosaur', 'A drama', 2006, 1, NULL, 0.99, 86, 'PG', '{Deleted Scenes,Behind the Scenes}',
   '{"discs": 2}', '1 hour 26 minutes', '2006-02-15 10:05:03.123456+00'),
  ('ace Goldfinger', NULL, 2006, 1, 2, 4.99, 48, 'PG-13', '{}', NULL, NULL, '2006-02-16 10:05:03+00'),
  ('Zorro Ark', 'A tale', 1999, 2, 1, 4.99, 50, 'G', NULL, NULL, NULL, '2007-01-01 00:00:00+00'),
  ('Égalité', 'A story', NULL, 3, NULL, 2.50, NULL, NULL, NULL, NULL, NULL, '2008-01-01 00:00:00+00');
INSERT INTO film_actor (actor_id, film_id) VALUES (1, 1), (2, 1), (2, 3), (3, 4);
INSERT INTO film_category VALUES (1, 3), (2, 1), (3, 1);
INSERT INTO patron (first_name, email, create_date) VALUES
  ('Mary', 'mary@example.com', '2006-02-14'), ('Pat', 'pat@example.com', '2007-03-15'), ('Lin', NULL, '2008-04-16');
INSERT INTO employee (name, reports_to) VALUES ('Andrew', NULL), ('Nancy', 1), ('Jane', 2);
INSERT INTO inventory (film_id, shelf, place) VALUES (1, 'A', 1), (1, 'A', 2), (2, 'B', 1);
INSERT INTO rental (rental_date, inventory_id, patron_id, return_date) VALUES
  ('2005-05-24 22:53:30', 1, 1, '2005-05-26 22:04:30'), ('2005-05-25 22:54:33', 2, 2, NULL),
  ('2005-05-26 23:03:39', 3, 1, NULL);
INSERT INTO payment (rental_id, amount) VALUES (1, 2.99), (2, 0.99), (NULL, 5.99);
INSERT INTO "MediaType" VALUES (1, 'MPEG audio file'), (2, 'AAC audio file');
INSERT INTO "Track" ("Name", "MediaTypeId", "Milliseconds", "Unit Price") VALUES
  ('For Those About To Rock', 1, 343719, 0.99), ('Restless and Wild', 2, 252051, 0.99);
INSERT INTO group_line SELECT 1, 1, 5 WHERE false;
