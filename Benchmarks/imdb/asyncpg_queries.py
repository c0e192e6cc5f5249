# SPDX-License-Identifier: Apache-2.0
"""IMDBench's queries by hand, with asyncpg: each is one statement."""

import json

import asyncpg

ASYNC = True

NAME = "CASE WHEN p.middle_name <> '' THEN p.first_name || ' ' || p.middle_name || ' ' || p.last_name " \
    "ELSE p.first_name || ' ' || p.last_name END"
RATING = "(SELECT avg(x.rating)::float8 FROM review x WHERE x.movie_id = m.pk)"


async def connect(address):
    return await asyncpg.connect(address, server_settings={"search_path": "imdb"})


async def close(connection):
    await connection.close()


async def keys(address, count):
    """Keys of rows, for all contestants."""
    connection = await connect(address)
    found = {}
    for name, table in [("movies", "movie"), ("people", "person"), ("users", "viewer")]:
        rows = await connection.fetch(f"SELECT pk FROM {table} ORDER BY random() LIMIT $1", count)
        found[name] = [row["pk"] for row in rows]
    await connection.close()
    return found


async def reset(address):
    """Removes what former runs have written."""
    connection = await connect(address)
    for statement in [
        "DELETE FROM direction t USING movie m WHERE m.pk = t.movie_id AND m.image LIKE 'insert_test__%'",
        "DELETE FROM role t USING movie m WHERE m.pk = t.movie_id AND m.image LIKE 'insert_test__%'",
        "DELETE FROM movie WHERE image LIKE 'insert_test__%'",
        "DELETE FROM viewer WHERE image LIKE 'insert_test__%'",
        "UPDATE movie SET title = split_part(title, '---', 1) WHERE title LIKE '%---%'",
        "VACUUM ANALYZE direction, role, movie, viewer, person, review",
    ]:
        await connection.execute(statement)
    await connection.close()


def people_of(table):
    return f"""(SELECT coalesce(array_agg(q.v), ARRAY[]::record[]) FROM (
        SELECT ROW(p.pk, {NAME}, p.image) AS v FROM {table} t JOIN person p ON p.pk = t.person_id
        WHERE t.movie_id = m.pk ORDER BY t.list_order NULLS LAST, p.last_name) q)"""


MOVIE = f"""
    SELECT m.pk, m.image, m.title, m.year, m.summary, {RATING} AS avg_rating,
        {people_of("direction")} AS directors, {people_of("role")} AS actors,
        (SELECT coalesce(array_agg(q.v), ARRAY[]::record[]) FROM (
            SELECT ROW(r.pk, r.body, r.rating, v.pk, v.name, v.image) AS v
            FROM review r JOIN viewer v ON v.pk = r.author_id
            WHERE r.movie_id = m.pk ORDER BY r.creation_time DESC) q) AS reviews
    FROM movie m WHERE m.pk = $1"""


async def get_movie(connection, key):
    movie = await connection.fetchrow(MOVIE, key)
    return json.dumps({
        "id": movie["pk"], "image": movie["image"], "title": movie["title"], "year": movie["year"],
        "description": movie["summary"], "avg_rating": movie["avg_rating"],
        "directors": [{"id": d[0], "full_name": d[1], "image": d[2]} for d in movie["directors"]],
        "cast": [{"id": c[0], "full_name": c[1], "image": c[2]} for c in movie["actors"]],
        "reviews": [
            {"id": r[0], "body": r[1], "rating": r[2], "author": {"id": r[3], "name": r[4], "image": r[5]}}
            for r in movie["reviews"]],
    })


USER = f"""
    SELECT v.pk, v.name, v.image, q.*
    FROM viewer v LEFT JOIN LATERAL (
        SELECT r.pk AS review_pk, r.body, r.rating, m.pk AS movie_pk, m.image AS movie_image, m.title, {RATING} AS avg_rating
        FROM review r JOIN movie m ON m.pk = r.movie_id
        WHERE r.author_id = v.pk ORDER BY r.creation_time DESC LIMIT 10) q ON true
    WHERE v.pk = $1"""


def user_answer(rows):
    return json.dumps({
        "id": rows[0][0], "name": rows[0][1], "image": rows[0][2],
        "latest_reviews": [
            {"id": r[3], "body": r[4], "rating": r[5],
             "movie": {"id": r[6], "image": r[7], "title": r[8], "avg_rating": r[9]}}
            for r in rows if r[3] is not None],
    })


async def get_user(connection, key):
    return user_answer(await connection.fetch(USER, key))


def movies_of(table):
    return f"""(SELECT coalesce(array_agg(q.v), ARRAY[]::record[]) FROM (
        SELECT ROW(m.pk, m.image, m.title, m.year, {RATING}) AS v FROM {table} t JOIN movie m ON m.pk = t.movie_id
        WHERE t.person_id = p.pk ORDER BY m.year, m.title) q)"""


PERSON = f"""
    SELECT p.pk, {NAME} AS full_name, p.image, p.bio, {movies_of("role")} AS acted_in, {movies_of("direction")} AS directed
    FROM person p WHERE p.pk = $1"""


async def get_person(connection, key):
    person = await connection.fetchrow(PERSON, key)

    def movies(records):
        return [{"id": m[0], "image": m[1], "title": m[2], "year": m[3], "avg_rating": m[4]} for m in records]

    return json.dumps({
        "id": person["pk"], "full_name": person["full_name"], "image": person["image"], "bio": person["bio"],
        "acted_in": movies(person["acted_in"]), "directed": movies(person["directed"]),
    })


async def update_movie(connection, key):
    row = await connection.fetchrow(
        "UPDATE movie SET title = title || $2, opt = opt + 1 WHERE pk = $1 RETURNING pk, title", key, f"---{str(key)[:8]}")
    return json.dumps({"id": row[0], "title": row[1]})


async def insert_user(connection, number):
    row = await connection.fetchrow(
        "INSERT INTO viewer (name, image) VALUES ($1, $2) RETURNING pk, name, image",
        f"insert_test__{number}", f"insert_test__image{number}")
    return json.dumps({"id": row[0], "name": row[1], "image": row[2]})


INSERT = f"""
    WITH m AS (
        INSERT INTO movie (title, image, summary, year) VALUES ($1, $2, $3, $4) RETURNING pk, title, image, summary, year),
    d AS (SELECT p.pk, {NAME} AS full_name, p.image FROM person p WHERE p.pk = $5),
    c AS (SELECT p.pk, {NAME} AS full_name, p.image FROM person p WHERE p.pk = ANY($6)),
    dl AS (INSERT INTO direction (person_id, movie_id) SELECT d.pk, m.pk FROM m, d),
    cl AS (INSERT INTO role (person_id, movie_id) SELECT c.pk, m.pk FROM m, c)
    SELECT m.pk, m.image, m.title, m.year, m.summary,
        (SELECT array_agg(ROW(d.pk, d.full_name, d.image)) FROM d) AS directors,
        (SELECT array_agg(ROW(c.pk, c.full_name, c.image)) FROM c) AS actors
    FROM m"""


async def insert_movie(connection, number, people):
    movie = await connection.fetchrow(
        INSERT, f"insert_test__{number}", f"insert_test__image{number}.jpeg", f"insert_test__description{number}", number,
        people[0], people[1:])
    return json.dumps({
        "id": movie["pk"], "image": movie["image"], "title": movie["title"], "year": movie["year"],
        "description": movie["summary"],
        "directors": [{"id": d[0], "full_name": d[1], "image": d[2]} for d in movie["directors"]],
        "cast": [{"id": c[0], "full_name": c[1], "image": c[2]} for c in movie["actors"]],
    })
